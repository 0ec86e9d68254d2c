import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firm } from '../../src/content/firm.ts';
import type { SiteBundle } from '../../src/http/pages/page-cache.ts';
import { loadSiteBundle } from '../../src/http/pages/site-build.ts';
import { copySources } from '../fixtures/copy-sources.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startClockAt } from '../fixtures/start-test-server.ts';
import { settingsFor } from '../fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../fixtures/webhook-receiver.ts';
import { firm as whiteLabelFirm } from './firm.ts';
import { createRunner } from './run-in-copy.ts';

/** Traces of the firm with which this repository comes: a copy's run finds what is left of it. */
const shippedName = 'Aldermere Capital';
const shippedWords = /\b(?:aldermere|keels?|hulls?|seaport|hale|photo-1494412574643)\b/i;
/** The first digits of the SHA-256 hashes of its mark, drawings and images. */
const shippedImages = [
  ...['653146d3', 'd30262b9', '425027d4', 'f1618b24', '7d9f3975', 'ec5e230e'],
  ...['ed90d7d3', '0c5fd734', '54c1103c', 'ed1d72fc', '797fe987', '543e7cbe'],
  ...['b220471d', '00a0aa99', 'ddcdfac1', 'ea56d018', 'fc9de6f0', '68960b7d'],
  ...['e354b5fc', '5aca3d57', '074c0722', 'a00d50e0'],
];

const images = 'src/content/images';
const sources = copySources();
const { run, runBrowserTests } = createRunner(sources.folder);

