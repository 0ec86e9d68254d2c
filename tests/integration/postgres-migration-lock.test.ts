import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../src/store/migrations/migrations.ts';
import { freePort } from '../../tools/free-port.ts';
import { listMigrations, olderInquiry, createOlderStore } from '../fixtures/older-store.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { settingsFor } from '../fixtures/temporary-store.ts';

async function connect(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

/** Creates an older database with an open transaction that reads deliveries. */
async function openOlderDatabase() {
  const location = await createOlderStore('0008-search-by-arrival');
  if (!('databaseUrl' in location)) throw new Error('There is no PostgreSQL');
  const reader = await connect(location.databaseUrl);
  await reader.query('begin');
  await reader.query('select * from deliveries');
  return { location, reader };
}

it('a migration that waits for a reader does not block inquiries', async () => {
  const { location, reader } = await openOlderDatabase();
  const server = startTestServer(settingsFor(location));
  const writer = await connect(location.databaseUrl);
  // The lock timeout of a server of the previous version.
  await writer.query('set lock_timeout = 2000');
  const insert = `
    insert into deliveries (kind, destination, inquiry_id, state, attempts, next_attempt_at)
    values ($1, 'email', $2, 'waiting', 0, $3)`;
  for (let number = 0; number < 40; number++) {
    await writer.query(insert, [`kind-${number}`, olderInquiry.id, olderInquiry.receivedAt]);
    await sleep(100);
  }
  expect(await listMigrations(location)).not.toContain('0010-failure-reports');

  await reader.query('rollback');
  expect((await fetch(await server.url)).status).toBe(200);
  expect(await listMigrations(location)).toEqual(migrations.map(({ name }) => name));
});

it('a server whose migration waits is healthy, serves pages and is not ready', async () => {
  const { location, reader } = await openOlderDatabase();
  const port = await freePort();
  const server = startTestServer({ ...settingsFor(location), PORT: String(port) });
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await expect.poll(async () => (await get('/healthz')).status).toBe(200);
  const ready = await get('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', failed: ['starting'] },
  ]);
  expect((await get('/about')).status).toBe(200);

  await reader.query('rollback');
  await server.url;
  expect((await get('/readyz')).status).toBe(200);
});
