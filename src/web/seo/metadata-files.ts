import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { metadata } from '../../content/metadata.ts';
import { officeHours } from '../../content/office-hours.ts';
import { favicon } from './favicon.ts';
import { markdownPath, urlsAt, type PageInfo, type UrlOf } from './page-info.ts';
import { themeColors } from './theme-colors.ts';

interface TextSource {
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
type Texts = Record<string, () => Text | Promise<Text>>;

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

/** robots.txt: everything may be read; what must not be indexed says so itself. */
const robots = (sitemapUrl: string | undefined) =>
  `User-agent: *\nAllow: /\n${sitemapUrl ? `\nSitemap: ${sitemapUrl}\n` : ''}`;

/** sitemap.xml. It says nothing of when a page changed, because nothing knows. */
const sitemap = (pages: PageInfo[], urlOf: UrlOf) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map(({ path }) => `<url><loc>${urlOf(path)}</loc></url>\n`).join('')}</urlset>
`;

/** site.webmanifest. The icons are drawn by the build. */
const webManifest = {
  id: '/',
  name: firm.name,
  description: firm.blurb,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'browser',
  theme_color: themeColors.ink.light,
  background_color: themeColors.film.light,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

/** llms.txt (https://llmstxt.org): what the site is, and where its pages are as Markdown. */
function llms(pages: PageInfo[], urlOf: UrlOf): string {
  const words = metadata;
  const { details } = contact;
  const { street, city, region, postalCode } = firm.address;
  const { days, times } = officeHours(firm.hours);
  return `# ${firm.name}

> ${firm.blurb}

${firm.disclaimer}

${words.form(urlOf('/contact'))}

## ${words.pages}

${list(pages.map(({ path, name, description }) => `[${name}](${urlOf(markdownPath(path))}): ${description}`))}

## ${details.heading}

${list([
  `${details.email}: ${firm.email}`,
  `${details.office}: ${street}, ${city}, ${region} ${postalCode}`,
  `${details.hours}: ${days}, ${times}`,
])}
`;
}

const list = (items: string[]) => items.map((item) => `- ${item}`).join('\n');
