import type { ReactNode } from 'react';
import type { PageHandle } from '../page-handle.ts';
import { themeColors } from '../seo/theme-colors.ts';
import type { Site } from '../site-data.ts';

/** A page's picture for places that show links: its URL path, and its words. */
export interface CardImage {
  src: string;
  alt: string;
}

/** The files of a build that a document names, as URL paths. */
export interface DocumentAssets {
  /** `integrity` is the hash that the browser compares before it runs the script. */
  scripts: { src: string; integrity?: string }[];
  /** The text of the style sheet: inlined, so that a page paints from its first network flight. */
  styles?: string;
  /** In development the style sheet is a file that the browser can reload. */
  stylesheet?: string;
  /** The card of each page by its path. Absent in development, where nothing is drawn. */
  cards?: Record<string, CardImage>;
}

export interface DocumentProps {
  title: string;
  description: string;
  /** What programs are told about the page; absent where it is not to be indexed. */
  metadata?: ReactNode;
  tone?: PageHandle['tone'];
  assets: DocumentAssets;
  /** What the application takes over with; absent where there is none. */
  site?: Site;
  /** The application's markup. */
  markup: string;
}

const schemes = ['light', 'dark'] as const;

/** The shell around the application: rendered on the server only. */
export function Document({ assets, site, tone = 'ink', ...page }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{page.title}</title>
        <meta name="description" content={page.description} />
        {page.metadata || <meta name="robots" content="noindex" />}
        {schemes.map((scheme) => (
          <meta
            key={scheme}
            name="theme-color"
            media={`(prefers-color-scheme:${scheme})`}
            content={themeColors[tone][scheme]}
          />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {assets.cards && (
          <>
            <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
            <link rel="manifest" href="/site.webmanifest" />
          </>
        )}
        {assets.styles && <style dangerouslySetInnerHTML={{ __html: assets.styles }} />}
        {assets.stylesheet && <link rel="stylesheet" href={assets.stylesheet} />}
        {assets.scripts.map((script) => (
          <script key={script.src} type="module" {...script} fetchPriority="low" />
        ))}
      </head>
      <body>
        <div
          id="root"
          data-site={site && JSON.stringify(site)}
          dangerouslySetInnerHTML={{ __html: page.markup }}
        />
      </body>
    </html>
  );
}
