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
