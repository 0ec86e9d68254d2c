import type { Graph, Organization } from 'schema-dts';
import { firm } from '../../content/firm.ts';
import { footer } from '../../content/layout.ts';
import type { PageInfo, ResolveUrl } from './page-info.ts';

const types: Record<string, 'AboutPage' | 'ContactPage'> = {
  '/about': 'AboutPage',
  '/contact': 'ContactPage',
};

/** Returns a page's schema.org graph. It contains only facts that are visible on the page. */
export function structuredData(page: PageInfo, resolveUrl: ResolveUrl): Graph {
  const website = { '@id': resolveUrl('/#website') };
  const organization = { '@id': resolveUrl('/#organization') };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        ...website,
        url: resolveUrl('/'),
        name: firm.name,
        inLanguage: 'en',
        publisher: organization,
      },
      {
        '@type': 'Organization',
        ...organization,
        name: firm.name,
        url: resolveUrl('/'),
        logo: resolveUrl('/icon-512.png'),
        description: firm.blurb,
        ...(page.path === '/contact' && getContactDetails(resolveUrl)),
      },
      {
        '@type': types[page.path] ?? 'WebPage',
        '@id': resolveUrl(`${page.path}#page`),
        url: resolveUrl(page.path),
        name: page.title,
        description: page.description,
        isPartOf: website,
        about: organization,
      },
    ],
  };
}

/** Returns the contact details, which are visible on the contact page only. */
function getContactDetails(resolveUrl: ResolveUrl) {
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
      url: resolveUrl('/contact'),
    },
  } satisfies Partial<Organization>;
}
