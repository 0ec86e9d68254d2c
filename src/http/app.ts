import { Hono, type MiddlewareHandler } from 'hono';
import { contactApi } from './contact/contact-api.ts';
import { contactForm, verifyConfirmationToken } from './contact/contact-form-post.ts';
import { type ContactDependencies, createPostHandler } from './contact/handle-post.ts';
import {
  createReadinessHandler,
  handleLiveness,
  healthPaths,
  type ReadinessProbe,
} from './lifecycle/readiness.ts';
import { negotiateResponse } from './pages/negotiate.ts';
import type { Pages } from './pages/site.ts';
import type { Files } from './pages/static-files.ts';
import { plainTextResponse } from './responses.ts';
import { addSecurityHeaders } from './security-headers.ts';

export interface AppDependencies extends ContactDependencies {
  pages: Pages;
  files: Files;
  /** Content-Security-Policy of every response. */
  policy: string;
  /** Handles action links; undefined disables them. */
  actionLinks?: MiddlewareHandler | undefined;
  /** Always ready if undefined. */
  readiness?: ReadinessProbe;
}

/** Creates the website's request handler; the caller listens. */
export function createApp({
  pages,
  files,
  policy,
  actionLinks,
  readiness = alwaysReady,
  ...contact
}: AppDependencies): Hono {
  const app = new Hono();
  app.use(addSecurityHeaders(policy, contact.publicUrl));

  app.get(healthPaths.live, handleLiveness);
  app.get(healthPaths.ready, createReadinessHandler(readiness));

  const handlePost = createPostHandler(contact);
  app.all('/api/contact-form', contactApi(handlePost, contact));
  const handleForm = contactForm(handlePost, pages.renderContactForm, contact);
  app.post('*', (context, next) => (isContact(context.req.path) ? handleForm(context) : next()));

  if (actionLinks) app.all('/follow-up/*', actionLinks);

  app.get('*', async ({ req }) => {
    const { pathname, search, searchParams } = new URL(req.url);
    const file = await files.get(pathname);
    if (file) return negotiateResponse(req.raw, file);

    const redirectPath = pages.removeTrailingSlash(pathname);
    if (redirectPath) {
      return new Response(null, { status: 301, headers: { location: redirectPath + search } });
    }
    const page =
      isContact(pathname) &&
      verifyConfirmationToken(contact.store.hashKey, searchParams.get('sent'), contact.clock())
        ? pages.getConfirmation()
        : pages.find(pathname);
    return negotiateResponse(req.raw, await page);
  });

  app.all('*', ({ req }) => {
    const allow = isContact(req.path) ? 'GET, HEAD, POST' : 'GET, HEAD';
    return plainTextResponse(405, 'This address answers GET requests only.', { allow });
  });

  app.onError((error) => {
    contact.log.error({ fault: error }, 'A request failed');
    const message = 'Something went wrong on our side. Please try again.';
    return plainTextResponse(500, message, { 'cache-control': 'no-store' });
  });

  return app;
}

export interface StartingApp {
  fetch: Hono['fetch'];
  /** Passes all requests to `app` from now on. */
  complete(app: Hono): void;
}

/** Creates the app that answers health checks while the store opens; other requests wait. */
export function createStartingApp({
  policy,
  publicUrl,
  readiness,
}: Pick<AppDependencies, 'policy' | 'publicUrl'> & { readiness: ReadinessProbe }): StartingApp {
  const created = Promise.withResolvers<Hono>();
  let current = new Hono();
  const headers = addSecurityHeaders(policy, publicUrl);
  current.get(healthPaths.live, headers, handleLiveness);
  current.get(healthPaths.ready, headers, createReadinessHandler(readiness));
  current.all('*', async ({ req, env }) => (await created.promise).fetch(req.raw, env));
  return {
    fetch: (request, env, context) => current.fetch(request, env, context),
    complete(app) {
      current = app;
      created.resolve(app);
    },
  };
}

const alwaysReady: ReadinessProbe = { getFailures: async () => [] };

const isContact = (path: string) => path.toLowerCase() === '/contact';
