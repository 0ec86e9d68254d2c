import lighthouse from 'lighthouse';
import { firm } from '../../src/content/firm.ts';
import { links } from '../../src/content/layout.ts';
import { freePort } from '../../tools/free-port.ts';
import { launchBrowser } from '../browser.ts';
import { type Measurement, interleave, median } from '../measurement.ts';
import { withModule, withSite } from '../programs.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** The lowest of Lighthouse's four scores for each page, beside the same page without script. */
export async function measureLighthouse(rounds: number): Promise<Measurement[]> {
  const port = String(await freePort());
  // Canonical addresses and a sitemap, which the SEO score asks for, need a public URL.
  const settings = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
  return withSite(
    (site) =>
      withModule('reference-site.ts', [site.origin], async (reference) => {
        const figures: Measurement[] = [];
        for (const { to, label } of links) {
          process.stderr.write(`lighthouse: ${label}\n`);
          const { ours, theirs } = await interleave(
            rounds,
            () => measureLowestScore(site.origin + to),
            () => measureLowestScore(reference.origin + to),
          );
          figures.push({
            name: `${label}: lowest score in Lighthouse, beside ${median(theirs)} without script`,
            value: median(ours),
            unit: 'points',
            goal: { of: 'value', atLeast: median(theirs) - 1 },
          });
        }
        return figures;
      }),
    settings,
  );
}

/** Visits `url` in its own browser, with the mobile preset. A trace without a start is repeated. */
async function measureLowestScore(url: string, attempts = 3): Promise<number> {
  const port = await freePort();
  const browser = await launchBrowser(`--remote-debugging-port=${port}`);
  const run = await lighthouse(url, {
    port,
    onlyCategories: categories,
    logLevel: 'error',
    // The image host's network is not measured, and may be out of reach.
    blockedUrlPatterns: [`${new URL(firm.heroImage.url).origin}/*`],
  });
  await browser.close();
  const error = run?.lhr.runtimeError;
  if (error?.code === 'NO_NAVSTART' && attempts > 1) return measureLowestScore(url, attempts - 1);
  if (!run || error) throw new Error(`Lighthouse could not measure ${url}: ${error?.message}`);
  const scores = categories.map((name) => run.lhr.categories[name]?.score ?? 0);
  return Math.min(...scores.map((score) => Math.round(score * 100)));
}
