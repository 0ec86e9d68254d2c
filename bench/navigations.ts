import type { Browser, Page } from '@playwright/test';
import { links } from '../app/content/layout.ts';
import { takeOver, visit } from './visit.ts';

/** Of the menu, each leading to another page: the visit begins at the first. */
const tour = [...links.slice(1), ...links.slice(0, 1)].map(({ label }) => label);
const frameMs = 16;

export interface Navigations {
  /** Milliseconds from the click on each link until its page was painted. */
  paintedMs: number[];
  /** Milliseconds of the slowest interaction, as the browser reports them: in steps of 8, from 16 on. */
  slowestMs: number;
}

/** Follows all links of the menu, when each page has been shown before, on a processor so much slower. */
export async function measureNavigations(
  browser: Browser,
  origin: string,
  slowdown: number,
): Promise<Navigations> {
  const page = await visit(browser, origin, { slowdown });
  await takeOver(page);
  for (const name of tour) await follow(page, name);
  await page.evaluate(recordInteractions, frameMs);
  const paintedMs: number[] = [];
  for (const name of tour) {
    await page.evaluate(recordPainting);
    await follow(page, name);
    paintedMs.push(Number(await page.evaluate(() => document.body.dataset['paintedMs'])));
  }
  const slowestMs = Number(await page.evaluate(() => document.body.dataset['slowestMs'] ?? '0'));
  await page.close();
  return { paintedMs, slowestMs };
}

/**
 * Milliseconds of processor time from the click on each link until its page is handed over to be
 * painted, on a processor that is not slowed down: other programs disturb it less than the clock.
 */
export async function measureProcessorTime(browser: Browser, origin: string): Promise<number[]> {
  const page = await visit(browser, origin, {});
  await takeOver(page);
  for (const name of tour) await follow(page, name);
  const times: number[] = [];
  for (const name of tour) {
    await point(page, name);
    await browser.startTracing(page, { categories: ['toplevel', 'cc', 'devtools.timeline'] });
    await press(page, name);
    times.push(processorMs(toEvents(await browser.stopTracing())));
  }
  await page.close();
  return times.filter((time) => !Number.isNaN(time));
}

async function follow(page: Page, name: string) {
  await point(page, name);
  await press(page, name);
}

const link = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('navigation').getByRole('link', { name });

/** As long as a hand takes from pointing to pressing, in which the page's script is fetched. */
async function point(page: Page, name: string) {
  await link(page, name).hover();
  await page.waitForTimeout(300);
}

/** Presses the button where the pointer is, and waits until the page has faded in. */
async function press(page: Page, name: string) {
  await page.mouse.down();
  await page.mouse.up();
  await link(page, name).and(page.locator('[aria-current=page]')).waitFor();
  await page.waitForTimeout(500);
}

/** In the page: writes on the body how long the next click takes until another page's heading is painted. */
function recordPainting() {
  const shown = document.querySelector('main h1');
  let clickedAt = 0;
  addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), {
    capture: true,
    once: true,
  });
  const observer = new MutationObserver(() => {
    const heading = document.querySelector('main h1');
    if (!heading || heading === shown) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // A message that is sent in a frame arrives after its painting.
      port1.onmessage = () => {
        document.body.dataset['paintedMs'] = String(performance.now() - clickedAt);
      };
      port2.postMessage(undefined);
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** In the page: writes on the body how long the slowest interaction from now on takes until its next frame. */
function recordInteractions(durationThreshold: number) {
  new PerformanceObserver((list) => {
    const interactions = (list.getEntries() as PerformanceEventTiming[]).filter(
      ({ interactionId }) => interactionId,
    );
    const slowest = Math.max(
      Number(document.body.dataset['slowestMs'] ?? 0),
      ...interactions.map(({ duration }) => duration),
    );
    document.body.dataset['slowestMs'] = String(slowest);
  }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
}

/** Times are in microseconds; `tdur` is the thread's processor time. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur: number;
  tdur?: number;
  args?: { data?: { type?: string } };
}

const toEvents = (trace: Buffer) =>
  (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents;

/** NaN where the click or the frame after it is missing in the trace. */
function processorMs(events: TraceEvent[]) {
  const click = events.find(
    ({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'click',
  );
  const ofThread = events.filter(
    ({ ph, pid, tid }) => ph === 'X' && pid === click?.pid && tid === click.tid,
  );
  const frame = ofThread.find(
    ({ name, ts }) => name === 'ProxyMain::BeginMainFrame::commit' && ts > (click?.ts ?? NaN),
  );
  if (!click || !frame) return NaN;
  const sum = ofThread
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .filter(({ ts, dur }) => ts + dur >= click.ts && ts <= frame.ts)
    .reduce((total, { tdur = 0 }) => total + tdur, 0);
  return sum / 1000;
}
