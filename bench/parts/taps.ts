import { setTimeout as sleep } from 'node:timers/promises';
import { firm } from '../../src/content/firm.ts';
import { pages } from '../../src/content/pages.ts';
import { type CdpBrowser, type CdpPage, withCdpBrowser } from '../cdp-page.ts';
import { interleave, type Measurement, median, medianRatio } from '../measurement.ts';
import { withSite } from '../programs.ts';

const minRounds = 7;
const cpuThrottling = 4;
/** Limit of the budgets. */
const maxTapMs = 100;
/** Limit of what the script adds to a tap that the browser answers without it. */
const maxAddedMs = 60;
const maxTaskMs = 50;
const maxContactTaskMs = 100;

interface Interaction {
  name: string;
  path: string;
  /** Selector of the tapped element. */
  target: string;
  /** Expression that is true once the page shows the reaction. A new document shows it too. */
  reaction: string;
  /** Values of the form before the tap. */
  values?: Record<string, string>;
  /** True if the browser alone answers it in the document. */
  isNative?: boolean;
}

const inquiry = {
  firstName: 'Mara',
  lastName: 'Ellison',
  email: 'mara@northquay.example',
  company: 'Northquay Cold Storage',
  role: 'Chief Executive',
  industry: 'Food logistics',
  persona: 'operator',
  companySize: '51-200',
  timeline: '3-6months',
  message: 'We are looking for a long-term owner.',
};

const submit = {
  path: '/contact',
  target: 'form [type=submit]',
  reaction:
    'document.querySelector(".error-summary, .outcome") || document.querySelector("form [type=submit]").disabled',
};

const interactions: Interaction[] = [
  {
    name: 'menu',
    path: '/',
    target: '.menu-button',
    reaction: 'document.querySelector("#menu:popover-open")',
    isNative: true,
  },
  {
    name: 'tab',
    path: '/platform',
    target: 'li:nth-child(2) > .tab',
    reaction: 'document.querySelectorAll(".tab-panel")[1].checkVisibility()',
    isNative: true,
  },
  {
    name: 'first field',
    path: '/contact',
    target: '#firstName',
    reaction: 'document.activeElement.id === "firstName"',
    isNative: true,
  },
  {
    name: 'link to another page',
    path: '/about',
    target: 'main a[href="/contact"]',
    reaction: 'document.querySelector(".contact-hero")',
  },
  { ...submit, name: 'Submit, empty' },
  { ...submit, name: 'Submit, filled', values: inquiry },
  {
    ...submit,
    name: 'Submit, three errors',
    values: { ...inquiry, email: 'mara', company: '', message: 'Short' },
  },
];

/**
 * Measures the first tap of a visit beside the same page without its scripts, and the longest task of
 * hydration.
 */
export const measureTaps = (rounds: number): Promise<Measurement[]> =>
  withSite(({ origin }) =>
    withCdpBrowser(async (browser) => {
      const count = Math.max(rounds, minRounds);
      const measurements: Measurement[] = [];
      for (const interaction of interactions) {
        const { name, isNative } = interaction;
        process.stderr.write(`taps: ${name}\n`);
        const { ours, theirs } = await interleave(
          count,
          () => measureTap(browser, origin, interaction, true),
          () => measureTap(browser, origin, interaction, false),
        );
        measurements.push({
          name: `First tap: ${name} (${describeRange(ours)}; without script ${median(theirs)})`,
          value: median(ours),
          unit: 'ms',
          ratio: medianRatio(ours, theirs),
          goal: {
            of: 'value',
            atMost: isNative ? Math.min(median(theirs) + maxAddedMs, maxTapMs) : maxTapMs,
          },
        });
      }
      for (const { path, name } of pages) {
        process.stderr.write(`taps: tasks of ${name}\n`);
        const tasks: number[] = [];
        for (let round = 0; round < count; round += 1)
          tasks.push(await measureLongestTask(browser, origin + path));
        measurements.push({
          name: `Longest task until hydrated: ${name} (${describeRange(tasks)})`,
          value: median(tasks),
          unit: 'ms',
          goal: { of: 'value', atMost: path === '/contact' ? maxContactTaskMs : maxTaskMs },
        });
      }
      return measurements;
    }),
  );

const describeRange = (values: number[]) =>
  `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;

/** Opens a page of a phone with an empty cache. */
async function openPhone(browser: CdpBrowser, hasScript: boolean): Promise<CdpPage> {
  const page = await browser.openPage();
  const size = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true };
  await page.send('Emulation.setDeviceMetricsOverride', size);
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.send('Emulation.setCPUThrottlingRate', { rate: cpuThrottling });
  await page.send('Network.enable');
  const imageHost = `${new URL(firm.heroImage.url).origin}/*`;
  const urls = hasScript ? [imageHost] : [imageHost, '*/assets/*.js'];
  await page.send('Network.setBlockedURLs', { urls });
  await page.send('Page.enable');
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${recordTap})()` });
  return page;
}

/** Resolves once `expression` is true in the page, or the document that follows it. */
async function waitFor(page: CdpPage, expression: string) {
  for (const startMs = Date.now(); Date.now() < startMs + 20_000; await sleep(50))
    if (await page.evaluate(`Boolean(${expression})`).catch(() => false)) return;
  throw new Error(`Never true: ${expression}`);
}

