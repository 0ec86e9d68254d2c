import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { SiteBundle } from './page-cache.ts';
import { loadSiteBundle } from './site-build.ts';

const manifest = {
  'src/web/entry-client.ts': { file: 'entry-client.js' },
  'src/web/styles/index.css': { file: 'index.css' },
  'src/web/styles/print.css': { file: 'print.css' },
  'src/web/hydrate.tsx': { file: 'hydrate.js', imports: ['src/web/entry-client.ts'] },
  'src/web/pages/home/home.tsx': { file: 'home.js', imports: ['_panel.js', 'src/web/hydrate.tsx'] },
  '_panel.js': { file: 'panel.js', imports: ['_sheer-plan.js', 'src/web/hydrate.tsx'] },
  '_sheer-plan.js': { file: 'sheer-plan.js' },
};

it('names hydration and the page first, and then each script that they share with other pages', async () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'build-'));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
    writeFileSync(path.join(folder.path, file), text);
  };
  write('server/entry-server.js', 'export const firm = {};');
  write('client/entry-client.js', '');
  write('client/index.css', '');
  write('client/.vite/manifest.json', JSON.stringify(manifest));
  const { assets } = (await loadSiteBundle(folder.path)) as SiteBundle;
  const urls = assets.getUrls(['/src/web/hydrate.tsx', '/src/web/pages/home/home.tsx']);
  expect(urls).toEqual(['/hydrate.js', '/home.js', '/panel.js', '/sheer-plan.js']);
});
