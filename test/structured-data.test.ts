import { beforeAll, describe, expect, it } from 'vitest';
import { firm } from '../app/content/firm.ts';
import { plain } from './plain-text.ts';
import { schemaOrgProblems } from './schema-org.ts';
import { serveSite } from './serve-site.ts';

const publicUrl = 'https://www.example.com';
const pages = ['/', '/about', '/platform', '/ecosystems', '/contact'];

/** The HTML of each page by its path. */
const documents: Record<string, string> = {};
beforeAll(async () => {
  const { url, stop } = await serveSite({ PUBLIC_URL: publicUrl });
  for (const path of pages) documents[path] = await (await fetch(new URL(path, url))).text();
  await stop();
});

const jsonLdOf = (html = '') =>
  /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';

describe('structured data', () => {
  it('holds what schema.org defines, and nothing else', () => {
    const texts = pages.map((path) => jsonLdOf(documents[path]));
    const contact = JSON.parse(texts.at(-1) ?? '');
    const [, organization, page] = contact['@graph'].map((item: object) =>
      JSON.stringify({ ...contact, '@graph': [item] }),
    );
    const wrong = [
      organization.replace('"Organization"', '"Organisation"'),
      organization.replace('"logo"', '"emblem"'),
      organization.replace('"Monday"', '"Moonday"'),
      page.replace('"isPartOf"', '"opens":"09:00","isPartOf"'),
    ];
    const problems = schemaOrgProblems([...texts, ...wrong]);
    expect(problems.slice(0, texts.length)).toEqual(texts.map(() => []));
    for (const found of problems.slice(texts.length)) expect(found).not.toEqual([]);
  }, 60_000);

  it('names the firm, the site and the page’s place in it', () => {
    const types = JSON.parse(jsonLdOf(documents['/contact']))['@graph'];
    expect(types).toMatchObject([
      { '@type': 'WebSite', url: `${publicUrl}/`, name: firm.name },
      {
        '@type': 'Organization',
        name: firm.name,
        email: firm.email,
        address: { '@type': 'PostalAddress', postalCode: firm.address.postalCode },
        contactPoint: { hoursAvailable: { opens: '09:00', closes: '18:00' } },
      },
      {
        '@type': 'ContactPage',
        breadcrumb: {
          '@type': 'BreadcrumbList',
          itemListElement: [{ item: `${publicUrl}/` }, { item: `${publicUrl}/contact` }],
        },
      },
    ]);
  });

  it('says on each page only what a visitor can read there', () => {
    for (const path of pages) {
      const html = documents[path] ?? '';
      const readable = plain(html.replace(/^[^]*<body>/, '').replaceAll(/data-site="[^"]*"/g, ''));
      const { name, description, email, address } = JSON.parse(jsonLdOf(html))['@graph'][1];
      for (const fact of [name, description, email, address?.streetAddress]) {
        if (fact) expect(readable, path).toContain(fact);
      }
    }
  });
});
