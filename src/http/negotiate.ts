import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';

type Coding = 'identity' | 'br' | 'gzip';

/** A cached resource with its precompressed bodies. */
export interface Representation {
  status: number;
  /** Headers such as Content-Type and Cache-Control. */
  headers: Record<string, string>;
  bodies: { identity: Uint8Array; br?: Uint8Array; gzip?: Uint8Array };
  /**
   * Hash of the content, for the ETag of each coding (RFC 9110, 8.8.3); undefined if caches must
   * not store it.
   */
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

/** Parts of a response to a GET or HEAD. */
interface NegotiatedResponse {
  status: number;
  headers: Record<string, string>;
  /** Null for status 304. */
  body: Uint8Array | null;
}

/**
 * Negotiates the content coding. Returns 304 if the copy of the client is current. `readHeader`
 * reads a request header by its lower-case name.
 */
function negotiate(
  readHeader: (name: string) => string | undefined,
  representation: Representation,
): NegotiatedResponse {
  const { status, bodies } = representation;
  const coding = chooseCoding(readHeader('accept-encoding') ?? '', bodies);
  const body = bodies[coding] ?? bodies.identity;
  const etag = createEtag(representation.hash, coding);
  const headers = { ...representation.headers };
  if (etag) headers['etag'] = etag;
  headers['vary'] = 'Accept-Encoding';
  if (status === 200 && etag && matchesEtag(readHeader('if-none-match') ?? '', etag)) {
    return { status: 304, headers, body: null };
  }
  headers['content-length'] = String(body.byteLength);
  if (coding !== 'identity') headers['content-encoding'] = coding;
  return { status, headers, body };
}

function createEtag(contentHash: string | undefined, coding: Coding): string | undefined {
  if (contentHash === undefined) return undefined;
  return coding === 'identity' ? `"${contentHash}"` : `"${contentHash}-${coding}"`;
}

export function negotiateResponse({ headers }: Request, representation: Representation): Response {
  const readHeader = (name: string) => headers.get(name) ?? undefined;
  const { body, ...init } = negotiate(readHeader, representation);
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

/** Reads the first entries of a header, of which browsers send five codings and one ETag. */
const readList = (header: string) => header.split(',', 20).map((entry) => entry.trim());

/**
 * Returns the smallest coding that the client accepts. Ignores codings with a weight, which
 * browsers do not send.
 */
export function chooseCoding(acceptEncoding: string, bodies: Representation['bodies']): Coding {
  const accepted = readList(acceptEncoding.toLowerCase());
  const codings = ['br', 'gzip'] as const;
  return codings.find((coding) => bodies[coding] && accepted.includes(coding)) ?? 'identity';
}

/** Compares an ETag weakly with a list of ETags or `*` (RFC 9110, 13.1.2). */
function matchesEtag(ifNoneMatch: string, etag: string) {
  const tags = readList(ifNoneMatch).map((tag) => tag.replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** Matches Host values that every URL parser reads in the same way. */
const simpleHost = /^[a-z0-9._-]+(:[1-5]?\d{4})?$/;

/**
 * Serves cached pages and files without the Fetch API and the router, which are 1.7 times slower.
 * Passes all requests except a simple GET or HEAD of a cached path to `listener`. `headers` are
 * those of every response; setting them one by one takes longer.
 */
export function serveCachedResponses(
  find: (path: string) => Representation | undefined,
  headers: Record<string, string>,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    const cached = isSimpleRequest(request) ? find(request.url ?? '') : undefined;
    if (!cached) return listener(request, response);
    const readHeader = (name: string) => request.headers[name] as string | undefined;
    const negotiated = negotiate(readHeader, cached);
    response.writeHead(negotiated.status, { ...headers, ...negotiated.headers });
    response.end(negotiated.body);
  };
}

function isSimpleRequest({ method, headers }: IncomingMessage) {
  return (
    isRead(method) &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    simpleHost.test(headers.host ?? '')
  );
}

/** Tells if a method only reads a page or file. */
export const isRead = (method = ''): boolean => method === 'GET' || method === 'HEAD';
