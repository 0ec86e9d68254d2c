import { firm } from '../../content/firm.ts';

interface PageMetadataProps {
  page: { path: string; title: string; description: string };
  publicUrl: string | undefined;
}

export function PageMetadata({ page, publicUrl }: PageMetadataProps) {
  const origin = publicUrl ?? '';
  const url = origin + page.path;
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={firm.name} />
      <meta property="og:title" content={page.title} />
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
        dangerouslySetInnerHTML={{ __html: escapeForScript(structuredData(origin)) }}
      />
    </>
  );
}

/** Serializes JSON without `<`, which could close the script element. */
const escapeForScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Returns the schema.org graph: only facts that each page shows. `origin` is empty if it is unknown. */
function structuredData(origin: string) {
  const { name, description, email, address } = firm;
  const url = `${origin}/`;
  const website = { '@type': 'WebSite', '@id': `${url}#website`, url, name, inLanguage: 'en' };
  const publisher = { '@id': `${url}#organization` };
  const organization = { '@type': 'Organization', ...publisher, name, url };
  const postalAddress = address && {
    '@type': 'PostalAddress',
    streetAddress: address.street,
    addressLocality: address.city,
    addressRegion: address.region,
    postalCode: address.postalCode,
    addressCountry: address.country,
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { ...website, publisher },
      { ...organization, logo: `${url}icon-512.png`, description, email, address: postalAddress },
    ],
  };
}
