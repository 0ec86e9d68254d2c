import { firm } from '../../content/firm.ts';
import { footer } from '../../content/layout.ts';

/** Metadata of a page that search engines may index. */
interface PageInfo {
  path: string;
  title: string;
  description: string;
}

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
        dangerouslySetInnerHTML={{ __html: escapeForScript(structuredData(page, origin)) }}
      />
    </>
  );
}

/** Serializes JSON without `<`, which could close the script element. */
const escapeForScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const types: Record<string, string> = {
  '/about': 'AboutPage',
  '/contact': 'ContactPage',
};

/**
 * Returns a page's schema.org graph. It contains only facts that are visible on the page. `origin` is
 * empty if the site's public origin is unknown.
 */
function structuredData(page: PageInfo, origin: string) {
  const website = { '@id': `${origin}/#website` };
  const organization = { '@id': `${origin}/#organization` };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        ...website,
        url: `${origin}/`,
        name: firm.name,
        inLanguage: 'en',
        publisher: organization,
      },
      {
        '@type': 'Organization',
        ...organization,
        name: firm.name,
        url: `${origin}/`,
        logo: `${origin}/icon-512.png`,
        description: firm.blurb,
        ...(page.path === '/contact' && getContactDetails(origin)),
      },
      {
        '@type': types[page.path] ?? 'WebPage',
        '@id': `${origin}${page.path}#page`,
        url: `${origin}${page.path}`,
        name: page.title,
        description: page.description,
        isPartOf: website,
        about: organization,
      },
    ],
  };
}

/** Returns the contact details, which are visible on the contact page only. */
function getContactDetails(origin: string) {
  const { email, address } = firm;
  return {
    email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.region,
      postalCode: address.postalCode,
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: footer.inquiries,
      email,
      url: `${origin}/contact`,
    },
  };
}
