import { expect, it, vi } from 'vitest';
import { administrator, firm } from '../../content/firm.ts';
import { createMetadataFiles } from './metadata-files.ts';

it('metadata files are rendered once, and again after a failure', async () => {
  const render = vi.fn(async () => ({ headers: {}, body: 'User-agent: *' }));
  const renderer = {
    firm: { ...firm, administrator },
    paths: [],
    render: vi.fn(),
    renderMetadataFiles: async () => ({ '/robots.txt': render }),
    renderActionLinkPage: () => '',
  };
  const files = await createMetadataFiles(
    { renderer, assets: { scripts: [] }, policy: '' },
    { publicUrl: undefined, now: Date.now },
  );
  render.mockRejectedValueOnce(new Error('failed'));
  await expect(files.get('/robots.txt')).rejects.toThrow('failed');
  const text = await files.get('/robots.txt');
  expect(await files.get('/robots.txt')).toBe(text);
  expect(render).toHaveBeenCalledTimes(2);
  expect(files.get('/nothing.txt')).toBeUndefined();
});
