import type { Site } from '../site.tsx';

/** The files of a build that a document names, as URL paths; `styles` is the stylesheet's text. */
export interface DocumentAssets {
  /** `integrity` is the hash that the browser compares before it runs the script. */
  scripts: { src: string; integrity?: string }[];
  fonts: string[];
  /** Inlined, so that the page paints from its first network flight. */
  styles?: string;
  /** In development the stylesheet is a file that the browser can reload. */
  stylesheet?: string;
}

export interface DocumentProps {
  title: string;
  description: string;
  /** Absolute where PUBLIC_URL is known; absent on pages that are not to be indexed. */
  canonical: string | undefined;
  assets: DocumentAssets;
  /** What the application takes over with; absent where there is none. */
  site?: Site;
  /** The application's markup. */
  markup: string;
}

/** The shell around the application: rendered on the server only. */
export function Document({ assets, site, ...page }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{page.title}</title>
        <meta name="description" content={page.description} />
        {page.canonical ? (
          <link rel="canonical" href={page.canonical} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
        <meta name="theme-color" content="#0b1d19" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
        ))}
        {assets.styles && <style dangerouslySetInnerHTML={{ __html: assets.styles }} />}
        {assets.stylesheet && <link rel="stylesheet" href={assets.stylesheet} />}
        {assets.scripts.map((script) => (
          <script key={script.src} type="module" {...script} />
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
