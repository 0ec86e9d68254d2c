import { globSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { drawnWithoutFont } from '../../tools/fonts.ts';
import { allPages, unknownPath, waitForFonts } from '../fixtures/all-pages.ts';
import { heading, holdRequests } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

for (const width of [390, 1440]) {
  test(`late fonts are as wide and high as their fallback at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(recordLayoutShift);
    for (const path of [...allPages.map(({ path }) => path), unknownPath]) {
      const release = await holdRequests(page, '**/*.woff2');
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await expect(heading(page)).toBeVisible();
      const lines = await measureLines(page);
      release();
      await waitForFonts(page);
      // Of some texts, a word is on another line in the fallback font. Decision 14 has the limit.
      expect(await readLayoutShift(page), path).toBeLessThan(0.1);
      for (const [index, line] of (await measureLines(page)).entries()) {
        const fallback = lines[index] ?? { width: 0, height: 0 };
        expect(Math.abs(line.width / fallback.width - 1), path).toBeLessThan(0.02);
        expect(Math.abs(line.height - fallback.height), path).toBeLessThan(2);
      }
      await page.unroute('**/*.woff2');
    }
  });
}

test('fonts are requested after the first paint', async ({ page }) => {
  await page.goto('/about');
  await waitForFonts(page);
  const { paintedAt, requestedAt } = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const fonts = performance.getEntriesByType('resource').filter(({ name }) => /woff2/.test(name));
    return { paintedAt: paint?.startTime ?? NaN, requestedAt: fonts.map((font) => font.startTime) };
  });
  expect(requestedAt).toHaveLength(2);
  expect(Math.min(...requestedAt)).toBeGreaterThan(paintedAt);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the fonts are loaded too', async ({ page }) => {
    const fonts = [/serif.*woff2$/, /sans.*woff2$/];
    const responses = fonts.map((font) => page.waitForResponse(font));
    await Promise.all([page.goto('/about'), ...responses]);
  });
});

test('the fonts have the characters of the content', async ({ page }) => {
  const sources = globSync(['src/{content,web}/**/*.{ts,tsx}', 'src/inquiry/inquiry.ts'], {
    exclude: ['**/*.test.*', '**/fonts.ts'],
  });
  const text = sources
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
    .replaceAll(drawnWithoutFont, '');
  // In ASCII, sources have code, too. No version of the fonts has ⌘.
  const characters = [...new Set(text.match(/[A-Za-z0-9 ]|[^\p{ASCII}⌘]/gu))];
  expect(characters.length).toBeGreaterThan(40);
  await page.goto('/about');
  await waitForFonts(page);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  for (const font of ['300 40px FirmSerif', '400 16px FirmSans']) {
    await page.evaluate(
      ([font, characters]) => {
        for (const textContent of characters) {
          const element = Object.assign(document.createElement('pre'), { textContent });
          element.style.font = font;
          document.body.append(element);
        }
      },
      [font, characters] as const,
    );
    const selector = `pre:nth-last-of-type(-n+${characters.length})`;
    const query = { nodeId: root.nodeId, selector };
    const { nodeIds } = await session.send('DOM.querySelectorAll', query);
    const missing: string[] = [];
    for (const [index, nodeId] of nodeIds.entries()) {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      if (!fonts.every(({ isCustomFont }) => isCustomFont)) missing.push(characters[index] ?? '');
    }
    expect(missing, `missing in ${font}: run "npm run fonts", see CONTRIBUTING.md`).toEqual([]);
  }
});

/** Measures a line of text in the fonts of the heading and of the page. Moves nothing. */
const measureLines = (page: Page) =>
  page.evaluate(() =>
    [document.querySelector('h1'), document.body].map((parent) => {
      const line = document.createElement('span');
      line.textContent = 'We work with the owners of the business for many years';
      line.style.cssText = 'position: absolute; white-space: nowrap; visibility: hidden';
      parent?.append(line);
      const { width, height } = line.getBoundingClientRect();
      line.remove();
      return { width, height };
    }),
  );

/** Runs in the page: sums layout shifts in `data-shift` of the body. */
function recordLayoutShift() {
  new PerformanceObserver((list) => {
    const { dataset } = document.body;
    for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
      dataset['shift'] = String(Number(dataset['shift'] ?? 0) + shift.value);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Returns the sum of the layout shifts until the next paint. */
async function readLayoutShift(page: Page) {
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
  return page.evaluate(() => Number(document.body.dataset['shift'] ?? 0));
}
