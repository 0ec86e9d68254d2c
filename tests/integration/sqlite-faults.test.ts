import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
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
  await expect.poll(server.output).toMatch(/"failed":\["damaged"\].*inquiries restore FILE/);
  await server.stop();
});

it('a server that starts with a damaged store serves pages, and tells that it is damaged', async () => {
  const location = temporaryFile();
  const intact = await damageWholeFile(location);
  const metricsPort = String(await freePort());
  const { server, url } = await startServing({
    ...settingsFor(location),
    METRICS_PORT: metricsPort,
  });
  await expect.poll(() => readReadiness(url), slow).toEqual([503, ['damaged']]);
  expect((await postInquiry(url)).status).toBe(503);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/^inquiries_readiness_failed\{failure="damaged"\} 1$/m);
  await expect
    .poll(server.output)
    .toMatch(/inquiries restore FILE.*The store cannot be opened yet/);

  // As a restored copy.
  writeFileSync(location.file, intact);
  await expect.poll(() => readReadiness(url), slow).toEqual([200, undefined]);
  expect((await postInquiry(url)).status).toBe(201);
  await server.stop();
});

it('a server that waits for its store tells the next fault once the first one is mended', async () => {
  const location = temporaryFile();
  await damageWholeFile(location);
  // SQLite cannot open its log, as one of another user.
  const log = `${location.file}-wal`;
  mkdirSync(log);
  const { server, url } = await startServing(settingsFor(location));
  await expect.poll(() => readReadiness(url), slow).toEqual([503, ['store']]);
  await expect.poll(server.output).toMatch(/user owns the folder.*The store cannot be opened yet/);
  rmdirSync(log);
  await expect.poll(() => readReadiness(url), slow).toEqual([503, ['damaged']]);
  await expect
    .poll(server.output)
    .toMatch(/inquiries restore FILE.*The store cannot be opened yet/);
  await server.stop();
});

const slow = { timeout: 20_000 };

/** Creates a store and overwrites its file. Returns the intact content. */
async function damageWholeFile(location: { kind: 'sqlite'; file: string }) {
  await (await openStore(location)).close();
  const intact = readFileSync(location.file);
  writeFileSync(location.file, intact.toReversed());
  return intact;
}

/** Starts a server, and waits until it serves pages. */
async function startServing(settings: Record<string, string>) {
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const server = startTestServer({ ...settings, PORT });
  const readStatus = async () => (await fetch(url)).status;
  await expect.poll(() => readStatus().catch(() => 0), slow).toBe(200);
  return { server, url };
}

async function readReadiness(url: string) {
  const response = await fetch(`${url}/readyz`);
  const { failed } = (await response.json()) as { failed?: string[] };
  return [response.status, failed];
}
