import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createRecordedLog } from '../fixtures/recorded-log.ts';
import { createReadiness } from '../../src/http/lifecycle/readiness.ts';
import { findFailedChecks } from '../../src/http/lifecycle/failed-checks.ts';
import { freePort } from '../../tools/start-server.ts';
import { startFaultProxy } from '../fixtures/fault-proxy.ts';
import { openDatabase } from '../fixtures/released-store.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { bareDatabase, temporaryDatabase } from '../fixtures/temporary-database.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';

it('a server is not ready while its database does not respond, and recovers by itself', async () => {
  const proxy = await startFaultProxy((await temporaryDatabase()).databaseUrl);
  const location = { databaseUrl: proxy.url };
  const { store } = await temporaryStore({ location, socketTimeoutMs: 200 });
  const readiness = createReadiness(createRecordedLog().log);
  readiness.start(() => findFailedChecks(store));
  expect(await readiness.getFailures()).toEqual([]);
  proxy.hang(true);
  expect(await readiness.getFailures()).toEqual(['store']);
  proxy.hang(false);
  await expect.poll(() => readiness.getFailures()).toEqual([]);
});

it('a server that waits for another process to migrate is healthy, serves pages and is not ready', async () => {
  const location = await bareDatabase();
  const db = openDatabase(location);
  const port = await freePort();
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await db.connection().execute(async (migrating) => {
    await sql`select pg_advisory_lock(2024002)`.execute(migrating);
    const server = startTestServer({ DATABASE_URL: location.databaseUrl, PORT: String(port) });
    await expect.poll(async () => (await get('/healthz')).status).toBe(200);
    const ready = await get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not ready', failed: ['starting'] },
    ]);
    expect((await get('/about')).status).toBe(200);

    await sql`select pg_advisory_unlock_all()`.execute(migrating);
    await server.url;
  });
  expect((await get('/readyz')).status).toBe(200);
  await db.destroy();
});
