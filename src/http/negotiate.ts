import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';

type Coding = 'identity' | 'br' | 'gzip';

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

/** Parts of a response to a GET or HEAD. */
interface NegotiatedResponse {
  status: number;
  headers: Record<string, string>;
  /** Null with status 304. */
  body: Uint8Array | null;
}

/**
 * Negotiates the content coding; returns 304 if the client's copy is current. `readHeader` reads a request
 * header by its lower-case name.
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

/** Reads the first entries of a header: browsers send five codings and one ETag. */
const readList = (header: string) => header.split(',', 20).map((entry) => entry.trim());

/** Returns the smallest coding that the client accepts. Browsers send none with a weight. */
export function chooseCoding(acceptEncoding: string, bodies: Representation['bodies']): Coding {
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

/** Tells if a request asks for a page or file, and changes nothing. */
export const isRead = (method = ''): boolean => method === 'GET' || method === 'HEAD';
