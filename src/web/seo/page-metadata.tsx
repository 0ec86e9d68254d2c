import { firm } from '../../content/firm.ts';
import { type PageInfo, structuredData } from './structured-data.ts';

interface PageMetadataProps {
  page: PageInfo;
  publicUrl: string | undefined;
}

/** Renders the tags for search engines, agents and link previews. */
export function PageMetadata({ page, publicUrl }: PageMetadataProps) {
  const origin = publicUrl ?? '';
  const url = origin + page.path;
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={firm.name} />
      {/* "Home" is no useful title for a link preview. */}
      <meta property="og:title" content={page.path === '/' ? firm.name : page.title} />
      <meta property="og:description" content={page.description} />
      {publicUrl && (
        <>
          <meta property="og:url" content={url} />
          <meta property="og:image" content={`${origin}/share.png`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={firm.name} />
        </>
      )}
      {/* X reads the rest from Open Graph. */}
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: escapeForScript(structuredData(page, origin)) }}
      />
    </>
  );
}

/** Serializes JSON without `<`, which could close the script element. */
const escapeForScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
