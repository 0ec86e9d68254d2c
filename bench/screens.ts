import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { firm } from '../src/content/firm.ts';
import { loadSiteBundle } from '../src/http/pages/site-build.ts';
import { allPages, unknownPath, waitForFonts } from '../tools/all-pages.ts';
import { launchBrowser } from './browser.ts';
import { linkPageViews } from './link-page-views.ts';
import { withSite } from './programs.ts';

/**
 * Takes screenshots of each page of the last build, of some states of the page of action links, and
 * two for README.md, into docs/screens or `--folder`. The hero shows the JPEG of `--photograph`, if
 * given. `--width` and `--page` filter, such as `--page link-used`; `--dark` sets the color scheme.
 */
const widths = [390, 768, 1440];
/** Maximum width in pixels after scaling. */
const maxWidth = 1280;
/** WebP quality from 0 to 100. */
const quality = 30;
const readmeQuality = 60;

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'docs/screens' },
    photograph: { type: 'string' },
    width: { type: 'string', multiple: true },
    page: { type: 'string', multiple: true },
    dark: { type: 'boolean', default: false },
  },
});
const photograph = values.photograph && readFileSync(values.photograph);
const sitePages = [...allPages, { path: unknownPath, name: 'Not found' }];
const linkPages = Object.keys(linkPageViews).map((name) => ({
  ...{ path: `/follow-up/${name}`, name: `link-${name}` },
}));
const defaultPages = [
  ...sitePages.map(({ name }) => name),
  ...[
    'link-qualify',
    'link-assign',
    'link-reopen',
    'link-used',
    'link-refused-spam',
    'link-expired',
  ],
];
const selectedWidths = values.width?.map(Number) ?? widths;
const selectedPages = [...sitePages, ...linkPages].filter(({ name }) =>
  (values.page ?? defaultPages).includes(name),
);
const bundle = await loadSiteBundle('dist');

// Enables subpixel positioning of text in headless shells, as in browsers with a screen.
const browser = await launchBrowser('--font-render-hinting=none');
try {
  await withSite(({ origin }) => captureAll(origin));
} finally {
  await browser.close();
}

async function captureAll(origin: string) {
  mkdirSync(values.folder, { recursive: true });
  let bytes = 0;
  for (const width of selectedWidths) bytes += await captureAt(origin, width);
  let count = selectedWidths.length * selectedPages.length;
  if (!values.width && !values.page) {
    bytes += await captureForReadme(origin);
    count += 2;
  }
  console.log(`${count} screenshots in ${values.folder}, ${(bytes / 1e6).toFixed(1)} MB`);
}

/** Captures full pages at a width in CSS pixels; resolves to the total bytes. */
async function captureAt(origin: string, width: number) {
  const page = await openPage(width);
  let bytes = 0;
  for (const { path: pathname, name } of selectedPages) {
    await show(page, origin + pathname);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const file = `${name.toLowerCase().replace(' ', '-')}-${width}`;
    bytes += await capture(page, file, { y: 0, width, height }, quality);
  }
  await page.context().close();
  return bytes;
}

/** Captures the first screen of Home, and the form; resolves to the total bytes. */
async function captureForReadme(origin: string) {
  const size = { width: 1440, height: 900 };
  const page = await openPage(size.width);
  await show(page, origin);
  let bytes = await capture(page, 'readme-home', { y: 0, ...size }, readmeQuality);
  await show(page, `${origin}/contact`);
  const form = await page.locator('.form-panel').boundingBox();
  const y = (form?.y ?? 0) - 48;
  bytes += await capture(page, 'readme-form', { y, ...size }, readmeQuality);
  await page.context().close();
  return bytes;
}

async function openPage(width: number) {
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 844 : Math.round(width * 0.625) },
    colorScheme: values.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  await context.route(`${new URL(firm.heroImage.url).origin}/**`, (route) =>
    photograph ? route.fulfill({ contentType: 'image/jpeg', body: photograph }) : route.abort(),
  );
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

/** Writes this part of the page as WebP; resolves to its bytes. */
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
  const screenshot = Buffer.from(data, 'base64');
  writeFileSync(path.join(values.folder, `${name}${values.dark ? '-dark' : ''}.webp`), screenshot);
  return screenshot.byteLength;
}
