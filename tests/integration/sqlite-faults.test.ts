import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { freePort } from '../../tools/start-server.ts';
import { toWebhook } from '../fixtures/command-line.ts';
import { emptyIndex } from '../fixtures/damage-store.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { settingsFor, temporaryFile } from '../fixtures/temporary-store.ts';

it('a store file that is overwritten causes 503 and a log message; the form offers an e-mail', async () => {
  const location = temporaryFile();
  // Closing moves the WAL into the file.
  await (await openStore(location)).close();
  const server = startTestServer(settingsFor(location));
  const url = await server.url;
  // Like a failing disk, all pages but the first.
  const bytes = readFileSync(location.file);
  writeFileSync(location.file, bytes.fill(0xa5, 4096), { flag: 'r+' });

  const { status, headers } = await postInquiry(url);
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  const body = new URLSearchParams(Object.entries(sampleInquiry));
  const form = await fetch(`${url}/contact`, { method: 'POST', headers: { origin: url }, body });
  expect(form.status).toBe(503);
  expect(await form.text()).toMatch(/href="mailto:[^"]*Lovelace/);
  expect((await fetch(url)).status).toBe(200);
  await expect
    .poll(() => server.output())
    .toMatch(/malformed.*Stop the server and run .*inquiries restore FILE.* with the last backup/);
  expect(server.output()).not.toMatch(/Lovelace|analytical/);
  await server.stop();
});

it('a damaged index makes the server not ready, which /readyz and the metrics call damaged', async () => {
  const location = temporaryFile();
  await (await openStore(location)).close();
  emptyIndex(location.file);
  const metricsPort = String(await freePort());
  const settings = { ...settingsFor(location), ...toWebhook, METRICS_PORT: metricsPort };
  const server = startTestServer(settings);
  const url = await server.url;
  expect((await postInquiry(url)).status).toBe(503);
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', failed: ['damaged'] },
  ]);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/^inquiries_readiness_failed\{failure="damaged"\} 1$/m);
  expect(server.output()).toMatch(/"failed":\["damaged"\].*inquiries restore FILE/);
  await server.stop();
});
