import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect as baseExpect, type Locator, test as base } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { personas } from '../../src/content/fields.ts';
import { firm } from '../../src/content/firm.ts';
import { home } from '../../src/content/home.ts';
import { mails } from '../../src/content/mails.ts';
import { freePort } from '../../tools/start-server.ts';
import { copySources, type SourcesCopy } from '../fixtures/copy-sources.ts';
import { expectNoHorizontalScrolling, runAxe } from './fixtures/axe.ts';
import { createInquiryForm, inquiry } from './fixtures/inquiry-form.ts';
import { boxOf, heading, mainNavigation, menuButton, openHydrated } from './fixtures/page.ts';
import { placeholderImage } from './fixtures/site.ts';

/** Allows for slow starts and rebuilds on busy machines. */
const expect = baseExpect.configure({ timeout: 60_000 });
base.setTimeout(4 * 60_000);

/** `countStarts`: of the server, which restarts when a module of its own changes. */
type DevServer = { url: string; countStarts: () => number };

/** A copy of the sources, which all tests change, and `npm run dev` on it. */
const test = base.extend<object, { sources: SourcesCopy; server: DevServer }>({
  sources: [
    async ({}, use) => {
      const sources = copySources();
      await use(sources);
      sources.remove();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ sources }, use) => {
      const port = await freePort();
      const server = spawn(process.execPath, ['tools/dev.ts'], {
        cwd: sources.folder,
        env: { PATH: process.env['PATH'], PORT: `${port}`, DATABASE_URL: '' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      server.stdout.on('data', (text: Buffer) => (output += text.toString()));
      const countStarts = () => output.split('The site is at').length - 1;
      await expect.poll(countStarts).toBe(1);
      await use({ url: `http://localhost:${port}`, countStarts });
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
    { scope: 'worker', timeout: 4 * 60_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
});
// On one server.
test.describe.configure({ mode: 'default' });

/** Counts the lines of an element's text. */
const countLines = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getClientRects().length;
  });

const addFact = (sources: SourcesCopy, fact: string) =>
  sources.write('src/content/firm.ts', `${sources.read('src/content/firm.ts')}firm.${fact};\n`);

test('names file and line of an error, and recovers', async ({ page, sources }) => {
  /** Waits until the page that follows an action is connected: a reload before would be lost. */
  const connect = async <Result>(action: () => Result | Promise<Result>) => {
    const connected = page.waitForEvent('console', (message) =>
      /connected\.$/.test(message.text()),
    );
    const result = await action();
    await connected;
    return result;
  };
  const text = 'src/content/about.ts';
  await connect(() => page.goto('/about'));
  const broken = await connect(() => sources.edit(text, 'export const', 'export export const'));
  await expect(page.locator('body > pre')).toContainText(`${text}:${broken}`);
  await connect(() => sources.edit(text, 'export export', 'export'));
  await expect(heading(page)).toHaveText(about.who.title);

  const script = 'src/web/pages/about/about.tsx';
  const throwing = await connect(() =>
    sources.edit(script, /\n {2}return \(/, '\n  nowhere();\n  return ('),
  );
  await expect(page.locator('body > pre')).toContainText(`${script}:${throwing + 1}`);
  await connect(() => sources.edit(script, '  nowhere();\n', ''));
  await expect(page.getByRole('banner')).toBeVisible();
});

test('shows a new page', async ({ page, sources }) => {
  const script = 'src/web/pages/about/about.tsx';
  const newScript = 'src/web/pages/new-page/new-page.tsx';
  await page.setViewportSize({ width: 1600, height: 800 });
  await page.goto('/about');
  mkdirSync(`${sources.folder}/src/web/pages/new-page`);
  sources.write(newScript, sources.read(script).replaceAll('./about.css', ''));
  sources.edit('src/content/pages.ts', /^\];/m, "  { path: '/new-page', name: 'New' },\n];");
  await mainNavigation(page).getByRole('link', { name: 'New', exact: true }).click();
  await expect(page).toHaveURL('/new-page');
  await expect(heading(page)).toHaveText(about.who.title);
});

test('shows the links of the header as a menu where they do not fit', async ({ page, sources }) => {
  const file = 'src/content/pages.ts';
  const before = sources.read(file);
  const names = ['About', 'Our Platform', 'Networks', 'Reports', 'Our Holdings'];
  const pages = [
    { path: '/', name: 'Home' },
    ...names.map((name, index) => ({ path: `/${index}`, name })),
    { path: '/contact', name: 'Contact' },
  ];
  sources.write(file, `export const pages = ${JSON.stringify(pages)};`);
  addFact(sources, "name = 'Northern Quay and Daughters Capital Partners'");
  await page.setViewportSize({ width: 1600, height: 800 });
  // The server may see the change after the first request.
  await expect(async () => {
    await page.goto('/');
    await expect(mainNavigation(page)).toContainText('Our Holdings', { timeout: 1000 });
  }).toPass();
  const links = mainNavigation(page).getByRole('link');
  for (let width = 768; width <= 1600; width += 32) {
    await page.setViewportSize({ width, height: 800 });
    // The page may still be reloaded for the second change.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth).catch(() => 0))
      .toBe(width);
    if (await menuButton(page).isVisible()) continue;
    for (const link of await links.all()) {
      const name = `${await link.textContent()} at ${width} px`;
      expect((await boxOf(link)).right, name).toBeLessThanOrEqual(width);
      expect(await countLines(link), name).toBe(1);
    }
  }
  await expect(menuButton(page), 'at 1600 px').toBeHidden();
  sources.write(file, before);
});

test('shows changed texts, facts and colors', async ({ page, server, sources }) => {
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  sources.edit('src/content/home.ts', home.hero.title[0] ?? '', 'Another headline.');
  await expect(heading(page)).toContainText('Another headline.');
  addFact(sources, "name = 'Another Firm'");
  await expect(page.getByRole('banner')).toContainText('Another Firm');
  sources.edit('src/content/palette.css', /--film: #\w+/, '--film: #ffeedd');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 238, 221)');
  sources.edit('src/content/palette.css', /--ink: #\w+/, '--ink: #221100');
  const themeColor = page.locator('meta[name=theme-color][media*=light]');
  await expect(themeColor).toHaveAttribute('content', '#221100');
  // The server uses this module, too, and restarts.
  await page.goto('/contact');
  const starts = server.countStarts();
  sources.edit('src/content/fields.ts', `'${personas.other}'`, "'Anybody'");
  await expect.poll(server.countStarts).toBeGreaterThan(starts);
  await expect(page.locator('option', { hasText: 'Anybody' })).toBeAttached();
});

test('shows the hero image of any host', async ({ page, sources }) => {
  // Without any Cross-Origin header.
  const host = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(placeholderImage),
  ).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const response = await page.goto('/');
  expect(response?.headers()['cross-origin-embedder-policy']).toBe('credentialless');
  addFact(sources, `heroImage = { url: '${origin}/{width}', widths: [640] }`);
  const hero = page.locator('.hero-image');
  await expect(hero).toHaveAttribute('src', new RegExp(origin));
  await expect(hero).not.toHaveJSProperty('naturalWidth', 0);
  host.close().closeAllConnections();
});

test('lists new e-mails, which are accessible and whose links work', async ({ page, context }) => {
  await page.goto('/mails');
  const form = createInquiryForm(await context.newPage());
  await form.open();
  let loads = 0;
  form.page.on('load', () => (loads += 1));
  const company = 'W'.repeat(100);
  const message = `Our deck: https://files.example/${'x'.repeat(100)}`;
  const data = { ...inquiry, lastName: 'w'.repeat(100), company, message };
  await form.submit(data);
  await form.expectSuccess();
  const list = page.getByRole('navigation').getByRole('link');
  const acknowledgement = list.filter({ hasText: `To ${inquiry.email} · ` }).first();
  // A test before has given the firm another name.
  const [beforeName = ''] = mails.subject.split(firm.name);
  await expect(acknowledgement).toContainText(beforeName.trim());
  await list.filter({ hasText: 'To team@localhost · ' }).filter({ hasText: company }).click();
  await expect(heading(page)).toContainText(company);
  await expect(page.locator('pre')).toContainText(message);
  expect(loads, 'of the form, for changes of the store').toBe(0);
  const frame = (title: string) => page.frameLocator(`iframe[title="${title}"]`);
  const background = (title: string) =>
    frame(title)
      .locator('body')
      .evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(await background('390 pixels, dark')).not.toBe(await background('390 pixels, light'));
  const linkPage = page.waitForEvent('popup');
  await frame('700 pixels, light').getByRole('link', { name: 'Assign' }).click();
  await expect((await linkPage).getByRole('main')).toContainText(company);

  const url = page.url();
  for (const scheme of ['light', 'dark']) {
    await page.goto(`${url}/${scheme}`);
    // A mail stands within a client's page, which has the landmarks.
    const rules = { region: { enabled: false }, 'landmark-one-main': { enabled: false } };
    expect(await runAxe(page, { rules }), scheme).toEqual([]);
    await expectNoHorizontalScrolling(page);
  }
});

// Visitors are not told: form-values.spec.
test('reports a document that hydration cannot use', async ({ page }) => {
  // As an extension does.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.querySelector('main')?.prepend(document.createElement('div'));
    });
  });
  const messages: string[] = [];
  page.on('pageerror', (error) => messages.push(error.message));
  await openHydrated(page, '/contact');
  expect(messages.join()).toContain('Hydration failed');
});

// Last, because it overwrites the store.
test('serves no store, e-mails or settings to other local pages', async ({ request, sources }) => {
  const origin = { origin: 'http://localhost:1' };
  const script = await request.get('/src/web/entry-client.ts', { headers: origin });
  expect(script.status()).toBe(200);
  expect.soft(script.headers()['access-control-allow-origin']).toBeUndefined();
  sources.write('src/content/images/map of sites.avif', 'image');
  const added = await request.get('/map of sites.avif');
  expect([added.headers()['content-type'], await added.text()]).toEqual(['image/avif', 'image']);
  mkdirSync(`${sources.folder}/data/mails`, { recursive: true });
  const secrets = ['data/inquiries.sqlite', 'data/mails/1.json', 'other.sqlite'];
  for (const file of ['.env', '.git', ...secrets]) {
    sources.write(file, 'secret');
    for (const url of [`/${file}`, `/@fs${sources.folder}/${file}`]) {
      for (const query of ['', '?raw', '?import&raw', '?url']) {
        const response = await request.get(url + query);
        expect.soft(response.status(), url + query).toBeGreaterThanOrEqual(400);
        expect.soft(await response.text(), url + query).not.toContain('secret');
      }
    }
  }
});
