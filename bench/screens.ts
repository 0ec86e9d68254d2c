import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { firm } from '../src/content/firm.ts';
import { allPages, unknownPath } from '../tools/all-pages.ts';
import { waitForFonts } from '../tools/wait-for-fonts.ts';
import { launchBrowser } from './browser.ts';
import { withSite } from './programs.ts';

/**
 * Takes screenshots of each page of the last build into docs/screens or `--folder`. The hero shows
 * the JPEG of `--photograph`, if given. `--width` and `--page` filter; `--dark` sets the color scheme.
 */
const widths = [320, 390, 768, 1024, 1440, 1920, 2560];
/** Maximum width in pixels after scaling, which keeps all screenshots below 4 MB. */
const maxWidth = 1280;
/** WebP quality from 0 to 100. */
const quality = 30;

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
const pages = [...allPages, { path: unknownPath, name: 'Not found' }];
const selectedWidths = values.width?.map(Number) ?? widths;
const selectedPages = pages.filter(({ name }) => values.page?.includes(name) ?? true);

const browser = await launchBrowser();
try {
  await withSite(({ origin }) => captureAll(origin), { LOG_LEVEL: 'error' });
} finally {
  await browser.close();
}

async function captureAll(origin: string) {
  mkdirSync(values.folder, { recursive: true });
  let bytes = 0;
  for (const width of selectedWidths) bytes += await captureAt(origin, width);
  const count = selectedWidths.length * selectedPages.length;
  console.log(`${count} screenshots in ${values.folder}, ${(bytes / 1e6).toFixed(1)} MB`);
}

/** Captures full pages at a width in CSS pixels; resolves to the total bytes. */
async function captureAt(origin: string, width: number) {
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 844 : Math.round(width * 0.625) },
    colorScheme: values.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  await context.route(`${new URL(firm.heroImage.url).origin}/**`, (route) =>
    photograph ? route.fulfill({ contentType: 'image/jpeg', body: photograph }) : route.abort(),
  );
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  for (const { path: pathname, name } of selectedPages) {
    await page.goto(origin + pathname, { waitUntil: 'load' });
    await waitForFonts(page);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width, height, scale: Math.min(1, maxWidth / width) },
    });
    const screenshot = Buffer.from(data, 'base64');
    const scheme = values.dark ? '-dark' : '';
    const file = `${name.toLowerCase().replace(' ', '-')}-${width}${scheme}.webp`;
    writeFileSync(path.join(values.folder, file), screenshot);
    bytes += screenshot.byteLength;
  }
  await context.close();
  return bytes;
}
