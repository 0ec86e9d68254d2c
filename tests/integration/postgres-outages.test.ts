import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { findFailedChecks } from '../../src/http/lifecycle/failed-checks.ts';
import { Readiness } from '../../src/http/lifecycle/readiness.ts';
import { freePort } from '../../tools/start-server.ts';
import { startFaultProxy } from '../fixtures/fault-proxy.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { createRecordedLog } from '../fixtures/recorded-log.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { bareDatabase, temporaryDatabase } from '../fixtures/temporary-database.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';

it('a server answers 503 and is not ready while its database is down, and recovers by itself', async () => {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  const databaseUrl = database.urlOf('postgres');
  const server = startTestServer({ DATABASE_URL: databaseUrl });
  const url = await server.url;
  expect(server.output()).toContain(`"store":"${new URL(databaseUrl).host}/postgres"`);
  const send = async () => (await postInquiry(url)).status;
  const readiness = async () => (await fetch(`${url}/readyz`)).json();
  expect(server.output()).not.toContain('A power failure can lose');
  expect(await send()).toBe(201);
  expect(await readiness()).toEqual({ status: 'ready' });
  await database.stop();
  expect(await send()).toBe(503);
  expect(await send()).toBe(503);
  await expect.poll(readiness).toEqual({ status: 'not ready', failed: ['store'] });
  for (const path of ['/', '/healthz']) expect((await fetch(url + path)).status, path).toBe(200);
  await database.start();
  await expect.poll(send).toBe(201);
  await expect.poll(readiness).toEqual({ status: 'ready' });
  await server.stop();
  expect(server.output()).not.toMatch(/Lovelace|analytical/);
});

it('a server that starts without its database serves pages, answers posts with 503, and opens it when it comes', async () => {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  await database.stop();
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const server = startTestServer({ DATABASE_URL: database.urlOf('postgres'), PORT: port });
  const readiness = async () => (await fetch(`${url}/readyz`)).json();
  await expect.poll(server.output).toMatch(/ECONNREFUSED.*Check that the database runs/);
  expect((await fetch(`${url}/about`)).status).toBe(200);
  expect(await readiness()).toEqual({ status: 'not ready', failed: ['store'] });
  const refused = await postInquiry(url);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  const body = new URLSearchParams(Object.entries(sampleInquiry));
  const form = await fetch(`${url}/contact`, { method: 'POST', headers: { origin: url }, body });
  expect(form.status).toBe(503);
  expect(await form.text()).toMatch(/href="mailto:[^"]*Lovelace/);

  await database.start();
  await server.url;
  expect((await postInquiry(url)).status).toBe(201);
  expect(await readiness()).toEqual({ status: 'ready' });
  await server.stop();
  expect(server.output()).not.toMatch(/Lovelace|analytical/);
});

it('posts while the database is down count for the limit after it opens', async () => {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  await database.stop();
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const settings = { DATABASE_URL: database.urlOf('postgres'), PORT: port, RATE_LIMIT: '2/day' };
  const server = startTestServer(settings);
  const send = async () => (await postInquiry(url)).status;
  await expect.poll(server.output).toMatch(/ECONNREFUSED.*Check that the database runs/);
  expect([await send(), await send()]).toEqual([503, 503]);

  await database.start();
  await server.url;
  expect(await send()).toBe(429);
});

it.each<[string, Partial<URL>, string]>([
  ['a wrong password', { password: 'geheim' }, 'password authentication failed'],
  ['a missing database', { pathname: '/absent' }, 'database "absent" does not exist'],
])('a server ends at its start because of %s', async (_, change, reason) => {
  const url = new URL((await bareDatabase()).databaseUrl);
  const server = startTestServer({ DATABASE_URL: Object.assign(url, change).href });
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain(reason);
  expect(server.output()).not.toContain('geheim');
});

it('a server is not ready while its database does not respond, and recovers by itself', async () => {
  const proxy = await startFaultProxy((await temporaryDatabase()).databaseUrl);
  const location = { kind: 'postgres', databaseUrl: proxy.url } as const;
  const { store } = await temporaryStore({ location, socketTimeoutMs: 2000 });
  const readiness = new Readiness(createRecordedLog().log);
  readiness.start(() => findFailedChecks(store));
  expect(await readiness.getFailures()).toEqual([]);
  proxy.hang(true);
  expect(await readiness.getFailures()).toEqual(['store']);
  proxy.hang(false);
  await expect.poll(() => readiness.getFailures()).toEqual([]);
});

it('a server that waits for another process to migrate is healthy, serves pages, refuses posts and is not ready', async () => {
  const location = await bareDatabase();
  const migrating = new Client({ connectionString: location.databaseUrl });
  await migrating.connect();
  const port = await freePort();
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await migrating.query('select pg_advisory_lock(2024002)');
  const server = startTestServer({ DATABASE_URL: location.databaseUrl, PORT: String(port) });
  await expect.poll(async () => (await get('/healthz')).status).toBe(200);
  const ready = await get('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', failed: ['starting'] },
  ]);
  expect((await get('/about')).status).toBe(200);
  // A proxy or the server would otherwise close the connection, and the visitor would see no advice.
  expect((await postInquiry(`http://127.0.0.1:${port}`)).status).toBe(503);

  await migrating.end();
  await server.url;
  expect((await postInquiry(`http://127.0.0.1:${port}`)).status).toBe(201);
  expect((await get('/readyz')).status).toBe(200);
});
