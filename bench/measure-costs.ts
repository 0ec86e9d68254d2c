import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createActionLinkHandler } from '../src/action-links/action-link-handler.ts';
import { createActionLinkSigner } from '../src/action-links/signed-links.ts';
import { changeStatus } from '../src/change-inquiry/change-status.ts';
import type { LinkSecrets, RateLimit } from '../src/config/setting-values.ts';
import { createApp, createRequestListener } from '../src/http/app.ts';
import { createPostHandler, createPostLimits } from '../src/http/contact/handle-post.ts';
import { createLimitedServer } from '../src/http/lifecycle/limited-server.ts';
import { Readiness } from '../src/http/lifecycle/readiness.ts';
import { createSiteHandler, loadSiteBundle } from '../src/http/pages/site-build.ts';
import type { LinkAction, LinkTarget } from '../src/inquiry/link-actions.ts';
import { createLog } from '../src/log/create-log.ts';
import { receiveInquiry } from '../src/receive-inquiry/receive-inquiry.ts';
import type { Store } from '../src/store/store.ts';
import { dayMs, toIso } from '../src/text/format-time.ts';
import { cachedPage, createDearRequests, type LinkPaths, validPost } from './dear-requests.ts';
import { createFakeInquiry } from './fake-inquiry.ts';

const secrets: LinkSecrets = ['a secret of the links of this measurement'];
const publicUrl = 'https://firm.example';

export interface MeasuredServers {
  /** Connection to a server without rate limits. */
  unlimited: Connection;
  /** Connection to a server whose rate limit is reached. */
  limited: Connection;
  links: LinkPaths;
  close: () => Promise<void>;
}

/**
 * Serves the last build from this process, by two servers, with links to inquiries that it stores.
 */
export async function startMeasuredServers(store: Store): Promise<MeasuredServers> {
  const bundle = await loadSiteBundle('dist');
  if (!bundle) throw new Error('There is no build. Run "npm run build".');
  const log = createLog('fatal');
  const options = { publicUrl, clock: () => Date.now(), log };
  const onError = (error: unknown) => {
    throw error;
  };
  const site = await createSiteHandler('dist', bundle, options, onError);
  const receiveDependencies = { store, clock: options.clock, destinations: [] };
  const actionLinks = createActionLinkHandler({
    ...options,
    ...receiveDependencies,
    teamNames: ['Ann', 'Ben'],
    secrets,
    getPages: site.getPages,
  });
  const readiness = new Readiness(log);
  const metrics = { requestEnded: () => undefined, inquiryRateLimited: () => undefined };
  const start = async (rateLimits: RateLimit[]) => {
    const limits = createPostLimits(rateLimits, log);
    const handlePost = createPostHandler({
      receiveDependencies,
      log,
      limits,
      trustedHops: 1,
      metrics,
    });
    const app = Promise.resolve(createApp({ ...options, site, handlePost, actionLinks }));
    const listener = createRequestListener(() => app, { publicUrl, site, readiness, metrics, log });
    const server = createLimitedServer().on('request', listener);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const connection = createConnection(port);
    const close = async () => {
      connection.close();
      await server[Symbol.asyncDispose]();
    };
    return { connection, close };
  };
  const unlimited = await start([]);
  const limited = await start([{ posts: 1, seconds: dayMs / 1000 }]);
  await limited.connection.send(validPost);
  // The first requests compile code, and get pages that are not compressed yet.
  for (let count = 0; count < 1000; count += 1) await unlimited.connection.send(cachedPage);
  await sleep(500);
  return {
    unlimited: unlimited.connection,
    limited: limited.connection,
    links: await createLinks(store),
    close: async () => {
      await unlimited.close();
      await limited.close();
    },
  };
}

