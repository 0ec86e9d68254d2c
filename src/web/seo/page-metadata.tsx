import { firm } from '../../content/firm.ts';
import type { CardImage } from '../layout/document.tsx';
import { markdownPath, urlsAt, type PageInfo } from './page-info.ts';
import { structuredData } from './structured-data.ts';

interface PageMetadataProps {
  page: PageInfo;
  publicUrl: string | undefined;
  card: CardImage | undefined;
}

/** What the head of a page that may be found tells search engines, agents and places that show links. */
export function PageMetadata({ page, publicUrl, card }: PageMetadataProps) {
  const urlOf = urlsAt(publicUrl);
  const url = urlOf(page.path);
  return (
    <>
      <link rel="canonical" href={url} />
      <link rel="alternate" type="text/markdown" href={markdownPath(page.path)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={firm.name} />
      {/* "Home" would say nothing beside a link. */}
      <meta property="og:title" content={page.path === '/' ? firm.name : page.title} />
      <meta property="og:description" content={page.description} />
      {publicUrl && <meta property="og:url" content={url} />}
      {publicUrl && card && (
        <>
          <meta property="og:image" content={publicUrl + card.src} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={card.alt} />
        </>
      )}
      {/* X takes the rest from Open Graph. */}
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: inScript(structuredData(page, urlOf)) }}
      />
    </>
  );
}

/** JSON in which no text can end the script that it stands in. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
