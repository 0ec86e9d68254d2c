import { favicon } from './favicon.ts';
import { llms } from './llms.ts';
import { markdownPath } from './markdown-path.ts';
import { urlsAt, type PageInfo } from './page-info.ts';
import { robots } from './robots.ts';
import { sitemap } from './sitemap.ts';
import { webManifest } from './web-manifest.ts';

export interface TextSource {
  /** The pages that may be found. */
  pages: PageInfo[];
  /** The site's public origin, without a trailing slash. */
  publicUrl: string | undefined;
  retentionMonths: number | undefined;
  /** The markup of the page at `path`. */
  markupOf: (path: string) => Promise<string>;
}

/** A text that the server answers with, and what it says of it. */
export interface Text {
  headers: Record<string, string>;
  body: string;
}

/** How to render each text by its URL path. */
export type Texts = Record<string, () => Text | Promise<Text>>;

/** What only programs read. A sitemap has absolute addresses or is none. */
export function texts({ pages, publicUrl, retentionMonths, markupOf }: TextSource): Texts {
  const urlOf = urlsAt(publicUrl);
  const sitemapUrl = publicUrl && urlOf('/sitemap.xml');
  const written: Texts = {
    '/robots.txt': () => text('text/plain', robots(sitemapUrl)),
    '/favicon.svg': () => ({ headers: { 'content-type': 'image/svg+xml' }, body: favicon() }),
    '/llms.txt': () => text('text/plain', llms(pages, urlOf)),
    '/site.webmanifest': () => ({
      headers: { 'content-type': 'application/manifest+json' },
      body: JSON.stringify(webManifest),
    }),
  };
  if (sitemapUrl) {
    written['/sitemap.xml'] = () => text('application/xml', sitemap(pages, urlOf));
  }
  for (const page of pages) {
    written[markdownPath(page.path)] = async () => {
      // Half of what renders pages, and few ask for these.
      const { pageMarkdown } = await import('./page-markdown.ts');
      const markup = await markupOf(page.path);
      return text('text/markdown', pageMarkdown(markup, page, { urlOf, retentionMonths }), {
        // Search engines show people the page itself.
        link: `<${urlOf(page.path)}>; rel="canonical"`,
      });
    };
  }
  return written;
}

const text = (type: string, body: string, headers?: Record<string, string>): Text => ({
  headers: { 'content-type': `${type}; charset=utf-8`, ...headers },
  body,
});
