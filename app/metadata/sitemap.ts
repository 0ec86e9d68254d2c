import type { PageInfo, UrlOf } from './page-info.ts';

/** sitemap.xml. It says nothing of when a page changed, because nothing knows. */
export const sitemap = (pages: PageInfo[], urlOf: UrlOf) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map(({ path }) => `<url><loc>${urlOf(path)}</loc></url>\n`).join('')}</urlset>
`;