/** Stores inquiries with long texts. Resolves to the paths of links to them, one for each state. */
async function createLinks(store: Store): Promise<LinkPaths> {
  const now = Date.now();
  const clock = () => now;
  const sign = createActionLinkSigner(secrets, () => publicUrl);
  const pathOfTarget = (target: LinkTarget, action: LinkAction, signedMs = now) => {
    const link = sign(target, signedMs).find((one) => one.action === action);
    return new URL(link?.url ?? '').pathname;
  };
  const pathOf = (inquiryId: string, action: LinkAction, signedMs = now) =>
    pathOfTarget({ kind: 'inquiry', inquiryId }, action, signedMs);
  const receive = async (nth: number, changes: object = {}) => {
    const inquiry = { ...createFakeInquiry(nth), message: `${nth}${'"<'.repeat(2400)}` };
    const receipt = await receiveInquiry(
      { store, clock, destinations: [] },
      { ...inquiry, ...changes },
    );
    return receipt.id;
  };
  const id = await receive(0);
  const closed = await receive(1);
  await changeStatus({ store, clock, destinations: [] }, closed, { status: 'declined' });
  for (let nth = 0; nth < 200; nth += 1)
    await receive(nth + 2, { company: `www.a.example ${'"<'.repeat(90)}` });
  const open = pathOf(id, 'qualify');
  return {
    open,
    assign: pathOf(id, 'assign'),
    many: pathOfTarget({ kind: 'suspected', until: toIso(now + 1) }, 'spam-many'),
    closed: pathOf(closed, 'respond'),
    deleted: pathOf('01a1fd11-5a89-78ff-b898-08a7c7dde223', 'qualify'),
    expired: pathOf(id, 'qualify', now - 40 * dayMs),
    forged: open.replace('/qualify/', '/spam/'),
  };
}

interface Connection {
  /** Resolves to the status of the response; 0 if the server closed the connection without one. */
  send: (request: Buffer) => Promise<number>;
  close: () => void;
}

/**
 * Creates a connection that sends requests one after the other, and reconnects after the server
 * closed it.
 */
function createConnection(port: number): Connection {
  let socket: Socket | undefined;
  let received = '';
  let onChange = () => {};
  const open = () => {
    const opened = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay();
    opened.on('data', (chunk) => {
      received += String(chunk);
      onChange();
    });
    opened.on('close', () => {
      if (socket === opened) socket = undefined;
      onChange();
    });
    // The server may reset a connection whose body it rejects.
    return opened.on('error', () => undefined);
  };
  const close = () => {
    socket?.destroy();
    socket = undefined;
  };
  return {
    close,
    async send(request) {
      socket ??= open();
      received = '';
      socket.write(request);
      while (socket && !isComplete(received, request)) {
        await new Promise<void>((resolve) => (onChange = resolve));
      }
      const [head = ''] = received.split('\r\n\r\n', 1);
      if (/^connection: close$/im.test(head)) close();
      return Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
    },
  };
}

