import type { Context } from 'hono';
import type { BodyRejection } from './read-body.ts';

export type PostRejection = 'crossSite' | 'wrongType' | 'compressed' | BodyRejection;

const reject = (reason: PostRejection) => ({ ok: false, reason }) as const;

/** Checks origin, content type and encoding of a POST, and decodes its body. */
export async function readPost(
  { req, env }: Context,
  mediaType: string,
  publicUrl: string | undefined,
) {
  if (!isSameOrigin(req.raw, publicUrl)) return reject('crossSite');
  const [sentType = ''] = (req.header('content-type') ?? '').split(';');
  if (sentType.trim().toLowerCase() !== mediaType) return reject('wrongType');
  const coding = req.header('content-encoding') ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') return reject('compressed');
  const bodyRejection: BodyRejection | undefined = env?.incoming?.bodyRejection;
  if (bodyRejection) return reject(bodyRejection);
  try {
    const bytes = await req.raw.arrayBuffer();
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) } as const;
  } catch {
    return reject('malformed');
  }
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
