import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { allPages, unknownPath } from '../test/browser/all-pages.ts';
import { fontsShown } from '../test/browser/fonts-shown.ts';
import { startServer } from '../test/start-server.ts';
import { firm } from '../app/content/firm.ts';
import { launchBrowser, noBrowser } from './browser.ts';
import { withFolder } from './programs.ts';

/**
 * Pictures of each page of the last build, for people to look at: `npm run screens`. Into
 * docs/screens unless --folder names another; --photograph is a JPEG in the place of the one that
 * the image host has, of which otherwise the hero is taken without; --width and --page choose, and
 * --dark is the dark scheme.
 */
const widths = [320, 390, 768, 1024, 1440, 1920, 2560];
/** Pixels: wider screens are scaled down to it, so that all pictures together stay below 4 MB. */
const mostWidth = 1280;
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
const chosenWidths = values.width?.map(Number) ?? widths;
const chosenPages = pages.filter(({ name }) => values.page?.includes(name) ?? true);

const browser = await launchBrowser();
if (browser) await withFolder((folder) => takeWith(browser, folder));
else {
  console.error(noBrowser('each picture'));
  process.exitCode = 1;
}

/** `dataDir` is for the store of the server whose pages they are. */
async function takeWith(browser: Browser, dataDir: string) {
  const server = startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  try {
    mkdirSync(values.folder, { recursive: true });
    const origin = await server.url;
    let bytes = 0;
    for (const width of chosenWidths) bytes += await takeAll(browser, origin, width);
    const count = chosenWidths.length * chosenPages.length;
    console.log(`${count} pictures in ${values.folder}, ${(bytes / 1e6).toFixed(1)} MB`);
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await server.exited;
  }
}

/** The whole of each page at a width in CSS pixels; resolves to the pictures' bytes. */
async function takeAll(browser: Browser, origin: string, width: number) {
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
  for (const { path: pathname, name } of chosenPages) {
    await page.goto(origin + pathname, { waitUntil: 'load' });
    await fontsShown(page);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width, height, scale: Math.min(1, mostWidth / width) },
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
