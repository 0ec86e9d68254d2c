import type { Log } from '../observability/log.ts';

export interface ReadPostDependencies {
  log: Log;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  /** The site's origin, such as https://www.example.com; without it, the Host header's. */
  publicUrl: string | undefined;
}

export type PostProblem =
  'otherSite' | 'wrongType' | 'compressed' | 'tooLarge' | 'notUtf8' | 'cutOff';

export type ReadPost = { ok: true; text: string } | { ok: false; reason: PostProblem };

/** What every post must pass before its body is looked at: its origin, type and size. */
export function createPostReader(mediaType: string, dependencies: ReadPostDependencies) {
  const { publicUrl } = dependencies;
  const logOtherSite = logRefusedOrigins(dependencies);

  return async (request: Request): Promise<ReadPost> => {
    if (!isFromThisSite(request, publicUrl)) {
      logOtherSite(request.headers.get('origin'));
      return { ok: false, reason: 'otherSite' };
    }
    const [sentType = ''] = (request.headers.get('content-type') ?? '').split(';');
    if (sentType.trim().toLowerCase() !== mediaType) return { ok: false, reason: 'wrongType' };

    const coding = request.headers.get('content-encoding') ?? 'identity';
    if (coding.trim().toLowerCase() !== 'identity') return { ok: false, reason: 'compressed' };
    return readBody(request);
  };
}

/**
 * Whether a post comes from a page of this site, or from a program instead of a page. Browsers say
 * where a post comes from in `Origin` and `Sec-Fetch-Site`, older ones in one of them; no page can
 * forge them. `publicUrl` is the site's origin, where it is known; otherwise the Host header has to do.
 */
export function isFromThisSite(request: Request, publicUrl: string | undefined): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  if (publicUrl) return origin === publicUrl;

  // The scheme is a proxy's to know, so hosts are compared, each with its scheme's default port.
  const url = URL.parse(origin);
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return !!url?.host && url.host === URL.parse(`${url.protocol}//${host}`)?.host;
}

/** Anybody may send any number of such posts: they are told of once in a while. */
const windowMs = 60_000;

/** `https://`, a host name of 253 characters and a port: no real one is longer. */
const longestOrigin = 267;

/** Logs a post that was refused by its origin, and how many there were since it last did. */
function logRefusedOrigins({ log, clock, publicUrl }: ReadPostDependencies) {
  let loggedAt = -Infinity;
  let count = 0;
  return (sentOrigin: string | null) => {
    count += 1;
    const now = clock();
    if (now - loggedAt < windowMs) return;
    const origin = sentOrigin?.slice(0, longestOrigin);
    // A PUBLIC_URL that is wrong, or missing behind a proxy, shows here.
    log.warn({ origin, publicUrl, count }, 'Refused another site’s post');
    loggedAt = now;
    count = 0;
  };
}

/** The largest body that is read, in bytes. */
export const maxBodyBytes = 64 * 1024;

/** Reads a request's text, and of a body that is too large no more than the limit. */
export async function readBody(request: Request): Promise<ReadPost> {
  const announced = request.headers.get('content-length');
  if (Number(announced) > maxBodyBytes) return { ok: false, reason: 'tooLarge' };
  let body: Uint8Array | undefined;
  try {
    // No more than was announced can come; the adapter reads that without a stream of its own.
    body =
      announced === null ? await readChunks(request) : new Uint8Array(await request.arrayBuffer());
  } catch {
    return { ok: false, reason: 'cutOff' };
  }
  if (!body || body.byteLength > maxBodyBytes) return { ok: false, reason: 'tooLarge' };
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(body) };
  } catch {
    return { ok: false, reason: 'notUtf8' };
  }
}

/** Undefined as soon as it is too large. */
async function readChunks(request: Request): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
