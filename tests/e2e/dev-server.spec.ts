import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect as baseExpect } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { home } from '../../src/content/home.ts';
import { freePort } from '../../tools/start-server.ts';
import { copySources, type SourcesCopy } from '../fixtures/copy-sources.ts';
import { hydrate } from './fixtures/hydrate.ts';
import { expectSuccess, inquiry, openForm, submitForm } from './fixtures/inquiry-form.ts';

/** Allows for slow starts and rebuilds on busy machines. */
const expect = baseExpect.configure({ timeout: 60_000 });
base.setTimeout(4 * 60_000);

const image =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><path fill="#345" d="M0 0h16v9H0z"/></svg>';

/** Serves an image for every URL from an origin of its own, without any Cross-Origin header. */
async function startImageHost() {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(image),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${port}`, stop };
}

/** Runs `npm run dev` on a copy of the sources. */
const test = base.extend<{ sources: SourcesCopy }>({
  sources: async ({}, use) => {
    const sources = copySources();
    await use(sources);
    sources.remove();
  },
  baseURL: async ({ sources }, use) => {
    const port = await freePort();
    const server = spawn(process.execPath, ['tools/dev.ts'], {
      cwd: sources.folder,
      env: { PATH: process.env['PATH'], PORT: `${port}`, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    server.stdout.on('data', (text: Buffer) => (output += text.toString()));
    await expect.poll(() => output).toContain('The site is at');
    await use(`http://localhost:${port}`);
    server.kill('SIGTERM');
    await once(server, 'exit');
  },
});

test('the dev server serves no store, e-mails or settings, and nothing to other local pages', async ({
  request,
  sources,
}) => {
  const origin = { origin: 'http://localhost:1' };
  const script = await request.get('/src/web/entry-client.ts', { headers: origin });
  expect(script.status()).toBe(200);
  expect.soft(script.headers()['access-control-allow-origin']).toBeUndefined();
  sources.write('src/content/images/map of sites.avif', 'image');
  const added = await request.get('/map of sites.avif');
  expect([added.headers()['content-type'], await added.text()]).toEqual(['image/avif', 'image']);
  mkdirSync(`${sources.folder}/data/mails`);
  for (const file of [
    '.env',
    '.git',
    'data/inquiries.sqlite',
    'data/mails/1.json',
    'other.sqlite',
  ]) {
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

test('the dev server names file and line of an error, recovers, and shows a new page', async ({
  page,
  sources,
}) => {
  const broken = sources.edit('src/content/about.ts', 'export const', 'export export const');
  await page.goto('/about');
  await expect(page.locator('pre')).toContainText(`src/content/about.ts:${broken}`);
  sources.edit('src/content/about.ts', 'export export', 'export');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.who.title);

  const script = 'src/web/pages/about/about.tsx';
  const throwing = sources.edit(script, /\n {2}return \(/, '\n  nowhere();\n  return (') + 1;
  await expect(page.locator('pre')).toContainText(`${script}:${throwing}`);
  sources.edit(script, '  nowhere();\n', '');
  await expect(page.getByRole('banner')).toBeVisible();

  mkdirSync(`${sources.folder}/src/web/pages/team`);
  sources.write('src/web/pages/team/team.tsx', sources.read(script).replaceAll('./about.css', ''));
  sources.edit('src/content/pages.ts', /^\];/m, "  { path: '/team', name: 'Team' },\n];");
  await page.getByRole('banner').getByRole('link', { name: 'Team' }).click();
  await expect(page).toHaveURL('/team');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.who.title);
});

test('the dev server shows changes without a restart, the hero image of any host, keeps a confirmation, lists the e-mails, whose links work, and reports a document that hydration cannot use', async ({
  page,
  sources,
}) => {
  const host = await startImageHost();
  const response = await page.goto('/');
  expect(response?.headers()['cross-origin-embedder-policy']).toBe('credentialless');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const addFact = (fact: string) =>
    sources.write('src/content/firm.ts', `${sources.read('src/content/firm.ts')}firm.${fact};\n`);
  addFact(`heroImage = { url: '${host.origin}/{width}', widths: [640] }`);
  const image = page.locator('.hero-image');
  await expect(image).toHaveAttribute('src', new RegExp(host.origin));
  await expect(image).not.toHaveJSProperty('naturalWidth', 0);

  sources.edit('src/content/home.ts', home.hero.title[0] ?? '', 'Another headline.');
  await expect(heading).toContainText('Another headline.');
  addFact("name = 'Another Firm'");
  await expect(page.getByRole('banner')).toContainText('Another Firm');
  sources.edit('src/content/palette.css', /--film: #\w+/, '--film: #ffeedd');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 238, 221)');
  sources.edit('src/content/palette.css', /--ink: #\w+/, '--ink: #221100');
  const themeColor = page.locator('meta[name=theme-color][media*=light]');
  await expect(themeColor).toHaveAttribute('content', '#221100');

  await openForm(page);
  let loads = 0;
  page.on('load', () => (loads += 1));
  // The inquiry changes the database, which must not reload the page.
  await submitForm(page);
  await expectSuccess(page);
  await page.waitForTimeout(500);
  expect(loads).toBe(0);
  host.stop();

  await page.goto('/mails');
  const { firstName, lastName, company, email } = inquiry;
  const mails = page.getByRole('navigation').getByRole('link');
  await expect(mails).toHaveCount(2); // Without a reload.
  await expect(mails.filter({ hasText: `To ${email} · ` })).toContainText('Your inquiry to');
  await mails.filter({ hasText: 'To team@localhost · ' }).click();
  const subject = `Inquiry: ${firstName} ${lastName}, ${company}`;
  await expect(page.getByRole('heading', { level: 1 })).toContainText(subject);
  await expect(page.locator('pre')).toContainText(inquiry.message);
  const frame = (title: string) => page.frameLocator(`iframe[title="${title}"]`);
  const background = (title: string) =>
    frame(title)
      .locator('body')
      .evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(await background('390 pixels, dark')).not.toBe(await background('390 pixels, light'));
  const linkPage = page.waitForEvent('popup');
  await frame('700 pixels, light').getByRole('link', { name: 'Assign' }).click();
  await expect((await linkPage).getByRole('main')).toContainText(company);

  // As an extension does. Visitors are not told: form-values.spec.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.querySelector('main')?.prepend(document.createElement('div'));
    });
  });
  const messages: string[] = [];
  page.on('pageerror', (error) => messages.push(error.message));
  await page.goto('/contact');
  await hydrate(page);
  expect(messages.join()).toContain('Hydration failed');
});
