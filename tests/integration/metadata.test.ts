import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';
import { contact } from '../../src/content/contact.ts';
import { firm } from '../../src/content/firm.ts';
import { notFound } from '../../src/content/not-found.ts';
import { allPages } from '../fixtures/all-pages.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const publicUrl = 'https://www.example.com';

const site = serveSiteForFile({ PUBLIC_URL: publicUrl });
const siteWithoutUrl = serveSiteForFile();
/** The HTML of all pages by path. */
const pages = new Map<string, string>();
beforeAll(async () => {
  for (const { path } of allPages) pages.set(path, await textAt(path));
});

const get = (path: string, { url } = site) => fetch(url() + path);
const textAt = async (path: string, from = site) => (await get(path, from)).text();
const post = (fields: Record<string, string>) =>
  fetch(`${site.url()}/contact`, { method: 'POST', body: new URLSearchParams(fields) });

/** Returns an attribute of the first element whose tag begins with `start`. */
const readAttribute = (html: string, start: string, attribute: string) =>
  new RegExp(`<${start}[^>]*? ${attribute}="([^"]*)"`).exec(html)?.[1];
const readMetaContent = (html: string, name: string) =>
  readAttribute(html, `meta (?:property|name)="${name}"`, 'content');

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:a11y', 'html-validate:document'],
    rules: {
      // React's HTML style, which is valid.
      'doctype-style': 'off',
      'attr-case': 'off',
      'void-style': 'off',
      'attribute-empty-style': 'off',
      'attribute-boolean-style': 'off',
      // All scripts are same-origin.
      'require-sri': 'off',
      // The form's heading names its fieldset (WCAG technique ARIA17).
      'wcag/h71': 'off',
    },
  }),
);

async function validate(html: string) {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

it('sitemap.xml lists exactly the canonical URLs of all pages', async () => {
  const response = await get('/sitemap.xml');
  expect(response.headers.get('strict-transport-security')).toBe('max-age=63072000');
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const locations = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)];
  const canonical = [...pages.values()].map((html) =>
    readAttribute(html, 'link rel="canonical"', 'href'),
  );
  expect(locations.map(([, location]) => location)).toEqual(canonical);
  expect(await textAt('/robots.txt')).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`);
});

it('without a public URL there is no sitemap, and no absolute URL', async () => {
  expect((await get('/sitemap.xml', siteWithoutUrl)).status).toBe(404);
  expect(await textAt('/robots.txt', siteWithoutUrl)).toBe('User-agent: *\nAllow: /\n');
  const html = await textAt('/about', siteWithoutUrl);
  expect(html).not.toMatch(/og:(url|image)/);
  expect(html).toContain('<link rel="canonical" href="/about"');
});

it.each([
  ['/apple-touch-icon.png', '180x180'],
  ['/share.png', '1200x630'],
])('%s has its size, and is small', async (path, size) => {
  const response = await get(path);
  expect(Number(response.headers.get('content-length'))).toBeLessThan(150_000);
  const header = Buffer.from(await response.arrayBuffer());
  expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`).toBe(size);
});

it('Home alone describes the firm to search engines', () => {
  const find = (path: string) =>
    /<script type="application\/ld\+json">(.*?)<\/script>/.exec(pages.get(path) ?? '')?.[1];
  expect(JSON.parse(find('/') ?? '')).toMatchObject({
    '@type': 'Organization',
    name: firm.name,
    url: publicUrl,
    logo: `${publicUrl}/apple-touch-icon.png`,
    email: firm.email,
    address: { streetAddress: firm.address?.lines.join(', ') },
  });
  expect([...pages.keys()].filter(find)).toEqual(['/']);
});

it('other sites may show the image of link previews, and browsers know the icon', async () => {
  const image = await get('/share.png');
  expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect((await get('/favicon.ico')).headers.get('content-type')).toBe('image/x-icon');
});

describe.each(allPages)('the page $path', ({ path }) => {
  it('is valid HTML', async () => {
    expect(await validate(pages.get(path) ?? '')).toEqual([]);
  });

  it('may be indexed, and has a description and Open Graph tags with the site’s image', () => {
    const html = pages.get(path) ?? '';
    const description = readMetaContent(html, 'description') ?? '';
    expect(description).toMatch(/\p{L}{3}.*\.$/u);
    expect(readMetaContent(html, 'robots')).toBeUndefined();
    expect(toPlainText(readMetaContent(html, 'og:title') ?? '')).toContain(firm.name);
    for (const [name, content] of Object.entries({
      'og:url': publicUrl + path,
      'og:description': description,
      'og:image': `${publicUrl}/share.png`,
      'og:image:alt': firm.name,
      'twitter:card': 'summary_large_image',
    }))
      expect(toPlainText(readMetaContent(html, name) ?? ''), name).toBe(toPlainText(content));
  });
});

it.each([
  {
    name: 'the not-found page',
    status: 404,
    title: notFound.meta.title,
    request: () => get('/no/such/page'),
  },
  {
    name: 'a form with errors',
    status: 422,
    title: contact.errors.title,
    request: () => post({ persona: 'founder', honeypot: 'filled' }),
  },
  {
    name: 'the receipt page',
    status: 200,
    title: contact.outcome.title,
    request: () => post({ ...sampleInquiry }),
  },
])('$name is valid HTML, and not for indexes or previews', async ({ status, title, request }) => {
  const response = await request();
  expect(response.status).toBe(status);
  const html = await response.text();
  expect(await validate(html)).toEqual([]);
  expect(toPlainText(html)).toContain(`<title>${title}</title>`);
  expect(readMetaContent(html, 'robots')).toBe('noindex');
  expect(html).not.toMatch(/canonical|og:/);
});

/** Removes the tags and entities that these pages use. */
const toPlainText = (markup: string) =>
  markup
    .replaceAll(/<!--.*?-->|<\/?span[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'");