const isLoaded = 'document.readyState === "complete" && location.protocol !== "about:"';
const isHydrated = 'document.querySelector("[data-hydrated]")';

/** Time from the load event to the tap, in which fonts are applied. */
const restMs = 1000;
/** Typical time from touch to release. */
const pressMs = 80;

/**
 * Resolves to the time in milliseconds from an event of the tap to the next paint, by Event Timing. If
 * the click's listeners do not react themselves, resolves to the time from the release to a message
 * after the reaction's frame, if that is longer: the message also waits for other tasks.
 */
async function measureTap(
  browser: CdpBrowser,
  origin: string,
  { path, target, reaction, values }: Interaction,
  hasScript: boolean,
): Promise<number> {
  const page = await openPhone(browser, hasScript);
  await page.send('Page.navigate', { url: origin + path });
  await waitFor(page, isLoaded);
  if (values) {
    await page.evaluate(`(${fillForm})(${JSON.stringify(values)})`);
    if (hasScript) await waitFor(page, isHydrated);
  }
  const element = `document.querySelector(${JSON.stringify(target)})`;
  await page.evaluate(`${element}.scrollIntoView({ block: 'center', behavior: 'instant' })`);
  await sleep(restMs);
  const { x, y, width, height } = await page.evaluate<DOMRect>(
    `${element}.getBoundingClientRect().toJSON()`,
  );
  await page.evaluate(`recordTap(() => ${reaction})`);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await sleep(pressMs);
  await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await waitFor(page, 'sessionStorage.reactedAt > 0');
  // Event Timing reports an event after its paint.
  await sleep(300);
  const times = await page.evaluate<Record<string, string>>('({ ...sessionStorage })');
  await page.close();
  const [longest, released, reacted] = ['longestEvent', 'releasedAt', 'reactedAt'].map((name) =>
    Number(times[name] ?? 0),
  ) as [number, number, number];
  return Math.round(times['isReactionOfClick'] ? longest : Math.max(longest, reacted - released));
}

/** Runs in each document: records the tap's times in sessionStorage, which outlives the document. */
function recordTap() {
  if (location.protocol === 'about:') return;
  // A headless browser begins with a pointer at 0, 0, which would hydrate the page.
  const ignoreInitialPointer = (event: PointerEvent) => {
    if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
  };
  addEventListener('pointerover', ignoreInitialPointer, true);
  addEventListener('load', () => performance.mark('loaded'));
  const toEpoch = (timeMs: number) => String(performance.timeOrigin + timeMs);
  if (sessionStorage['releasedAt']) {
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (paint) sessionStorage['reactedAt'] ??= toEpoch(paint.startTime);
    }).observe({ type: 'paint', buffered: true });
  }
  Object.assign(globalThis, {
    recordTap(hasReacted: () => unknown) {
      let longest = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as PerformanceEventTiming[])
          if (entry.interactionId) longest = Math.max(longest, entry.duration);
        sessionStorage['longestEvent'] = longest;
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
      function checkReaction() {
        if (!hasReacted()) {
          requestAnimationFrame(checkReaction);
          return;
        }
        const { port1, port2 } = new MessageChannel();
        // A message sent in a frame arrives after the paint.
        port1.onmessage = () => (sessionStorage['reactedAt'] ??= toEpoch(performance.now()));
        port2.postMessage(undefined);
      }
      const onRelease = ({ timeStamp }: Event) => {
        sessionStorage['releasedAt'] = toEpoch(timeStamp);
        requestAnimationFrame(checkReaction);
      };
      addEventListener('touchend', onRelease, { capture: true, once: true, passive: true });
      addEventListener('click', () => {
        if (hasReacted()) sessionStorage['isReactionOfClick'] = true;
      });
    },
  });
}

/** Runs in the page. */
function fillForm(values: Record<string, string>) {
  const form = document.forms[0] as HTMLFormElement;
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name) as HTMLInputElement;
    field.value = value;
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** Resolves to the CPU time of the longest task in milliseconds, from the load event on. */
async function measureLongestTask(browser: CdpBrowser, url: string): Promise<number> {
  const page = await openPhone(browser, true);
  const events = await browser.trace(['toplevel', 'blink.user_timing'], async () => {
    await page.send('Page.navigate', { url });
    await waitFor(page, isLoaded);
    // A key press without effect triggers hydration.
    await page.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Shift' });
    await waitFor(page, isHydrated);
    await sleep(300);
  });
  await page.close();
  const start = events.find(({ name }) => name === 'loaded');
  const tasks = events.filter(
    ({ name, pid, tid, ts }) =>
      name.endsWith('RunTask') && pid === start?.pid && tid === start.tid && ts > start.ts,
  );
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
