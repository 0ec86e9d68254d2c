import { measureTap, type Tap, taps } from '../first-tap.ts';
import { compare, launchBrowser, type Measurement, startSite } from '../measurement.ts';

/** First tap of a visit, compared with the same page without its scripts. */
export const measurements: Measurement[] = [];
/** Budgets for the ratios, which are lower if the tap leads to a new document. */
const budgets: [Tap, number][] = [
  [taps.menu, 1.6],
  [taps.tab, 1.6],
  [taps.field, 1.6],
  [taps.link, 0.6],
  [taps.submit, 0.6],
];

await using site = await startSite();
await using browser = await launchBrowser();
for (const [tap, atMost] of budgets) {
  const measure = async (blocked: string[]) =>
    (await measureTap(browser, site.origin, tap, { blocked, slowedBy: 4 })).tookMs;
  const measured = await compare(measure, [[], ['*/assets/*.js']], 7);
  measurements.push({ name: `First tap: ${tap.name}`, ...measured, unit: 'ms', atMost });
}
