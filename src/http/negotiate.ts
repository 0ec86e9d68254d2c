import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';

/** A cached resource with its precompressed bodies. */
export interface Representation {
  status: number;
  /** Such as Content-Type and Cache-Control. */
  headers: Record<string, string>;
  bodies: { identity: Uint8Array; br?: Uint8Array; gzip?: Uint8Array };
  /** Content hash for the ETag of each coding (RFC 9110, 8.8.3); none if caches must not store it. */
  hash: string | undefined;
}

export function createRepresentation(
  body: string | Buffer,
  headers: Record<string, string>,
  status = 200,
): Representation {
  const bodies = { identity: typeof body === 'string' ? Buffer.from(body) : body };
  const isStored = headers['cache-control'] !== 'no-store';
  const contentHash = isStored ? hash('sha256', body, 'base64url').slice(0, 22) : undefined;
  return { status, headers, bodies, hash: contentHash };
}

/**
 * Negotiates the content coding; returns 304 if the client's copy is current. `header` reads a request
 * header by its lower-case name.
 */
function negotiate(
  header: (name: string) => string | undefined,
  { status, headers, bodies, hash }: Representation,
) {
  const coding = chooseCoding(header('accept-encoding') ?? '', bodies);
  const body = bodies[coding] ?? bodies.identity;
  const etag = hash && (coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`);
  const common = { ...headers, ...(etag && { etag }), vary: 'Accept-Encoding' };
  if (status === 200 && etag && matchesEtag(header('if-none-match') ?? '', etag)) {
    return { status: 304, headers: common, body: null };
  }
  return {
    status,
    headers: {
      ...common,
      'content-length': String(body.byteLength),
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    },
    body,
  };
}

export function negotiateResponse({ headers }: Request, representation: Representation): Response {
  const { body, ...init } = negotiate((name) => headers.get(name) ?? undefined, representation);
  return new Response(body as Uint8Array<ArrayBuffer> | null, init);
}

export const plainTextResponse = (
  status: number,
  line: string,
  headers: Record<string, string> = {},
): Response =>
  new Response(`${line}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  });

/** Reads the first entries of a header: browsers send five codings and one ETag. */
const readList = (header: string) => header.split(',', 20).map((entry) => entry.trim());

/** Returns the smallest coding that the client accepts. Browsers send none with a weight. */
export function chooseCoding(acceptEncoding: string, bodies: Representation['bodies']) {
  const accepted = readList(acceptEncoding.toLowerCase());
  const codings = ['br', 'gzip'] as const;
  return codings.find((coding) => bodies[coding] && accepted.includes(coding)) ?? 'identity';
}

/** Compares an ETag weakly with a list or `*` (RFC 9110, 13.1.2). */
function matchesEtag(ifNoneMatch: string, etag: string) {
  const tags = readList(ifNoneMatch).map((tag) => tag.replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** Host values that every URL parser reads alike. */
const simpleHost = /^[a-z0-9._-]+(:[1-5]?\d{4})?$/;

/**
 * Serves cached pages and files without the Fetch API and the router, which are 1.7 times slower.
 * Passes any request but a simple GET or HEAD of a cached path to `listener`. `headers`: those of every
 * response, which take longer to set one by one.
 */
export function serveCachedResponses(
  find: (path: string) => Representation | undefined,
  headers: Record<string, string>,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    const cached = isSimpleRequest(request) ? find(request.url ?? '') : undefined;
    if (!cached) return listener(request, response);
    const header = (name: string) => request.headers[name] as string | undefined;
    const parts = negotiate(header, cached);
    response.writeHead(parts.status, { ...headers, ...parts.headers }).end(parts.body);
  };
}

function isSimpleRequest({ method, headers }: IncomingMessage) {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    simpleHost.test(headers.host ?? '')
  );
}
