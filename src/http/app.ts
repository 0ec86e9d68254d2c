import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { limitLog, type Log } from '../log/limit-log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { EpochMs } from '../text/format-time.ts';
import { createApiHandler } from './contact/contact-api.ts';
import { createFormHandler } from './contact/contact-form-post.ts';
import type { HandlePost } from './contact/handle-post.ts';
import { parseReceiptAddress } from './contact/receipt-address.ts';
import { limitPipelining } from './lifecycle/limit-pipelining.ts';
import type { Readiness } from './lifecycle/readiness.ts';
import { isRead, negotiateResponse, plainTextResponse } from './negotiate.ts';
import type { SiteHandler } from './pages/site-build.ts';
import { isContact } from './paths.ts';
import { isAmbiguous } from './request/ambiguous-request.ts';
import { createBlockingLog, logIfBlocking, measureRequest } from './request/measure-requests.ts';
import { createBodyReader, hasBody } from './request/read-body.ts';
import type { ReadParts, RequestBindings } from './request/read-post.ts';
import { createCommonHeaders } from './security-headers.ts';

interface ListenerOptions {
  site: Pick<SiteHandler, 'policy' | 'wrapListener'>;
  publicUrl: string | undefined;
  readiness: Readiness;
  log: Log;
  /** Clock in milliseconds that never jumps. */
  monotonic?: () => number;
  metrics?: Pick<Metrics, 'requestEnded'> | undefined;
}

const badRequest = {
  status: 400,
  text: 'This request is malformed: check its address and its Host header.\n',
  headers: { 'content-type': 'text/plain; charset=utf-8', connection: 'close' },
};

/**
 * Creates the listener of all requests. Its steps, in order: metrics, ambiguous requests, cached
 * pages and files, bodies, health checks, the current application. During the start, a request
 * waits for the application.
 */
export function createRequestListener(
  getApp: () => Hono | Promise<Hono>,
  {
    site,
    publicUrl,
    readiness,
    log,
    monotonic = () => performance.now(),
    metrics,
  }: ListenerOptions,
): RequestListener {
  const headers = createCommonHeaders(site.policy, publicUrl);
  const readBody = createBodyReader();
  const blockingLog = createBlockingLog(log, monotonic);
  const application = new ApplicationListener(getApp, readiness);

  const serveOther = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeaders(new Map(Object.entries(headers)));
    // Read the address before the body: Node has none for a closed connection.
    const { remoteAddress } = request.socket;
    const body = hasBody(request) ? await readBody(request) : undefined;
    // Close the connection: a proxy must not send another request after a body that was not read.
    if (body?.ok === false) response.setHeader('connection', 'close');
    const bodyBytes = body?.ok ? body.value.byteLength : 0;
    const startedMs = monotonic();
    // The measured time leaves out the work after a wait for the database, because other requests
    // run in between, and cached responses.
    afterPromiseJobs(() => {
      const blockedMs = monotonic() - startedMs;
      logIfBlocking(blockingLog, request, response, { blockedMs, bodyBytes });
    });
    await application.respond(request, response, { body, remoteAddress });
  };
  const serveCached = site.wrapListener(headers, serveOther);

  return limitPipelining((request, response) => {
    if (metrics) measureRequest(request, response, metrics.requestEnded);
    if (!isAmbiguous(request)) return serveCached(request, response);
    return response.writeHead(400, { ...headers, ...badRequest.headers }).end(badRequest.text);
  });
}

/**
 * Calls `callback` after all promise jobs that are due and that they start, before the work of any
 * other request. Node runs a tick that a microtask adds once no microtask is left.
 */
function afterPromiseJobs(callback: () => void) {
  queueMicrotask(() => process.nextTick(callback));
}

/**
 * Responds to health checks, even before the application exists, and passes other requests to it.
 */
