import type { Graph, Organization } from 'schema-dts';
import { firm } from '../../content/firm.ts';
import { footer } from '../../content/layout.ts';

/** Metadata of a page that search engines may index. */
export interface PageInfo {
  path: string;
  title: string;
  description: string;
}

const types: Record<string, 'AboutPage' | 'ContactPage'> = {
  '/about': 'AboutPage',
  '/contact': 'ContactPage',
};

/**
 * Returns a page's schema.org graph. It contains only facts that are visible on the page. `origin` is
 * empty if the site's public origin is unknown.
 */
export function structuredData(page: PageInfo, origin: string): Graph {
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
  } satisfies Partial<Organization>;
}
