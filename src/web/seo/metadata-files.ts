import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { metadata } from '../../content/metadata.ts';
import { formatOfficeHours } from '../../content/office-hours.ts';
import { themeColors } from '../../content/theme-colors.ts';
import { markdownPath, createUrlResolver, type PageInfo, type ResolveUrl } from './page-info.ts';

interface MetadataOptions {
  /** The indexed pages. */
  pages: PageInfo[];
  /** The site's public origin, without a trailing slash. */
  publicUrl: string | undefined;
  retentionMonths: number | undefined;
  /** Renders the page at `path`. */
  renderMarkup: (path: string) => Promise<string>;
}

/** The response for a machine-readable file. */
export interface MetadataFile {
  headers: Record<string, string>;
  body: string;
}

/** Render functions by URL path. */
type MetadataFiles = Record<string, () => MetadataFile | Promise<MetadataFile>>;

/** Returns the machine-readable files. The sitemap needs `publicUrl`, for absolute URLs. */
export function metadataFiles({
  pages,
  publicUrl,
  retentionMonths,
  renderMarkup: markupOf,
}: MetadataOptions): MetadataFiles {
  const resolveUrl = createUrlResolver(publicUrl);
  const sitemapUrl = publicUrl && resolveUrl('/sitemap.xml');
  const files: MetadataFiles = {
    '/robots.txt': () => textFile('text/plain', robots(sitemapUrl)),
    '/llms.txt': () => textFile('text/plain', llms(pages, resolveUrl)),
    '/site.webmanifest': () => ({
      headers: { 'content-type': 'application/manifest+json' },
      body: JSON.stringify(webManifest),
    }),
  };
  if (sitemapUrl) {
    files['/sitemap.xml'] = () => textFile('application/xml', sitemap(pages, resolveUrl));
  }
  for (const page of pages) {
    files[markdownPath(page.path)] = async () => {
      // Lazily loaded: half of the server bundle, for few requests.
      const { pageMarkdown } = await import('./page-markdown.ts');
      const markup = await markupOf(page.path);
      return textFile(
        'text/markdown',
        pageMarkdown(markup, page, { resolveUrl, retentionMonths }),
        {
          // Lets search engines link to the page itself.
          link: `<${resolveUrl(page.path)}>; rel="canonical"`,
        },
      );
    };
  }
  return files;
}

const textFile = (type: string, body: string, headers?: Record<string, string>): MetadataFile => ({
  headers: { 'content-type': `${type}; charset=utf-8`, ...headers },
  body,
});

/** Renders robots.txt, which allows everything: pages that are not indexed have a robots tag. */
const robots = (sitemapUrl: string | undefined) =>
  `User-agent: *\nAllow: /\n${sitemapUrl ? `\nSitemap: ${sitemapUrl}\n` : ''}`;

/** Renders sitemap.xml, without `lastmod`, since the change dates are unknown. */
const sitemap = (
  pages: PageInfo[],
  resolveUrl: ResolveUrl,
) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map(({ path }) => `<url><loc>${resolveUrl(path)}</loc></url>\n`).join('')}</urlset>
`;

/** Contents of site.webmanifest. Its icons are in src/content/images. */
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

/** Renders llms.txt (https://llmstxt.org), which links to the Markdown pages. */
function llms(pages: PageInfo[], resolveUrl: ResolveUrl): string {
  const copy = metadata;
  const { details } = contact;
  const { street, city, region, postalCode } = firm.address;
  const { days, times } = formatOfficeHours(firm.hours);
  return `# ${firm.name}

> ${firm.blurb}

${firm.disclaimer}

${copy.form(resolveUrl('/contact'))}

## ${copy.pages}

${markdownList(pages.map(({ path, name, description }) => `[${name}](${resolveUrl(markdownPath(path))}): ${description}`))}

## ${details.heading}

${markdownList([
  `${details.email}: ${firm.email}`,
  `${details.office}: ${street}, ${city}, ${region} ${postalCode}`,
  `${details.hours}: ${days}, ${times}`,
])}
`;
}

const markdownList = (items: string[]) => items.map((item) => `- ${item}`).join('\n');
