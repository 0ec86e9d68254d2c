import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findChromium } from '../test/find-chromium.ts';
import { median } from './median.ts';
import { listen } from './own-site.ts';

/**
 * Lighthouse's mobile figures of every page: `node bench/lighthouse.ts [runs [page…]]` prints medians. With
 * REFERENCE=folder the static pages of that folder, one for each of ours, are measured in turn with
 * ours, and each of our figures is followed by its quotient with the reference's.
 */
const [runs = 3, ...chosen] = process.argv.slice(2);
const reference = process.env['REFERENCE'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const figureNames = ['FCP', 'LCP', 'TBT', 'CLS'] as const;
const pages = [
  { name: 'Home', path: '/', reference: '/index-photo.html' },
  { name: 'About', path: '/about', reference: '/about.html' },
  { name: 'Platform', path: '/platform', reference: '/platform.html' },
  { name: 'Ecosystems', path: '/ecosystems', reference: '/ecosystems.html' },
  { name: 'Contact', path: '/contact', reference: '/contact.html' },
];
type Figure = (typeof figureNames)[number];
interface Result {
  scores: number[];
  figures: Record<Figure, number>;
}

const servers = spawn(process.execPath, ['bench/serve.ts', ...(reference ? [reference] : [])], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const origins = createInterface({ input: servers.stdout })[Symbol.asyncIterator]();
const nextOrigin = async () => String((await origins.next()).value);
const own = await nextOrigin();
const other = reference ? await nextOrigin() : undefined;
if (!other) console.log('No reference: set REFERENCE to its folder to measure beside it.');

try {
  for (const page of pages.filter(({ name }) => !chosen.length || chosen.includes(name))) {
    const ours: Result[] = [];
    const theirs: Result[] = [];
    for (let run = 0; run < Number(runs); run += 1) {
      ours.push(await measure(own + page.path));
      if (other) theirs.push(await measure(other + page.reference));
    }
    report(page.name, ours, theirs);
  }
} finally {
  servers.stdin.end();
}

/** In a browser of its own, with nothing in its caches. A trace without its beginning is taken again. */
async function measure(url: string, attempts = 3): Promise<Result> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [
      `--remote-debugging-port=${port}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  const run = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error' });
  await browser.close();
  if (run?.lhr.runtimeError?.code === 'NO_NAVSTART' && attempts > 1) {
    return measure(url, attempts - 1);
  }
  if (!run || run.lhr.runtimeError) {
    throw new Error(`Lighthouse could not measure ${url}: ${run?.lhr.runtimeError?.message}`);
  }
  const { audits, categories: rated } = run.lhr;
  const valueOf = (audit: string) => audits[audit]?.numericValue ?? NaN;
  return {
    scores: categories.map((name) => Math.round((rated[name]?.score ?? 0) * 100)),
    figures: {
      FCP: valueOf('first-contentful-paint'),
      LCP: valueOf('largest-contentful-paint'),
      TBT: valueOf('total-blocking-time'),
      CLS: valueOf('cumulative-layout-shift'),
    },
  };
}

/** Milliseconds, and for CLS its own unit; the scores in the order of `categories`. */
function report(name: string, ours: Result[], theirs: Result[]) {
  const scores = categories.map((_, i) => median(ours.map((result) => result.scores[i] ?? 0)));
  const figures = figureNames.map((figure) => {
    const value = median(ours.map((result) => result.figures[figure]));
    const shown = `${figure} ${Number(value.toFixed(figure === 'CLS' ? 4 : 0))}`;
    const compared = median(theirs.map((result) => result.figures[figure]));
    return compared > 0 ? `${shown} (${(value / compared).toFixed(2)})` : shown;
  });
  console.log(`${name.padEnd(11)} ${scores.join(' ').padEnd(16)} ${figures.join('  ')}`);
}

async function freePort() {
  const server = createServer();
  const { port } = new URL(await listen(server));
  server.close();
  return Number(port);
}
