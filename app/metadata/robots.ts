/** robots.txt: everything may be read; what must not be indexed says so itself. */
export const robots = (sitemapUrl: string | undefined) =>
  `User-agent: *\nAllow: /\n${sitemapUrl ? `\nSitemap: ${sitemapUrl}\n` : ''}`;