/** Builds the site of a firm without photograph, drawings and quote. */
beforeAll(async () => {
  const [types = ''] = sources.read('src/content/firm.ts').split('\nconst name = ');
  const [, ...facts] = sources.read('tests/white-label/firm.ts').split('export const');
  sources.write('src/content/firm.ts', `${types}\nexport const${facts.join('export const')}`);
  const palette = sources.read('src/content/palette.css');
  sources.write('src/content/palette.css', palette.replaceAll(/#[\da-f]{6}/g, changeColor));
  const texts = sources.read('src/content/platform.ts').replace(/\n +statement: .*/, '');
  const isText = /\b(title|text|intro|lede|label|promise): (['"]).*\2/g;
  let count = 0;
  const changeText = (_: string, key: string) => `${key}: 'Another ${key} ${++count}.'`;
  sources.write('src/content/platform.ts', texts.replaceAll(isText, changeText));
  for (const file of globSync('src/content/drawings/*')) sources.write(file, '');
  sources.edit('src/content/mark.svg', /<path .*\n/, '');
  for (const name of readdirSync(images)) sources.write(`${images}/${name}`, `Another /${name}`);
  await run('tools/build.ts');
});
afterAll(() => sources.remove());

it('the content is all of another firm than this repository comes with, or all of that one', () => {
  const files = globSync('src/content/{drawings/,images/,}*.{svg,png,ico}');
  const shipped = files.filter((file) => shippedImages.includes(hash(readFileSync(file))));
  const unchanged = shipped.map((file) => `${file}: ${describeUnchanged(file)}`);
  const texts = globSync('src/content/**/*.{ts,css,svg}', { exclude: ['**/*.test.ts'] });
  const naming = texts.flatMap((file) => {
    const [word] = shippedWords.exec(readFileSync(file, 'utf8')) ?? [];
    return word ? [`${file}: has "${word}" of ${shippedName}, replace the text`] : [];
  });
  if (firm.name === shippedName) expect(shipped).toEqual(files);
  else expect([...unchanged, ...naming], 'What is left of the shipped firm').toEqual([]);
});

it('a white-label build contains its own firm’s facts and none of the original’s', async () => {
  const { mails, settings: toTeam } = await startMailServer();
  const { messages, settings: toPrograms } = await startWebhookReceiver();
  const settings = {
    ...settingsFor({ kind: 'sqlite', file: path.join(sources.folder, 'data/inquiries.sqlite') }),
    ...toTeam,
    ...toPrograms,
    ACKNOWLEDGE: 'on',
    PUBLIC_URL: 'https://www.oresund-lindqvist.example',
    LINK_SECRET: '0123456789abcdef'.repeat(2),
    // A Sunday, on which this firm gets no digest.
    NODE_OPTIONS: startClockAt(Date.parse('2026-11-22T12:00:00.000Z')),
  };
  const program = pathToFileURL(path.join(sources.folder, 'tools/start-server.ts')).href;
  const { startServer } = (await import(program)) as typeof import('../../tools/start-server.ts');
  const server = startServer(settings, sources.folder);
  const url = await server.url;
  const served = new Map<string, Buffer>();
  const record = async (name: string, response: Promise<Response>) =>
    served.set(name, Buffer.from(await (await response).arrayBuffer()));
  const get = (pathname: string) => record(pathname, fetch(url + pathname));

  const pages = ['/', '/about', '/platform', '/ecosystems', '/contact'];
  const metadataFiles = ['/sitemap.xml', '/robots.txt', '/.well-known/security.txt'];
  const client = path.join(sources.folder, 'dist/client');
  const built = globSync('**/*.{css,ico,js,png,svg}', { cwd: client }).map((file) => `/${file}`);
  for (const pathname of [...pages, ...metadataFiles, ...built, '/no-such-page'])
    await get(pathname);
  const form = { method: 'POST', body: new URLSearchParams({ email: 'nobody' }) };
  await record('POST /contact', fetch(`${url}/contact`, form));
  await record('POST /api/contact-form', postInquiry(url));
  await expect.poll(() => [mails.length, messages.length]).toEqual([2, 1]);
  for (const { source, read } of mails) {
    const name = read.text?.includes('/qualify/') ? 'mail to the team' : 'acknowledgement';
    served.set(name, Buffer.from([source, read.subject, read.text, read.html].join('\n')));
  }
  served.set('webhook', Buffer.from(messages[0]?.body ?? ''));
  const [link = ''] = mails.flatMap(({ read }) => read.text?.match(/^http.*\/qualify\/.*$/m) ?? []);
  await get(new URL(link).pathname);
  const csv = await run('src/cli/main.ts', ['export', '--format', 'csv'], settings);
  served.set('csv', Buffer.from(csv));
  server.kill('SIGTERM');
  await server.exited;

  const markers = brandMarkers(readFileSync('src/content/palette.css', 'utf8'));
  const found = [...served].flatMap(([name, bytes]) => [
    ...markers
      .filter(({ pattern }) => pattern.test(`${bytes}`))
      .map(({ text, remedy }) => `${name}: has ${text}, ${remedy}`),
    ...(shippedImages.includes(hash(bytes)) ? [`${name}: is an image of ${shippedName}`] : []),
  ]);
  expect(found, 'What another firm with your texts would show of yours').toEqual([]);
  const contains = (name: string, fact: string) =>
    String(served.get(name)).replaceAll('&amp;', '&').includes(fact);
  const namesFirm = [...pages, '/no-such-page', 'POST /contact', 'acknowledgement'];
  expect(namesFirm.filter((name) => !contains(name, whiteLabelFirm.name))).toEqual([]);
  expect(pages.filter((name) => !contains(name, whiteLabelFirm.disclaimer))).toEqual([]);
  expect(pages.filter((name) => !contains(name, '<html lang="en-DK"'))).toEqual([]);
  // The server's clock.
  const arrival = 'Sunday, 22 November 2026 at 13.00 CET';
  expect(served.get('acknowledgement')?.toString()).toContain(arrival);
  expect(served.get('mail to the team')?.toString()).toContain('Sun, 22 Nov 2026, 13.00 CET');
  expect(whiteLabelFirm.facts.filter(({ detail }) => !contains('/about', detail))).toEqual([]);
  expect(contains('/.well-known/security.txt', whiteLabelFirm.email)).toBe(true);
  const servedImages = [...served].filter(([name]) => /\.(?:ico|png|svg)$/.test(name));
  for (const [name, bytes] of servedImages) expect(String(bytes)).toBe(`Another ${name}`);
  expect(servedImages).toHaveLength(readdirSync(images).length);
});

it('a firm without photograph, drawings and quote passes the browser tests', () =>
  runBrowserTests(['pages', 'contact-without-script', 'contrast-and-reflow']));

// Its Content-Security-Policy: security-headers.test.
it('a firm with a photograph of its own shows it as a rectangle, and names no third party', async () => {
  const photograph = "heroImage: { url: '/hero-{width}.jpg', widths: [640] }";
  sources.edit('src/content/firm.ts', / {2}description:$/m, `  ${photograph},\n  description:`);
  sources.write(`${images}/hero-640.jpg`, 'A photograph');
  await run('tools/build.ts');
  await runBrowserTests(['hero-image']);
  const site = (await loadSiteBundle(path.join(sources.folder, 'dist'))) as SiteBundle;
  const options = { site: { year: 2026 }, assets: site.assets, publicUrl: undefined };
  expect((await site.renderer.render('/contact', options)).html).not.toContain('photograph');
});

it('the page that the documents have as an example is built, and passes the tests of pages', async () => {
  // The firm may have a page of the example's name.
  const architecture = readFileSync('docs/architecture.md', 'utf8').replaceAll('news', 'newspage');
  const examples = [...architecture.matchAll(/^```tsx?\n\/\/ (\S+)\n([^]*?)^```/gm)];
  expect(examples).toHaveLength(2);
  for (const [, file = '', text = ''] of examples) {
    mkdirSync(path.join(sources.folder, path.dirname(file)), { recursive: true });
    sources.write(file, text);
  }
  sources.edit('src/content/pages.ts', /^\];/m, "  { path: '/newspage', name: 'News' },\n];");
  await run('tools/build.ts');
  await runBrowserTests(['pages', 'menu']);
});

/** Says what to do about a mark, drawing or image that is still the shipped one. */
const describeUnchanged = (file: string) =>
  file.includes('/drawings/')
    ? 'is still the shipped one, replace it, or leave the file empty'
    : 'is still the shipped one, replace it';

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 8);

/** Changes the blue of a color by 8, so that contrasts stay. */
const changeColor = (color: string) =>
  `#${(Number.parseInt(color.slice(1), 16) ^ 8).toString(16).padStart(6, '0')}`;

/** Returns the facts and colors that identify a firm, with their patterns, and what to do about each. */
function brandMarkers(palette: string) {
  const { name, email, address, hours, heroImage } = firm;
  const facts = [
    ...[name, name.split(' ')[0], firm.platform],
    ...[email, email.split('@')[1], email.split(/[@.]/)[1]],
    ...[...(address?.lines ?? []), address?.city, hours.days, hours.times, firm.timeZone],
    ...[firm.description, firm.disclaimer, firm.messageHint, ...Object.values(firm.questions)],
    ...(heroImage ? [URL.parse(heroImage.url)?.origin, heroImage.url.split('?')[0]] : []),
  ];
  // Shorter facts match by chance.
  const longFacts = facts.filter((fact) => fact !== undefined && fact.length > 2);
  const asFact = (word = '') => ({
    text: `"${word}"`,
    pattern: new RegExp(`(?<![\\w-])${RegExp.escape(word)}(?![\\w-])`),
    remedy: 'take it from firm.ts',
  });
  const colors = palette.match(/#[\da-f]{6}/g) ?? [];
  const asColor = (color: string) => ({
    text: `the color ${color}`,
    pattern: new RegExp(color, 'i'),
    remedy: 'take it from palette.css',
  });
  const words = { text: `words of ${shippedName}`, pattern: shippedWords, remedy: 'replace them' };
  return [words, ...longFacts.map(asFact), ...colors.map(asColor)];
}
