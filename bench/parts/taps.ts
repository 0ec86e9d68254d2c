import { compare, launchBrowser, type Measurement, startSite } from '../measurement.ts';

/** First tap of a visit beside the same page without its scripts. */
export const measurements: Measurement[] = [];
/** Name, path, tapped element, element that appears, budget: lower beside a new document. */
const taps = [
  ['menu', '/', '.menu-button', '#menu:popover-open', 1.6],
  ['tab', '/platform', 'li:nth-child(2) > .tab', '.tab-panel + .tab-panel', 1.6],
  ['first field', '/contact', '#firstName', '#firstName:focus', 1.6],
  ['link to another page', '/about', 'main a[href="/contact"]', '.contact-hero', 0.6],
  ['Submit', '/contact', 'form [type=submit]', '.error-summary', 0.6],
] as const;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

await using site = await startSite();
await using browser = await launchBrowser();
for (const [name, path, target, reaction, atMost] of taps) {
  const measureTap = async (blocked: string[]) => {
    await using context = await browser.newContext(phone);
    await context.addInitScript(recordTap, reaction);
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await devTools.send('Network.enable');
    await devTools.send('Network.setBlockedURLs', { urls: ['https://*', ...blocked] });
    await page.goto(site.origin + path);
    // Meanwhile, fonts are applied.
    await page.waitForTimeout(1000);
    await page.tap(target);
    const tookMs = await page.waitForFunction(() => sessionStorage['tookMs']);
    return Number(await tookMs.jsonValue());
  };
  const measured = await compare(measureTap, [[], ['*/assets/*.js']], 7);
  measurements.push({ name: `First tap: ${name}`, ...measured, unit: 'ms', atMost });
}

/** Runs in each document: stores the time from the release to the paint of the reaction. */
function recordTap(reaction: string) {
  if (location.protocol === 'about:') return;
  const check = () => {
    if (!document.querySelector(reaction)?.checkVisibility()) requestAnimationFrame(check);
    // After the paint of this frame.
    else setTimeout(() => (sessionStorage['tookMs'] ??= Date.now() - sessionStorage['releasedAt']));
  };
  const onRelease = ({ timeStamp }: Event) => {
    sessionStorage['releasedAt'] = performance.timeOrigin + timeStamp;
    requestAnimationFrame(check);
  };
  addEventListener('touchend', onRelease, { capture: true, passive: true });
  // In the document that follows.
  if (sessionStorage['releasedAt']) requestAnimationFrame(check);
  // A headless browser begins with a pointer at 0, 0, which would hydrate the page.
  const ignoreInitialPointer = (event: PointerEvent) => {
    if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
  };
  addEventListener('pointerover', ignoreInitialPointer, true);
}
