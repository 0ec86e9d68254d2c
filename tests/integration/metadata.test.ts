import { beforeAll, describe, expect, it } from 'vitest';
import { contact } from '../../src/content/contact.ts';
import { firm } from '../../src/content/firm.ts';
import { notFound } from '../../src/content/not-found.ts';
import { allPages } from '../../tools/all-pages.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serveSite } from '../fixtures/serve-site.ts';

const publicUrl = 'https://www.example.com';
const pages = allPages.map(({ path }) => path);

let site: URL;
/** The site without PUBLIC_URL. */
let siteWithoutUrl: URL;
beforeAll(async () => {
  const servers = await Promise.all([serveSite({ PUBLIC_URL: publicUrl }), serveSite()]);
  [site, siteWithoutUrl] = [servers[0].url, servers[1].url];
  return async () => void (await Promise.all(servers.map((server) => server.stop())));
});

const get = (path: string, base = site) => fetch(new URL(path, base));
const textAt = async (path: string, base = site) => (await get(path, base)).text();

/** Returns an attribute of the first element whose tag begins with `start`. */
const readAttribute = (html: string, start: string, attribute: string) =>
  new RegExp(`<${start}[^>]*? ${attribute}="([^"]*)"`).exec(html)?.[1];
const readMetaContent = (html: string, name: string) =>
  readAttribute(html, `meta (?:property|name)="${name}"`, 'content');

it('every response of a site with https has Strict-Transport-Security', async () => {
  for (const path of ['/', '/nowhere', '/readyz']) {
    const { headers } = await get(path);
    expect(headers.get('strict-transport-security'), path).toBe('max-age=63072000');
  }
});

describe('sitemap.xml', () => {
  it('lists exactly the canonical URLs of all pages', async () => {
    const response = await get('/sitemap.xml');
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const locations = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)];
    const canonical = pages.map(async (path) =>
      readAttribute(await textAt(path), 'link rel="canonical"', 'href'),
    );
    expect(locations.map(([, location]) => location)).toEqual(await Promise.all(canonical));
  });

  it('is missing without a public URL, and robots.txt does not name it', async () => {
    expect((await get('/sitemap.xml', siteWithoutUrl)).status).toBe(404);
    expect(await textAt('/robots.txt', siteWithoutUrl)).toBe('User-agent: *\nAllow: /\n');
    expect(await textAt('/robots.txt')).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`);
  });
});

it('icons have their sizes', async () => {
  expect(await readPngSize(await get('/icon-512.png'))).toBe('512x512');
  expect(await readPngSize(await get('/apple-touch-icon.png'))).toBe('180x180');
  expect((await get('/favicon.ico')).headers.get('content-type')).toBe('image/x-icon');
});

describe('a page', () => {
  it('has a description, and Open Graph tags with the site’s image', async () => {
    for (const path of pages) {
      const html = await textAt(path);
      const description = readMetaContent(html, 'description');
      expect(description).toMatch(/\w{3}.*\.$/);
      expect(toPlainText(readMetaContent(html, 'og:title') ?? '')).toContain(firm.name);
      for (const [name, content] of Object.entries({
        'og:url': publicUrl + path,
        'og:description': description,
        'og:image': `${publicUrl}/share.png`,
        'og:image:alt': firm.name,
        'twitter:card': 'summary_large_image',
      }))
        expect(toPlainText(readMetaContent(html, name) ?? '')).toBe(toPlainText(content ?? ''));
    }
    const image = await get('/share.png');
    expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(Number(image.headers.get('content-length'))).toBeLessThan(150_000);
    expect(await readPngSize(image)).toBe('1200x630');
  });

  it('has no absolute URLs without a public URL', async () => {
    const html = await textAt('/about', siteWithoutUrl);
    expect(html).not.toMatch(/og:(url|image)/);
    expect(html).toContain('<link rel="canonical" href="/about"');
    expect(html).toContain('"url":"/"');
  });
});

describe('the structured data of a page', () => {
  const readGraph = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '')[
      '@graph'
    ];

  it('names the site and the firm', async () => {
    expect(readGraph(await textAt('/contact'))).toMatchObject([
      { '@type': 'WebSite', url: `${publicUrl}/`, name: firm.name },
      {
        '@type': 'Organization',
        name: firm.name,
        email: firm.email,
        address: {
          '@type': 'PostalAddress',
          postalCode: firm.address?.postalCode,
          addressCountry: firm.address?.country,
        },
      },
    ]);
  });

  it('contains only facts that are visible on it', async () => {
    for (const path of pages) {
      const html = await textAt(path);
      const readable = toPlainText(
        html.replace(/^[^]*<body>/, '').replaceAll(/data-site="[^"]*"/g, ''),
      );
      const { name, description, email, address } = readGraph(html)[1];
      for (const fact of [name, description, email, address.streetAddress]) {
        expect(String(fact), path).toMatch(/\w/);
        expect(readable, path).toContain(fact);
      }
    }
  });
});

describe('a page that must not be indexed', () => {
  it('has noindex, and neither a canonical URL nor Open Graph tags', async () => {
    const post = (fields: Record<string, string>) =>
      fetch(new URL('/contact', site), { method: 'POST', body: new URLSearchParams(fields) });
    const responses = {
      [notFound.meta.title]: get('/no/such/page'),
      [contact.errors.title]: post({}),
      [contact.outcome.title]: post({ ...sampleInquiry }),
    };
    for (const [title, response] of Object.entries(responses)) {
      const html = await (await response).text();
      expect(toPlainText(html)).toContain(`<title>${title}</title>`);
      expect(readMetaContent(html, 'robots')).toBe('noindex');
      expect(html).not.toMatch(/canonical|og:|ld\+json/);
    }
    for (const path of ['/contact', '/about?sent=2026-11-21T12:00Z']) {
      expect(readMetaContent(await textAt(path), 'robots'), path).toBeUndefined();
    }
  });
});

/** Reads the width and height of a PNG from its first chunk. */
async function readPngSize(response: Response) {
  const header = Buffer.from(await response.arrayBuffer());
  return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`;
}

/** Removes the tags and entities that these pages use. */
const toPlainText = (markup: string) =>
  markup
    .replaceAll(/<!--.*?-->|<\/?span[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'");
