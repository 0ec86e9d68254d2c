import lighthouse from 'lighthouse';
import { freePort } from '../test/free-port.ts';
import { launchBrowser } from './browser.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** What Lighthouse's mobile preset says of one visit. Times are in milliseconds, scores up to 100. */
export interface LighthouseResult {
  lowestScore: number;
  firstPaint: number;
  largestPaint: number;
  blockingTime: number;
  layoutShift: number;
}

/** Visits `url` in a browser of its own. A trace without its beginning is taken again. */
export async function runLighthouse(url: string, attempts = 3): Promise<LighthouseResult> {
  const port = await freePort();
  const browser = await launchBrowser(`--remote-debugging-port=${port}`);
  const run = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error' });
  await browser?.close();
  const error = run?.lhr.runtimeError;
  if (error?.code === 'NO_NAVSTART' && attempts > 1) return runLighthouse(url, attempts - 1);
  if (!run || error) throw new Error(`Lighthouse could not measure ${url}: ${error?.message}`);

  const { audits, categories: rated } = run.lhr;
  const valueOf = (audit: string) => audits[audit]?.numericValue ?? NaN;
  return {
    lowestScore: Math.min(...categories.map((name) => Math.round((rated[name]?.score ?? 0) * 100))),
    firstPaint: valueOf('first-contentful-paint'),
    largestPaint: valueOf('largest-contentful-paint'),
    blockingTime: valueOf('total-blocking-time'),
    layoutShift: valueOf('cumulative-layout-shift'),
  };
}
