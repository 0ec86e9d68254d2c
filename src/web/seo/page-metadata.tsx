import { firm } from '../../content/firm.ts';

interface PageMetadataProps {
  page: { path: string; title: string; description: string };
  publicUrl: string | undefined;
}

export function PageMetadata({ page, publicUrl }: PageMetadataProps) {
  const url = `${publicUrl ?? ''}${page.path}`;
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
          <meta property="og:image" content={`${publicUrl}/share.png`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={firm.name} />
        </>
      )}
      {publicUrl && page.path === '/' && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: describeOrganization(publicUrl) }}
        />
      )}
      {/* X reads the rest from Open Graph. */}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** Describes the firm to search engines as JSON-LD (https://schema.org/Organization). */
function describeOrganization(publicUrl: string): string {
  const { name, legalName, email, address } = firm;
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    legalName,
    url: publicUrl,
    logo: `${publicUrl}/apple-touch-icon.png`,
    email,
    address: address && {
      '@type': 'PostalAddress',
      streetAddress: address.lines.join(', '),
      addressCountry: address.country,
    },
  };
  return JSON.stringify(organization).replaceAll('<', String.raw`\u003c`);
}
