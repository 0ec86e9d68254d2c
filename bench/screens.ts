import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import type { ActionLinkView } from '../src/action-links/action-link-page.tsx';
import { loadSiteBundle } from '../src/http/pages/site-build.ts';
import { allPages, imageHost, unknownPath, waitForFonts } from '../tools/all-pages.ts';
import { freePort } from '../tools/start-server.ts';
import { launchBrowser } from './browser.ts';
import { createFakeInquiry } from './fake-data.ts';
import { withSite } from './programs.ts';

/**
 * Takes screenshots of each page of the last build, of some states of the page of action links, of the
 * e-mails in development, and three for README.md, into docs/screens or `--folder`.
 */
const widths = [390, 768, 1440];
/** Maximum width in pixels after scaling. */
const maxWidth = 1280;
/** WebP quality from 0 to 100. */
const quality = 30;
const readmeQuality = 60;

const { folder } = parseArgs({
  options: { folder: { type: 'string', default: 'docs/screens' } },
}).values;
const inquiry = {
  ...createFakeInquiry(0),
  ...{ id: '01a1fd11-5a89-78ff-b898-08a7c7dde223', receivedAt: '2026-11-24T20:30:00.000Z' },
  status: 'new' as const,
};
const link = { inquiryId: inquiry.id, action: 'qualify', expiresAt: inquiry.receivedAt } as const;
const linkPageViews: Record<string, ActionLinkView> = {
  'link-qualify': { ...link, state: 'open', inquiry },
  'link-used': { ...link, state: 'used', inquiry, usedAt: inquiry.receivedAt },
  'link-expired': { state: 'expired' },
};
const paths = {
  ...Object.fromEntries(allPages.map(({ path, name }) => [name.toLowerCase(), path])),
  'not-found': unknownPath,
  ...Object.fromEntries(Object.keys(linkPageViews).map((name) => [name, `/follow-up/${name}`])),
};
const bundle = await loadSiteBundle('dist');
mkdirSync(folder, { recursive: true });

// Enables subpixel positioning of text in headless shells, as in browsers with a screen.
const browser = await launchBrowser('--font-render-hinting=none');
try {
  await withSite(async ({ origin }) => {
    for (const width of widths) await captureAt(origin, width);
    await captureForReadme(origin);
  });
  await captureMails();
} finally {
  await browser.close();
}

/** Captures full pages at a width in CSS pixels. */
async function captureAt(origin: string, width: number) {
  const page = await openPage(width);
  for (const [name, pathname] of Object.entries(paths)) {
    await show(page, origin + pathname);
    await captureDocument(page, `${name}-${width}`, quality);
  }
  await page.context().close();
}

/** Captures the first screen of Home, and the form. */
async function captureForReadme(origin: string) {
  const size = { width: 1440, height: 900 };
  const page = await openPage(size.width);
  await show(page, origin);
  await capture(page, 'readme-home', { y: 0, ...size }, readmeQuality);
  await show(page, `${origin}/contact`);
  const form = await page.locator('.form-panel').boundingBox();
  await capture(page, 'readme-form', { y: (form?.y ?? 0) - 48, ...size }, readmeQuality);
  await page.context().close();
}

/** Captures the e-mails of `npm run dev -- --sample`, and one of them for README.md. */
async function captureMails() {
  const PORT = String(await freePort());
  const server = spawn(process.execPath, ['tools/dev.ts', '--sample'], {
    env: { ...process.env, PORT },
  });
  const url = `http://localhost:${PORT}/mails`;
  try {
    const list = await openPage(390);
    const frame = list.locator('iframe[src*="/received-"]').first();
    while (!(await frame.count())) await list.goto(url).catch(() => sleep(500));
    const mail = await openPage(720);
    await mail.goto(new URL((await frame.getAttribute('src')) ?? '', url).href);
    await captureDocument(list, 'mails-390', quality);
    await captureDocument(mail, 'readme-mail', readmeQuality);
  } finally {
    server.kill();
  }
}

async function openPage(width: number) {
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 844 : Math.round(width * 0.625) },
    reducedMotion: 'reduce',
  });
  await context.route(`${imageHost}/**`, (route) => route.abort());
  await context.route('**/follow-up/*', (route, request) => {
    const view = linkPageViews[path.basename(request.url())];
    const body = view && bundle?.renderer.renderActionLinkPage(view, bundle.assets);
    return route.fulfill({ contentType: 'text/html', body: body ?? '' });
  });
  return context.newPage();
}

async function show(page: Page, url: string) {
  await page.goto(url, { waitUntil: 'load' });
  await waitForFonts(page);
}

async function captureDocument(page: Page, name: string, quality: number) {
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: document.documentElement.scrollHeight,
  }));
  await capture(page, name, { y: 0, width, height }, quality);
}

/** Writes this part of the page as WebP. */
async function capture(
  page: Page,
  name: string,
  { y, width, height }: { y: number; width: number; height: number },
  quality: number,
) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    captureBeyondViewport: true,
    clip: { x: 0, y, width, height, scale: Math.min(1, maxWidth / width) },
  });
  writeFileSync(path.join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}
