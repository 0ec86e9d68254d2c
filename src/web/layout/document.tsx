import type { ReactNode } from 'react';
import { themeColors } from '../../content/theme-colors.ts';
import type { PageHandle } from '../routes.ts';
import { formatSiteData, type SiteData } from '../site-data.ts';

interface DocumentScript {
  src: string;
  /** Subresource Integrity hash; absent in development. */
  integrity?: string;
}

/** The build's files that a document references, as URL paths. */
export interface DocumentAssets {
  scripts: DocumentScript[];
  /**
   * Returns the URLs of the scripts of modules such as `/src/web/hydrate.tsx` in the given order,
   * followed by the URLs of their imports.
   */
  getUrls: (modules: string[]) => string[];
  /** CSS text, inlined so that a page paints from its first network flight. */
  styles?: string;
  /** URL of the style sheet for printing, which does not delay the page. */
  printStyles: string;
  /** URLs of the web fonts, for pages without scripts. */
  fonts?: string[];
  /** URL of the style sheet in development, which reloads after an edit. */
  stylesheet?: string;
}

interface DocumentProps {
  /** Language tag (default: English). */
  lang?: string | undefined;
  title: string;
  description: string;
  /** Tags for search engines and link previews; absent if the page is not indexed. */
  metadata?: ReactNode;
  headerTheme?: PageHandle['headerTheme'];
  assets: DocumentAssets;
  /** Data for hydration; absent on pages without script. */
  site?: SiteData;
  /** Modules that hydration needs; absent on pages without script. */
  modules?: string[];
  /** The rendered application. */
  markup: string;
}

/** The HTML document around the application (`markup`), rendered on the server only. */
export function Document({
  assets,
  site,
  headerTheme = 'ink',
  lang = 'en',
  ...page
}: DocumentProps) {
  const hasScripts = assets.scripts.length > 0;
  return (
    <html lang={lang} className={hasScripts ? undefined : 'fonts-loaded'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{page.title}</title>
        <meta name="description" content={page.description} />
        {page.metadata || <meta name="robots" content="noindex" />}
        {(['light', 'dark'] as const).map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            media={`(prefers-color-scheme:${scheme})`}
            content={themeColors[headerTheme][scheme]}
          />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {/* Preloads these fonts because a preload obeys the Referrer-Policy. A font loaded by a
            style sheet does not: it would send the URL of an action link, which is a credential, to
            access logs. */}
        {!hasScripts &&
          assets.fonts?.map((href) => (
            <link key={href} rel="preload" as="font" href={href} crossOrigin="" />
          ))}
        {assets.styles && <style dangerouslySetInnerHTML={{ __html: assets.styles }} />}
        {assets.stylesheet && <link rel="stylesheet" href={assets.stylesheet} />}
        <link rel="stylesheet" media="print" href={assets.printStyles} />
        {assets.scripts.map((script) => (
          <script key={script.src} type="module" {...script} fetchPriority="low" />
        ))}
      </head>
      <body>
        <div
          id="root"
          data-site={site && formatSiteData(site)}
          data-modules={page.modules && assets.getUrls(page.modules).join(' ')}
          dangerouslySetInnerHTML={{ __html: page.markup }}
        />
      </body>
    </html>
  );
}
