import { firm } from '../../content/firm.ts';
import { pages } from '../../content/pages.ts';
import { dayMs, type EpochMs } from '../../text/format-time.ts';

/** Time of the build. Development has none and uses the current time. */
const buildTime: EpochMs = Number(import.meta.env['BUILT_AT'] ?? Date.now());

const securityTxtPath = '/.well-known/security.txt';

interface MetadataFile {
  /** Media type. */
  type: string;
  body: string;
}

const textType = 'text/plain; charset=utf-8';
const xmlType = 'application/xml; charset=utf-8';

/**
 * Renders files for crawlers and security researchers, by URL path. The sitemap needs a public URL.
 */
export function renderMetadataFiles(
  publicUrl: string | undefined,
  builtAtMs = buildTime,
): Record<string, MetadataFile> {
  const files: Record<string, MetadataFile> = {
    '/robots.txt': { type: textType, body: renderRobotsTxt(publicUrl) },
    [securityTxtPath]: { type: textType, body: renderSecurityTxt(publicUrl, builtAtMs) },
  };
  if (publicUrl) files['/sitemap.xml'] = { type: xmlType, body: renderSitemap(publicUrl) };
  return files;
}

/**
 * Renders robots.txt, which allows everything: pages that must not be indexed have a robots tag.
 */
function renderRobotsTxt(publicUrl: string | undefined): string {
  const rules = 'User-agent: *\nAllow: /\n';
  return publicUrl ? `${rules}\nSitemap: ${publicUrl}/sitemap.xml\n` : rules;
}

/**
 * Validity of security.txt: less than a year, as RFC 9116 recommends. The file of an abandoned site
 * expires.
 */
const validMs = 360 * dayMs;

/** Renders security.txt: the contact for vulnerability reports (RFC 9116). */
const renderSecurityTxt = (publicUrl: string | undefined, builtAtMs: EpochMs) =>
  `Contact: mailto:${firm.email}
Expires: ${new Date(builtAtMs + validMs).toISOString()}
Preferred-Languages: ${listLanguages().join(', ')}
${publicUrl ? `Canonical: ${publicUrl}${securityTxtPath}\n` : ''}`;

/**
 * Returns the languages of security.txt: that of the pages, and English, which the team always
 * reads.
 */
function listLanguages(): string[] {
  const { language } = new Intl.Locale(firm.locale ?? 'en');
  return language === 'en' ? ['en'] : [language, 'en'];
}

/** Renders sitemap.xml, without `lastmod`, since the change dates are unknown. */
const renderSitemap = (publicUrl: string) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map(({ path }) => `<url><loc>${publicUrl}${path}</loc></url>\n`).join('')}</urlset>
`;
