import type { Graph, Organization } from 'schema-dts';
import { firm } from '../../content/firm.ts';
import { footer } from '../../content/layout.ts';
import type { PageInfo, UrlOf } from './page-info.ts';

const types: Record<string, 'AboutPage' | 'ContactPage'> = {
  '/about': 'AboutPage',
  '/contact': 'ContactPage',
};

/** What a page says in the vocabulary of schema.org: only what a visitor can read on it too. */
export function structuredData(page: PageInfo, urlOf: UrlOf): Graph {
  const website = { '@id': urlOf('/#website') };
  const organization = { '@id': urlOf('/#organization') };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        ...website,
        url: urlOf('/'),
        name: firm.name,
        inLanguage: 'en',
        publisher: organization,
      },
      {
        '@type': 'Organization',
        ...organization,
        name: firm.name,
        url: urlOf('/'),
        logo: urlOf('/icon-512.png'),
        description: firm.blurb,
        ...(page.path === '/contact' && contactOf(urlOf)),
      },
      {
        '@type': types[page.path] ?? 'WebPage',
        '@id': urlOf(`${page.path}#page`),
        url: urlOf(page.path),
        name: page.title,
        description: page.description,
        isPartOf: website,
        about: organization,
      },
    ],
  };
}

/** Stands on the contact page alone, so it is said there alone. */
function contactOf(urlOf: UrlOf) {
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
      url: urlOf('/contact'),
    },
  } satisfies Partial<Organization>;
}
