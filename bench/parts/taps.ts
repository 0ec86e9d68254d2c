import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { imageHost } from '../../tools/all-pages.ts';
import { freePort } from '../../tools/start-server.ts';
import { launchBrowser } from '../browser.ts';
import { compare, type Measurement } from '../measurement.ts';
import { withSite } from '../programs.ts';

const minRounds = 7;
const cpuThrottling = 4;
/** Goals, relative to the page without its scripts. */
const maxNativeRatio = 1.6;
const maxDocumentRatio = 0.6;

/** Selectors of tapped elements, each with an expression that is true once the page has reacted. */
const interactions = [
  {
    name: 'menu',
    path: '/',
    target: '.menu-button',
    reaction: 'document.querySelector("#menu:popover-open")',
    maxRatio: maxNativeRatio,
  },
  {
    name: 'tab',
    path: '/platform',
    target: 'li:nth-child(2) > .tab',
    reaction: 'document.querySelectorAll(".tab-panel")[1].checkVisibility()',
    maxRatio: maxNativeRatio,
  },
  {
    name: 'first field',
    path: '/contact',
    target: '#firstName',
    reaction: 'document.activeElement.id === "firstName"',
    maxRatio: maxNativeRatio,
  },
  {
    name: 'link to another page',
    path: '/about',
    target: 'main a[href="/contact"]',
    reaction: 'document.querySelector(".contact-hero")',
    maxRatio: maxDocumentRatio,
  },
  {
    name: 'Submit',
    path: '/contact',
    target: 'form [type=submit]',
    reaction: 'document.querySelector(".error-summary")',
    maxRatio: maxDocumentRatio,
  },
];

/** Measures the first tap of a visit beside the same page without its scripts. */
export const measureTaps = (rounds: number): Promise<Measurement[]> =>
  withSite(async ({ origin }) => {
    const port = await freePort();
    const browser = await launchBrowser(`--remote-debugging-port=${port}`);
    const measurements: Measurement[] = [];
    for (const interaction of interactions) {
      process.stderr.write(`taps: ${interaction.name}\n`);
      const { value, baseline, ratio } = await compare(
        Math.max(rounds, minRounds),
        () => measureTap(port, origin, interaction, true),
        () => measureTap(port, origin, interaction, false),
      );
      measurements.push({
        name: `First tap: ${interaction.name} (without script ${baseline} ms)`,
        ...{ value, unit: 'ms', ratio, goal: { of: 'ratio', atMost: interaction.maxRatio } },
      });
    }
    await browser.close();
    return measurements;
  });

type Page = Awaited<ReturnType<typeof openPhone>>;

/**
 * Opens a page of a phone with an empty cache, by the DevTools protocol: Playwright enables its
 * `Runtime` domain, with which evaluating React takes 90 ms instead of 10.
 */
async function openPhone(port: number, hasScript: boolean) {
  const devTools = `http://127.0.0.1:${port}/json`;
  const created = await fetch(`${devTools}/new?about:blank`, { method: 'PUT' });
  const target = (await created.json()) as { id: string; webSocketDebuggerUrl: string };
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  const requests: PromiseWithResolvers<Record<string, unknown>>[] = [];
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data));
    if (error) requests[id]?.reject(new Error(error.message));
    else requests[id]?.resolve(result);
  });
  const send = (method: string, params: object = {}) => {
    const request = Promise.withResolvers<Record<string, unknown>>();
    socket.send(JSON.stringify({ id: requests.push(request) - 1, method, params }));
    return request.promise;
  };

  const size = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true };
  await send('Emulation.setDeviceMetricsOverride', size);
  await send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await send('Emulation.setCPUThrottlingRate', { rate: cpuThrottling });
  await send('Network.enable');
  await send('Network.clearBrowserCache');
  const imageUrls = `${imageHost}/*`;
  const urls = hasScript ? [imageUrls] : [imageUrls, '*/assets/*.js'];
  await send('Network.setBlockedURLs', { urls });
  await send('Page.enable');
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${recordTap})()` });
  return {
    send,
    async evaluate<Value>(expression: string) {
      const options = { expression, returnByValue: true };
      const { result, exceptionDetails } = await send('Runtime.evaluate', options);
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return (result as { value: Value }).value;
    },
    close: () => fetch(`${devTools}/close/${target.id}`),
  };
}

/** Resolves once `expression` is true in the page, or the document that follows it. */
async function waitFor(page: Page, expression: string) {
  for (const startMs = Date.now(); Date.now() < startMs + 20_000; await sleep(50))
    if (await page.evaluate(`Boolean(${expression})`).catch(() => false)) return;
  throw new Error(`Never true: ${expression}`);
}

/** Time from the load event to the tap, in which fonts are applied. */
const restMs = 1000;
/** Typical time from touch to release. */
const pressMs = 80;

/** Resolves to the milliseconds from the release to the paint of the reaction. */
async function measureTap(
  port: number,
  origin: string,
  { path, target, reaction }: (typeof interactions)[number],
  hasScript: boolean,
): Promise<number> {
  const page = await openPhone(port, hasScript);
  await page.send('Page.navigate', { url: origin + path });
  await waitFor(page, 'document.readyState === "complete" && location.protocol !== "about:"');
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
  const tookMs = await page.evaluate<number>(
    'sessionStorage.reactedAt - sessionStorage.releasedAt',
  );
  await page.close();
  return Math.round(tookMs);
}

/** Runs in each document: records the tap's times in sessionStorage, which outlives the document. */
function recordTap() {
  // A headless browser begins with a pointer at 0, 0, which would hydrate the page.
  const ignoreInitialPointer = (event: PointerEvent) => {
    if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
  };
  addEventListener('pointerover', ignoreInitialPointer, true);
  const toEpoch = (timeMs: number) => String(performance.timeOrigin + timeMs);
  if (location.protocol !== 'about:' && sessionStorage['releasedAt']) {
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (paint) sessionStorage['reactedAt'] ??= toEpoch(paint.startTime);
    }).observe({ type: 'paint', buffered: true });
  }
  Object.assign(globalThis, {
    recordTap(hasReacted: () => unknown) {
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
    },
  });
}
