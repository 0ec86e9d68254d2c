import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../tools/start-server.ts';
import { startNginx } from '../fixtures/nginx.ts';
import { settingsFor, temporaryFile } from '../fixtures/temporary-store.ts';

const link = '/follow-up/01a1fd11/spam/1/xyzzy';

it('nginx does not expose the health endpoints, and logs no action link', async () => {
  const server = startServer({ ...settingsFor(temporaryFile()), TRUST_PROXY: '1' });
  const stop = async () => {
    server.kill('SIGKILL');
    await server.exited;
  };
  onTestFinished(stop);
  const port = Number(new URL(await server.url).port);
  const nginx = await startNginx([port, port]);
  const statusOf = async (path: string) => (await fetch(nginx.url + path)).status;
  expect(await statusOf('/about')).toBe(200);
  expect(await statusOf('/healthz')).toBe(403);
  expect(await statusOf('/readyz')).toBe(403);
  expect(await statusOf(link)).toBe(404);

  await stop();
  expect(await statusOf(link)).toBe(502);
  expect(await statusOf('/contact')).toBe(502);
  await expect.poll(nginx.requests).toContain('GET /contact');
  expect(nginx.errors()).toContain('GET /contact');
  expect(nginx.requests() + nginx.errors()).not.toContain('xyzzy');
});