/** Tells if a response has arrived completely (RFC 9112, 6.3). */
function isComplete(response: string, request: Buffer) {
  const headLength = response.indexOf('\r\n\r\n') + 4;
  if (headLength < 4) return false;
  const head = response.slice(0, headLength);
  if (request.subarray(0, 5).toString() === 'HEAD ' || /^HTTP\S+ 304/.test(head)) return true;
  if (/^transfer-encoding: chunked/im.test(head)) return response.endsWith('0\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return length !== undefined && response.length >= headLength + Number(length);
}

/** Cost of a request. */
export interface Cost {
  name: string;
  status: number;
  /** Processor time of this process, client included, in milliseconds. */
  ms: number;
  /** `ms`, relative to that of a cached page. */
  pages: number;
  /** Maximum of `pages`. */
  maxPages: number;
}

interface MeasureOptions {
  maxMeasurements: number;
  /** Factor for the maxima, for machines that are busy with other work. */
  tolerance: number;
}

/** Measures the requests to a parser. Posts of inquiries are also measured above the rate limit. */
export async function* measureParser(
  { links, limited, unlimited }: MeasuredServers,
  parser: string,
  options: MeasureOptions,
): AsyncGenerator<Cost> {
  const { open, assign, many, closed } = links;
  const teamPaths = [open, assign, many, closed];
  for (const { name, bytes } of createDearRequests(links, parser)) {
    const target = bytes.subarray(0, 300).toString('latin1');
    /** True if the response shows an inquiry to the team. Its links cannot be guessed. */
    const isOfTeam = teamPaths.some((path) => target.includes(` ${path}`));
    const measure = async (connection: Connection) => {
      const cost = await measureCost(connection, bytes, isOfTeam, options);
      return {
        name: name.replaceAll(/\/follow-up\/[\w-]+\/[\w/-]{30,}/g, '/follow-up/…'),
        ...cost,
      };
    };
    yield measure(unlimited);
    if (!/^POST (?:\/api|\/contact)/.test(target)) continue;
    const cost = await measure(limited);
    yield { ...cost, name: `${cost.name}, above the rate limit` };
  }
}

/** Recent cost of a cached page, which is measured again after a hundred uses. */
const cachedPageCost = { ms: Infinity, uses: Infinity };

async function getPageMs(connection: Connection) {
  if (cachedPageCost.uses >= 100) {
    // Measure twice: other processes may slow down one measurement.
    const one = await measureMs(connection, cachedPage, 10);
    const other = await measureMs(connection, cachedPage, 10);
    cachedPageCost.ms = Math.min(one.ms, other.ms);
    cachedPageCost.uses = 0;
  }
  cachedPageCost.uses += 1;
  return cachedPageCost.ms;
}

/** Time above which a request is measured only `maxIfLong` times. */
const longMs = 200;
const maxIfLong = 4;
/** Pause between measurements, because other processes disturb several in a row. */
const pauseMs = 10;

/**
 * Measures a request. If the first measurement exceeds the maximum, measures it repeatedly and
 * takes the fastest: other processes, compilation and garbage collection slow down some of them.
 */
export async function measureCost(
  connection: Connection,
  request: Buffer,
  isOfTeam: boolean,
  { maxMeasurements, tolerance }: MeasureOptions,
): Promise<Omit<Cost, 'name'>> {
  let pageMs = await getPageMs(connection);
  let { status, ms } = await measureMs(connection, request, 1);
  const maxPages = () => getMaxPages(request, status, isOfTeam) * tolerance;
  for (let count = 1; count < maxMeasurements && ms / pageMs > maxPages(); count += 1) {
    if (ms > longMs && count >= maxIfLong) break;
    await sleep(pauseMs);
    const page = await measureMs(connection, cachedPage, 10);
    const dear = await measureMs(connection, request, getRepeats(ms));
    pageMs = Math.min(pageMs, page.ms);
    ms = Math.min(ms, dear.ms);
    status = dear.status;
  }
  return { status, ms, pages: ms / pageMs, maxPages: maxPages() };
}

/**
 * Returns how often a measurement sends a request. One that is slow because it is not compiled yet
 * soon becomes faster.
 */
function getRepeats(ms: number): number {
  if (ms < 4) return 15;
  return ms < 10 ? 3 : 1;
}

/**
 * Length above which Node and V8 take longer to decode the parts of a request than the rest of its
 * work takes.
 */
const longRequest = 32_000;

function getMaxPages(request: Buffer, status: number, isOfTeam: boolean): number {
  // Node parses everything that it has read from a connection: up to 11,000 chunks of one byte.
  if (request.includes('\r\nTransfer-Encoding: chunked') && request.length > longRequest)
    return 600;
  if (isOfTeam) return 20;
  const isRejected = status === 0 || status >= 400;
  return isRejected && request.length < longRequest ? 10 : 20;
}

/** Measures the processor time of this process for one request, in milliseconds. */
async function measureMs(connection: Connection, request: Buffer, repeats: number) {
  const before = process.cpuUsage();
  let status = 0;
  for (let count = 0; count < repeats; count += 1) status = await connection.send(request);
  const { user, system } = process.cpuUsage(before);
  return { status, ms: (user + system) / 1000 / repeats };
}
