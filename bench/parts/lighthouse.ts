import lighthouse from 'lighthouse';
import { imageHost } from '../../tools/all-pages.ts';
import { pages } from '../../src/content/pages.ts';
import { freePort } from '../../tools/start-server.ts';
import { launchBrowser } from '../browser.ts';
import { compare, type Measurement } from '../measurement.ts';
import { withSite } from '../programs.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Excludes the image host, which may be unreachable. */
const imageUrls = `${imageHost}/*`;

/** Measures the lowest of Lighthouse's four scores for each page against the page without script. */
export async function measureLighthouse(rounds: number): Promise<Measurement[]> {
  const port = String(await freePort());
  // The SEO score checks canonical URLs and the sitemap, which need a public URL.
  const settings = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
  return withSite(async ({ origin }) => {
    const measurements: Measurement[] = [];
    for (const { path, name } of pages) {
      process.stderr.write(`lighthouse: ${name}\n`);
      const { value, baseline } = await compare(
        rounds,
        () => measureLowestScore(origin + path, [imageUrls]),
        () => measureLowestScore(origin + path, [imageUrls, '*/assets/*.js']),
      );
      measurements.push({
        name: `${name}: lowest Lighthouse score vs. ${baseline} without script`,
        ...{ value, unit: 'points', goal: { of: 'value', atLeast: baseline - 1 } },
      });
    }
    return measurements;
  }, settings);
}

/** Runs Lighthouse's mobile preset in a new browser. */
async function measureLowestScore(url: string, blockedUrlPatterns: string[]) {
  const port = await freePort();
  const browser = await launchBrowser(`--remote-debugging-port=${port}`);
  const run = await lighthouse(url, {
    ...{ port, onlyCategories: categories, logLevel: 'error', blockedUrlPatterns },
  });
  await browser.close();
  const error = run?.lhr.runtimeError;
  if (!run || error) throw new Error(`Lighthouse could not measure ${url}: ${error?.message}`);
  const scores = categories.map((name) => run.lhr.categories[name]?.score ?? 0);
  return Math.min(...scores.map((score) => Math.round(score * 100)));
}
