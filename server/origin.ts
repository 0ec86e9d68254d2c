/**
 * Whether a post comes from a page of this site, or from a program instead of a page. Browsers say
 * where a post comes from in `Origin`, or at least in `Sec-Fetch-Site`; no page can forge them.
 * `publicUrl` is the site's origin, where it is known; otherwise the Host header has to do.
 */
export function isFromThisSite(request: Request, publicUrl: string | undefined): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) {
    const site = request.headers.get('sec-fetch-site');
    return site === null || site === 'same-origin' || site === 'none';
  }
  if (publicUrl) return origin === publicUrl;

  // The scheme is a proxy's to know, so hosts are compared, each with its scheme's default port.
  const url = URL.parse(origin);
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return !!url?.host && url.host === URL.parse(`${url.protocol}//${host}`)?.host;
}