class ApplicationListener {
  readonly #getApp: () => Hono | Promise<Hono>;
  readonly #healthChecks: Record<string, () => Response | Promise<Response>>;
  /**
   * Parts of requests for the bindings of the application: the listener of Hono passes on only the
   * request of Node.
   */
  readonly #readParts = new WeakMap<IncomingMessage, ReadParts>();
  // The bindings are those of HTTP/1: this server does not support HTTP/2.
  readonly #listener = getRequestListener(
    (request, env) => this.#route(request, env as HttpBindings),
    {
      errorHandler(error) {
        if (!(error instanceof RequestError)) throw error;
        return new Response(badRequest.text, badRequest);
      },
    },
  );

  constructor(getApp: () => Hono | Promise<Hono>, readiness: Readiness) {
    this.#getApp = getApp;
    this.#healthChecks = {
      '/healthz': () => readiness.respondAlive(),
      '/readyz': () => readiness.respondReady(),
    };
  }

  respond(request: IncomingMessage, response: ServerResponse, readParts: ReadParts): Promise<void> {
    this.#readParts.set(request, readParts);
    return this.#listener(request, response);
  }

  async #route(request: Request, bindings: HttpBindings): Promise<Response> {
    const check = isRead(request.method) ? this.#healthChecks[getPath(request)] : undefined;
    if (check) return check();
    const app = await this.#getApp();
    const readParts = this.#readParts.get(bindings.incoming) as ReadParts;
    return app.fetch(request, { ...bindings, ...readParts } satisfies RequestBindings);
  }
}

export interface AppDependencies {
  site: Pick<SiteHandler, 'getPages' | 'getFile'> & {
    firm: Pick<SiteHandler['firm'], 'serverError'>;
  };
  handlePost: HandlePost;
  /** Handler of action links; undefined disables them. */
  actionLinks?: MiddlewareHandler | undefined;
  /** The site's origin, such as https://www.example.com. */
  publicUrl: string | undefined;
  clock: () => EpochMs;
  log: Log;
}

/** Script that unregisters a service worker of an earlier site on this domain. */
const endServiceWorker = `addEventListener('install', () => skipWaiting());
addEventListener('activate', async () => {
  await registration.unregister();
  for (const client of await clients.matchAll()) client.navigate(client.url);
});
`;
const javaScript = { headers: { 'content-type': 'text/javascript; charset=utf-8' } };

export function createApp(dependencies: AppDependencies): Hono {
  const { site, handlePost, actionLinks, publicUrl, clock, log } = dependencies;
  const app = new Hono({ getPath });
  app.all('/api/contact-form', createApiHandler(handlePost, publicUrl));
  const handleForm = createFormHandler(handlePost, site.getPages, { publicUrl, clock });
  app.post('*', (context, next) => {
    if (!isContact(context.req.path)) return next();
    return handleForm(context);
  });

  if (actionLinks) app.all('/follow-up/*', actionLinks);

  app.get('*', async ({ req }) => {
    if (req.header('service-worker') === 'script') {
      return new Response(endServiceWorker, javaScript);
    }
    const { pathname, search, searchParams } = new URL(req.url);
    const file = site.getFile(pathname);
    if (file) return negotiateResponse(req.raw, file);

    const pages = await site.getPages();
    const redirectPath = pages.removeTrailingSlash(pathname);
    if (redirectPath) {
      return new Response(null, { status: 301, headers: { location: redirectPath + search } });
    }
    if (isContact(pathname)) {
      const sentAtMs = parseReceiptAddress(searchParams, clock());
      if (sentAtMs !== undefined) return negotiateResponse(req.raw, pages.getReceiptPage(sentAtMs));
    }
    return negotiateResponse(req.raw, pages.find(pathname));
  });

  app.all('*', ({ req }) => {
    const allow = isContact(req.path) ? 'GET, HEAD, POST' : 'GET, HEAD';
    return plainTextResponse(405, `This address accepts only these methods: ${allow}.`, { allow });
  });

  const errorLog = limitLog(log);
  app.onError((error) => {
    errorLog.error({ fault: error }, 'A request failed');
    return plainTextResponse(500, site.firm.serverError);
  });

  return app;
}

/**
 * Returns the path of a request as it was sent, for the routers. Not the function of Hono: it
 * decodes each malformed sequence separately, which takes 15 ms for 8 kB.
 */
const getPath = ({ url }: Request) => /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? '/';
