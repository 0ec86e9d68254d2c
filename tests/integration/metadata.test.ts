import { beforeAll, describe, expect, it } from 'vitest';
import { firm } from '../../src/content/firm.ts';
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

const get = (path: string, base = site, headers = {}) =>
  fetch(new URL(path, base), { headers: { 'accept-encoding': 'br', ...headers } });
const textAt = async (path: string, base = site) => (await get(path, base)).text();

/** Returns the values of an attribute of the elements whose tag begins with `start`. */
const readAttributes = (html: string, start: string, attribute: string) =>
  [...html.matchAll(new RegExp(`<${start}[^>]*? ${attribute}="([^"]*)"`, 'g'))].map(([, v]) => v);
const readMetaContent = (html: string, name: string) =>
  readAttributes(html, `meta (?:property|name)="${name}"`, 'content')[0];

describe('sitemap.xml', () => {
  it('lists exactly the canonical URLs of all pages', async () => {
    const response = await get('/sitemap.xml');
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const locations = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)];
    const canonical = pages.map(async (path) => {
      return readAttributes(await textAt(path), 'link rel="canonical"', 'href')[0];
    });
    expect(locations.map(([, location]) => location)).toEqual(await Promise.all(canonical));
  });

  it('is missing without a public URL, and robots.txt does not name it', async () => {
    expect((await get('/sitemap.xml', siteWithoutUrl)).status).toBe(404);
    expect(await textAt('/robots.txt', siteWithoutUrl)).toBe('User-agent: *\nAllow: /\n');
    expect(await textAt('/robots.txt')).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`);
  });
});

describe('a metadata file', () => {
  const paths = ['/robots.txt', '/sitemap.xml'];

  it('is sent compressed, with its type and an ETag', async () => {
    for (const path of paths) {
      const first = await get(path);
      expect(first.status, path).toBe(200);
      expect(first.headers.get('content-encoding'), path).toBe('br');
      const etag = first.headers.get('etag') ?? '';
      const again = await get(path, site, { 'if-none-match': etag });
      expect(again.status, path).toBe(304);
      expect(first.headers.get('content-type'), path).toMatch(/^(text\/plain|application\/)/);
    }
  });

  it('icons have their sizes', async () => {
    expect(await readPngSize(await get('/icon-512.png'))).toBe('512x512');
    expect(await readPngSize(await get('/apple-touch-icon.png'))).toBe('180x180');
    expect((await get('/favicon.ico')).headers.get('content-type')).toBe('image/png');
  });
});

describe('a page', () => {
  it('has a description, and Open Graph tags with the site’s image', async () => {
    for (const path of pages) {
      const html = await textAt(path);
      expect(readMetaContent(html, 'og:url')).toBe(publicUrl + path);
      expect(readMetaContent(html, 'og:title')).toContain(firm.name);
      expect(readMetaContent(html, 'description')).toMatch(/\w{3}.*\.$/);
      expect(readMetaContent(html, 'og:description')).toBe(readMetaContent(html, 'description'));
      expect(readMetaContent(html, 'og:image')).toBe(`${publicUrl}/share.png`);
      expect(readMetaContent(html, 'og:image:alt')).toBe(firm.name);
      expect(readMetaContent(html, 'twitter:card')).toBe('summary_large_image');
    }
    const image = await get('/share.png');
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
        address: { '@type': 'PostalAddress', postalCode: firm.address.postalCode },
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
      'Page not found': get('/no/such/page'),
      'Error: Contact': post({}),
      'Inquiry received: Contact': post({ ...sampleInquiry }),
    };
    for (const [title, response] of Object.entries(responses)) {
      const html = await (await response).text();
      expect(html).toContain(`<title>${title} | `);
      expect(readMetaContent(html, 'robots')).toBe('noindex');
      expect(html).not.toMatch(/canonical|og:|ld\+json/);
    }
    expect(readMetaContent(await textAt('/contact'), 'robots')).toBeUndefined();
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
