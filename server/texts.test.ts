import { expect, it, vi } from 'vitest';
import { firm } from '../app/content/firm.ts';
import { toBrotli } from './precompress.ts';
import type { SiteSource } from './site.ts';
import { createTexts } from './texts.ts';

// The worker may have loaded these modules without the mock.
vi.hoisted(() => vi.resetModules());
vi.mock('./precompress.ts', { spy: true });

const site: SiteSource = {
  renderer: {
    firm,
    paths: [],
    render: vi.fn(),
    renderFollowUp: vi.fn(),
    programTexts: async () => ({
      '/robots.txt': () => ({ headers: { 'content-type': 'text/plain' }, body: 'Allow: /' }),
    }),
  },
  assets: { scripts: [] },
  policy: '',
  builtAt: 0,
};

it('a text whose compression fails is served in the codings that it has', async () => {
  const outOfMemory = new Error('out of memory');
  vi.mocked(toBrotli).mockRejectedValueOnce(outOfMemory);
  const onError = vi.fn();
  const texts = await createTexts(site, { publicUrl: undefined, now: Date.now, onError });
  const text = await texts.get('/robots.txt');
  expect(Object.keys(text?.bodies ?? {})).toEqual(['identity', 'gzip']);
  expect(onError).toHaveBeenCalledExactlyOnceWith(outOfMemory);
});
