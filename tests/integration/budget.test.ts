import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SiteBundle } from '../../src/http/pages/page-cache.ts';
import { loadSiteBundle } from '../../src/http/pages/site-build.ts';
import {
  describeExceededBudgets,
  listFiles,
  listFonts,
  measureBytes,
  renderDocuments,
} from '../../tools/measure-bytes.ts';

it('the build stays within its budgets of bytes', async () => {
  const measurements = await measureBytes(await renderDocuments());
  for (const { name, value } of measurements) expect.soft(value, name).toBeGreaterThan(0);
  const exceeded = describeExceededBudgets(measurements);
  expect(exceeded, 'See "Budgets and results" in docs/performance.md').toEqual([]);
  expect(listFonts()).toHaveLength(2);
});

it("each script begins with V8's compile hint, which counts in the first line only", () => {
  const scripts = globSync('dist/client/assets/*.js');
  expect(scripts).not.toHaveLength(0);
  for (const script of scripts) {
    const [firstLine] = readFileSync(script, 'utf8').split('\n');
    expect.soft(firstLine, script).toBe('//# allFunctionsCalledOnLoad');
  }
});

it('a document names all scripts of its hydration, which are requested in parallel', async () => {
  const { renderer, assets } = (await loadSiteBundle('dist')) as SiteBundle;
  const options = { site: { year: 2026 }, assets, publicUrl: undefined };
  for (const path of renderer.paths) {
    const { html } = await renderer.render(path, options);
    const [, modules = ''] = /data-modules="(.*?)"/.exec(html) ?? [];
    const folder = path.slice(1) || 'home';
    const files = listFiles([
      ...['src/web/entry-client.ts', 'src/web/hydrate.tsx'],
      `src/web/pages/${folder}/${folder}.tsx`,
    ]);
    const named = [...assets.scripts.map(({ src }) => src), ...modules.split(' ')];
    expect(named.sort()).toEqual(files.map((file) => `/${file}`).sort());
  }
});

it('a rejected form is the contact page, with each returned value once', async () => {
  const { renderer, assets } = (await loadSiteBundle('dist')) as SiteBundle;
  const site = { year: 2026, retention: 'This website deletes it after 18 months.' };
  const values = { firstName: 'Ada', company: 'Northquay', message: 'A "story"', persona: 'other' };
  const posted = { values, errors: { role: 'No' }, cut: [] };
  const options = { assets, publicUrl: undefined };
  const example = { ...site, posted: { errors: {} } };
  const render = await renderer.createOutcomeRenderer(example, options);
  const html = render({ ...site, posted });
  // The same as a page that is rendered whole.
  const whole = await renderer.render('/contact', { ...options, site: { ...site, posted } });
  expect(html === whole.html).toBe(true);
  expect(html.match(/Northquay/g)).toHaveLength(1);
  expect(html.match(/A &quot;story&quot;/g)).toHaveLength(1);
  expect(html).toContain('&quot;posted&quot;:{&quot;errors&quot;:{&quot;role&quot;');
});

it('a receipt page is the contact page with the times of its inquiry', async () => {
  const { renderer, assets } = (await loadSiteBundle('dist')) as SiteBundle;
  const site = { year: 2026, retention: 'This website deletes it after 18 months.' };
  const options = { assets, publicUrl: undefined };
  const sentAt = (time: string) => ({
    ...site,
    sent: renderer.getReceiptTimes(Date.parse(time)),
  });
  const render = await renderer.createOutcomeRenderer(sentAt('2026-01-01T12:00:00Z'), options);
  for (const time of ['2026-11-20T23:21:00Z', '2026-12-24T22:00:00Z']) {
    const whole = await renderer.render('/contact', { ...options, site: sentAt(time) });
    expect(render(sentAt(time)) === whole.html, time).toBe(true);
  }
});
