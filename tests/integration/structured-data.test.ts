import { beforeAll, describe, expect, it } from 'vitest';
import { firm } from '../../src/content/firm.ts';
import { allPages } from '../../tools/all-pages.ts';
import { serveSite } from '../fixtures/serve-site.ts';

const publicUrl = 'https://www.example.com';
const pages = allPages.map(({ path }) => path);

/** HTML of each page, by path. */
const documents: Record<string, string> = {};
beforeAll(async () => {
  const { url, stop } = await serveSite({ PUBLIC_URL: publicUrl });
  for (const path of pages) documents[path] = await (await fetch(new URL(path, url))).text();
  await stop();
});

const extractJsonLd = (html = '') =>
  /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';

describe('structured data', () => {
  it('names the firm, the site and the page', () => {
    const types = JSON.parse(extractJsonLd(documents['/contact']))['@graph'];
    expect(types).toMatchObject([
      { '@type': 'WebSite', url: `${publicUrl}/`, name: firm.name },
      {
        '@type': 'Organization',
        name: firm.name,
        email: firm.email,
        address: { '@type': 'PostalAddress', postalCode: firm.address.postalCode },
        contactPoint: { '@type': 'ContactPoint', url: `${publicUrl}/contact` },
      },
      {
        '@type': 'ContactPage',
        url: `${publicUrl}/contact`,
        isPartOf: { '@id': `${publicUrl}/#website` },
      },
    ]);
  });

  it('contains only facts that are visible on the page', () => {
    for (const path of pages) {
      const html = documents[path] ?? '';
      const readable = toPlainText(
        html.replace(/^[^]*<body>/, '').replaceAll(/data-site="[^"]*"/g, ''),
      );
      const { name, description, email, address } = JSON.parse(extractJsonLd(html))['@graph'][1];
      for (const fact of [name, description, email, address?.streetAddress]) {
        if (fact) expect(readable, path).toContain(fact);
      }
    }
  });
});

/** Removes the tags and entities that these pages use. */
const toPlainText = (markup: string) =>
  markup
    .replaceAll(/<!--.*?-->|<\/?span[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'");
