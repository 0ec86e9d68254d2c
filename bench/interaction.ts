import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../test/find-chromium.ts';
import { startServer } from '../test/start-server.ts';
import { median } from './median.ts';

/**
 * How soon the site answers a visitor on a processor that is four times slower: `node
 * bench/interaction.ts [runs]` prints medians and the worst, in milliseconds.
 */
const slowdown = 4;
const rounds = Number(process.argv[2] ?? 3);
const tour = ['About', 'Platform', 'Ecosystems', 'Contact', 'Home'];

const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-'));
const server = startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

try {
  const url = await server.url;
  const navigations: number[] = [];
  const takeovers: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    navigations.push(...(await measureNavigations(url)));
    takeovers.push(...(await measureTakeover(url)));
  }
  report('Click on a link until its page is painted', navigations);
  report('Events while the application takes over', takeovers);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await server.exited;
  rmSync(dataDir, { recursive: true });
}

async function measureNavigations(url: string) {
  const page = await openSlowly(url);
  await page.keyboard.press('Shift');
  await page.locator('.menu-button[aria-expanded]').waitFor({ state: 'attached' });
  await page.evaluate(recordPaints);
  const times: number[] = [];
  for (const name of tour) {
    const link = page.getByRole('banner').getByRole('navigation').getByRole('link', { name });
    await link.hover();
    // As long as a hand takes from pointing to pressing, in which the page's script is fetched.
    await page.waitForTimeout(300);
    await link.click();
    await page.waitForFunction(
      (count) => document.body.dataset['painted']?.split(' ').length === count,
      times.length + 1,
    );
    const painted = await page.evaluate(() => document.body.dataset['painted'] ?? '');
    times.push(Number(painted.split(' ').at(-1)));
    await page.waitForTimeout(500);
  }
  await page.close();
  return times;
}

/** The longest event of a visit that begins with presses of the menu while the scripts arrive. */
async function measureTakeover(url: string) {
  const page = await openSlowly(url, { width: 390, height: 844 });
  await page.evaluate(recordEvents);
  const button = page.getByRole('button', { name: 'Menu' });
  for (let press = 0; press < 10; press += 1) {
    await button.click();
    await page.waitForTimeout(60);
  }
  await page.locator('.menu-button[aria-expanded]').waitFor({ state: 'attached' });
  await page.waitForTimeout(500);
  const longest = await page.evaluate(() => Number(document.body.dataset['longest'] ?? 0));
  await page.close();
  return [longest];
}

async function openSlowly(url: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await page.route('https://images.unsplash.com/**', (route) => route.abort());
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => document.fonts.check('300 40px Newsreader'));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** In the page: writes on the body how long each click took until another page's heading was painted. */
function recordPaints() {
  let clickedAt = 0;
  const painted: number[] = [];
  let shown = document.querySelector('main h1');
  addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), true);
  new MutationObserver(() => {
    const heading = document.querySelector('main h1');
    if (!heading || heading === shown) return;
    shown = heading;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // A message that is sent in a frame arrives after its painting.
      port1.onmessage = () => {
        painted.push(Math.round(performance.now() - clickedAt));
        document.body.dataset['painted'] = painted.join(' ');
      };
      port2.postMessage(undefined);
    });
  }).observe(document.body, { childList: true, subtree: true });
}

/** In the page: writes on the body how long the slowest event took until its next frame. */
function recordEvents() {
  new PerformanceObserver((list) => {
    const durations = list.getEntries().map(({ duration }) => duration);
    const longest = Math.max(Number(document.body.dataset['longest'] ?? 0), ...durations);
    document.body.dataset['longest'] = String(longest);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

function report(what: string, times: number[]) {
  console.log(`${what}: median ${median(times)}, worst ${Math.max(...times)} ms`);
}
