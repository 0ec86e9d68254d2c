import type { Page } from '@playwright/test';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { fontsShown } from '../../tools/fonts-shown.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { holdRequests } from './fixtures/hold-requests.ts';
import { expect, test } from './fixtures/site.ts';

/** What browsers report as a layout shift of 0. */
const maxLayoutShift = 0.001;

for (const width of [390, 1440]) {
  test(`fonts that arrive late move nothing on a screen ${width} wide`, async ({
    page,
    consoleMessages,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [...allPages.map(({ path }) => path), unknownPath]) {
      const release = await holdRequests(page, '**/*.woff2');
      await page.addInitScript(recordLayoutShift);
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const height = await measureHeadingHeight(page);

      release();
      await fontsShown(page);
      await page.evaluate(
        () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
      );
      const shift = await page.evaluate(() => Number(document.body.dataset['shift'] ?? 0));
      expect(shift, `${path}, set in Liberation, or in Arial and Times`).toBeLessThan(maxLayoutShift);
      expect(Math.abs((await measureHeadingHeight(page)) - height), path).toBeLessThan(2);
      await page.unroute('**/*.woff2');
    }
    allowConsoleError(consoleMessages, /status of 404/);
  });
}

test('fonts are asked for when the text is painted, not before', async ({ page }) => {
  await page.goto('/about');
  await fontsShown(page);
  const { paintedAt, askedAt } = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const fonts = performance.getEntriesByType('resource').filter(({ name }) => /woff2/.test(name));
    return { paintedAt: paint?.startTime ?? NaN, askedAt: fonts.map((font) => font.startTime) };
  });
  expect(askedAt).toHaveLength(2);
  expect(Math.min(...askedAt)).toBeGreaterThan(paintedAt);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the fonts are shown too', async ({ page }) => {
    const fonts: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.woff2')) fonts.push(response.url());
    });
    await page.goto('/about');
    await expect.poll(() => fonts.length).toBe(2);
  });
});

const measureHeadingHeight = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((h1) => h1.getBoundingClientRect().height);

/** In the page: adds up on the body how far things have moved, as Cumulative Layout Shift does. */
function recordLayoutShift() {
  new PerformanceObserver((list) => {
    const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    document.body.dataset['shift'] = String(Number(document.body.dataset['shift'] ?? 0) + sum);
  }).observe({ type: 'layout-shift', buffered: true });
}
