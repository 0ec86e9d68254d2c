/** `malformed`: not UTF-8, or not complete. */
export type PostRejection = 'crossSite' | 'wrongType' | 'compressed' | 'tooLarge' | 'malformed';

export type ReadPost = { ok: true; text: string } | { ok: false; reason: PostRejection };

/** Checks origin, content type and size of a POST, then reads its body. */
export async function readPost(
  request: Request,
  mediaType: string,
  publicUrl: string | undefined,
): Promise<ReadPost> {
  if (!isSameOrigin(request, publicUrl)) return { ok: false, reason: 'crossSite' };
  const [sentType = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (sentType.trim().toLowerCase() !== mediaType) return { ok: false, reason: 'wrongType' };

  const contentEncoding = request.headers.get('content-encoding') ?? 'identity';
  if (contentEncoding.trim().toLowerCase() !== 'identity')
    return { ok: false, reason: 'compressed' };
  return readBody(request);
}

/**
 * Accepts posts from pages of this site, at any of its host names, and from non-browser clients (CSRF
 * protection). Browsers send `Origin`, `Sec-Fetch-Site` or both, and pages cannot forge them.
 */
export function isSameOrigin(request: Request, publicUrl: string | undefined): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin') return true;
  if (site !== null && site !== 'none') return false;
  const origin = request.headers.get('origin');
  if (origin === null || origin === publicUrl) return true;

  // Behind a proxy the scheme is unknown: compare hosts, with the default port of the origin's scheme.
  const url = URL.parse(origin);
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return !!url?.host && url.host === URL.parse(`${url.protocol}//${host}`)?.host;
}

export const maxBodyBytes = 64 * 1024;

/** Reads a request's body as text, up to the limit. */
export async function readBody(request: Request): Promise<ReadPost> {
  const contentLength = request.headers.get('content-length');
  if (Number(contentLength) > maxBodyBytes) return { ok: false, reason: 'tooLarge' };
  let body: Uint8Array | undefined;
  try {
    // Content-Length bounds the body, and the adapter reads it without a stream.
    body =
      contentLength === null
        ? await readChunks(request)
        : new Uint8Array(await request.arrayBuffer());
  } catch {
    return { ok: false, reason: 'malformed' };
  }
  if (!body || body.byteLength > maxBodyBytes) return { ok: false, reason: 'tooLarge' };
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(body) };
  } catch {
    return { ok: false, reason: 'malformed' };
  }
}

/** Undefined if the body is too large. */
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
