import type { Browser } from '@playwright/test';

export interface Tap {
  name: string;
  path: string;
  /** Selector of the tapped element. */
  target: string;
  /** Selector of the element that appears. */
  reaction: string;
}

export const taps = {
  menu: { name: 'menu', path: '/', target: '.menu-button', reaction: '#menu:popover-open' },
  tab: {
    name: 'tab',
    path: '/platform',
    target: 'li:nth-child(2) > .tab',
    reaction: '.tab-panel + .tab-panel',
  },
  field: {
    name: 'first field',
    path: '/contact',
    target: '#firstName',
    reaction: '#firstName:focus',
  },
  link: {
    name: 'link to another page',
    path: '/about',
    target: 'main a[href="/contact"]',
    reaction: '.contact-hero',
  },
  submit: {
    name: 'Submit',
    path: '/contact',
    target: 'form [type=submit]',
    reaction: '.error-summary',
  },
} satisfies Record<string, Tap>;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export interface TapCost {
  /** Time from the release of the finger to the paint of the reaction. */
  tookMs: number;
  /**
   * Processor time of the main thread for the page and the tap, which other load does not affect.
   */
  processorMs: number;
}

interface TapOptions {
  /** URL patterns that are not loaded. */
  blocked?: string[];
  /** Factor by which the processor is slowed. */
  slowedBy?: number;
}

/** Measures the first tap of a visit on a phone. */
export async function measureTap(
  browser: Browser,
  origin: string,
  { path, target, reaction }: Tap,
  { blocked = [], slowedBy = 1 }: TapOptions = {},
): Promise<TapCost> {
  await using context = await browser.newContext(phone);
  await context.addInitScript(recordTap, reaction);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowedBy });
  await devTools.send('Network.enable');
  await devTools.send('Network.setBlockedURLs', { urls: ['https://*', ...blocked] });
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(origin + path);
  // Wait until fonts are applied.
  await page.waitForTimeout(1000);
  await page.tap(target);
  const tookMs = await page.waitForFunction(() => sessionStorage['tookMs']);
  const { metrics } = await devTools.send('Performance.getMetrics');
  const taskSeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  return { tookMs: Number(await tookMs.jsonValue()), processorMs: taskSeconds * 1000 };
}

/**
 * Runs in each document. Stores the time from the release of the finger to the paint of the
 * reaction.
 */
function recordTap(reaction: string) {
  if (location.protocol === 'about:') return;
  const check = () => {
    if (!document.querySelector(reaction)?.checkVisibility()) requestAnimationFrame(check);
    // Runs after the paint of this frame.
    else
      setTimeout(() => (sessionStorage['tookMs'] ??= Date.now() - sessionStorage['releasedAtMs']));
  };
  const onRelease = ({ timeStamp }: Event) => {
    sessionStorage['releasedAtMs'] = performance.timeOrigin + timeStamp;
    requestAnimationFrame(check);
  };
  addEventListener('touchend', onRelease, { capture: true, passive: true });
  // Check again in the document to which the tap leads.
  if (sessionStorage['releasedAtMs']) requestAnimationFrame(check);
  // Ignore the first pointer event: a headless browser starts with a pointer at 0, 0, which would
  // hydrate the page.
  const ignoreInitialPointer = (event: PointerEvent) => {
    if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
  };
  addEventListener('pointerover', ignoreInitialPointer, true);
}
