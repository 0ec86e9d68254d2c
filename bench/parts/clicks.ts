import type { Browser, Page } from '@playwright/test';
import { firm } from '../../src/content/firm.ts';
import { pages } from '../../src/content/pages.ts';
import { launchBrowser } from '../browser.ts';
import { type Measurement, median } from '../measurement.ts';
import { withSite } from '../programs.ts';

/** Labels of the menu's links, in the order of the tour; it starts on the first page. */
const tour = [...pages.slice(1), ...pages.slice(0, 1)].map(({ name }) => name);

/** Measures the time from a click on a link to the paint of its page, with 4x CPU throttling. */
export const measureClicks = (rounds: number): Promise<Measurement[]> =>
  withSite(async ({ origin }) => {
    const browser = await launchBrowser();
    try {
      const tours: number[][] = [];
      for (let round = 0; round < rounds; round += 1) tours.push(await tourSite(browser, origin));
      return [
        {
          name: 'Slowest click of a tour, 4x CPU throttling',
          value: median(tours.map((times) => Math.max(...times))),
          unit: 'ms',
          goal: { of: 'value', atMost: 100 },
        },
        { name: 'Median click', value: median(tours.flat()), unit: 'ms' },
      ];
    } finally {
      await browser.close();
    }
  });

/** Clicks every link of the menu twice; measures the second tour, whose scripts are loaded. */
async function tourSite(browser: Browser, origin: string) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route(`${new URL(firm.heroImage.url).origin}/**`, (route) => route.abort());
  await page.goto(origin, { waitUntil: 'load' });
  await page.waitForFunction(() => document.fonts.check('300 40px Newsreader'));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // A key press without effect triggers hydration.
  await page.keyboard.press('Shift');
  await page.locator('.menu-button[aria-expanded]').waitFor({ state: 'attached' });

  for (const name of tour) await clickLink(page, name);
  const times: number[] = [];
  for (const name of tour) times.push(await clickLink(page, name));
  await page.close();
  return times;
}

/** Resolves to the milliseconds from click to paint. */
async function clickLink(page: Page, name: string) {
  const link = page.getByRole('banner').getByRole('navigation').getByRole('link', { name });
  await link.hover();
  // Typical time between hover and click, in which the page's script loads.
  await page.waitForTimeout(300);
  const painted = await page.evaluateHandle(observeNextPaint);
  await page.mouse.down();
  await page.mouse.up();
  const { tookMs } = await painted.evaluate(async ({ tookMs }) => ({ tookMs: await tookMs }));
  await page.waitForTimeout(500);
  return tookMs;
}

/** Runs in the page. `tookMs` resolves when another page's heading is painted after the next click. */
function observeNextPaint() {
  const shown = document.querySelector('main h1');
  const clicked = new Promise<number>((resolve) => {
    const once = { capture: true, once: true };
    addEventListener('click', ({ timeStamp }) => resolve(timeStamp), once);
  });
  const painted = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      const heading = document.querySelector('main h1');
      if (!heading || heading === shown) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        // A message sent in a frame arrives after the paint.
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(undefined);
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  return { tookMs: Promise.all([clicked, painted]).then(([from, to]) => to - from) };
}
