import lighthouse from 'lighthouse';
import { firm } from '../../src/content/firm.ts';
import { pages } from '../../src/content/pages.ts';
import { freePort } from '../../tools/start-server.ts';
import { launchBrowser } from '../browser.ts';
import { type Measurement, interleave, median } from '../measurement.ts';
import { withModule, withSite } from '../programs.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Measures the lowest of Lighthouse's four scores for each page against the page without script. */
export async function measureLighthouse(rounds: number): Promise<Measurement[]> {
  const port = String(await freePort());
  // The SEO score checks canonical URLs and the sitemap, which need a public URL.
  const settings = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
  return withSite(
    (site) =>
      withModule('reference-site.ts', [site.origin], async (reference) => {
        const measurements: Measurement[] = [];
        for (const { path, name } of pages) {
          process.stderr.write(`lighthouse: ${name}\n`);
          const { ours, theirs } = await interleave(
            rounds,
            () => measureLowestScore(site.origin + path),
            () => measureLowestScore(reference.origin + path),
          );
          measurements.push({
            name: `${name}: lowest Lighthouse score vs. ${median(theirs)} without script`,
            value: median(ours),
            unit: 'points',
            goal: { of: 'value', atLeast: median(theirs) - 1 },
          });
        }
        return measurements;
      }),
    settings,
  );
}

/** Runs Lighthouse's mobile preset in a new browser. Retries a trace without a navigation start. */
async function measureLowestScore(url: string, attempts = 3): Promise<number> {
  const port = await freePort();
  const browser = await launchBrowser(`--remote-debugging-port=${port}`);
  const run = await lighthouse(url, {
    port,
    onlyCategories: categories,
    logLevel: 'error',
    // Excludes the image host, which may be unreachable.
    blockedUrlPatterns: [`${new URL(firm.heroImage.url).origin}/*`],
  });
  await browser.close();
  const error = run?.lhr.runtimeError;
  if (error?.code === 'NO_NAVSTART' && attempts > 1) return measureLowestScore(url, attempts - 1);
  if (!run || error) throw new Error(`Lighthouse could not measure ${url}: ${error?.message}`);
  const scores = categories.map((name) => run.lhr.categories[name]?.score ?? 0);
  return Math.min(...scores.map((score) => Math.round(score * 100)));
}
