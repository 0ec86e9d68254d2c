import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { firm } from '../src/content/firm.ts';
import { allPages, unknownPath } from '../tools/all-pages.ts';
import { waitForFonts } from '../tools/wait-for-fonts.ts';
import { launchBrowser } from './browser.ts';
import { withSite } from './programs.ts';

/**
 * Takes pictures of each page of the last build into docs/screens, or into `--folder`. The hero
 * shows the JPEG that `--photograph` names, or no photograph. `--width` and `--page` select,
 * `--dark` sets the dark color scheme.
 */
const widths = [320, 390, 768, 1024, 1440, 1920, 2560];
/** Wider screens are scaled down to this many pixels, which keeps all pictures below 4 MB. */
const maxWidth = 1280;
/** Of WebP, from 0 to 100. Letters stay sharp. */
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
  console.log(`${count} pictures in ${values.folder}, ${(bytes / 1e6).toFixed(1)} MB`);
}

/** The whole of each page at a width in CSS pixels; resolves to the pictures' bytes. */
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
    const picture = Buffer.from(data, 'base64');
    const scheme = values.dark ? '-dark' : '';
    const file = `${name.toLowerCase().replace(' ', '-')}-${width}${scheme}.webp`;
    writeFileSync(path.join(values.folder, file), picture);
    bytes += picture.byteLength;
  }
  await context.close();
  return bytes;
}
