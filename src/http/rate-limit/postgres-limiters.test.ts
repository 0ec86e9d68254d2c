import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { bareDatabase } from '../../../tests/fixtures/temporary-database.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { createMemoryLimiters } from './memory-limiters.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createSharedLimiters } from './shared-limiters.ts';

const limits = [{ submissions: 4, seconds: 60 }];

function startServer(databaseUrl: string, hashKey: Buffer) {
  const { createLimiter, close } = createSharedLimiters(databaseUrl, createMemoryLimiters());
  onTestFinished(close);
  const limiter = createRateLimiter({ limits, hashKey, createSharedLimiter: createLimiter });
  return {
    limiter,
    /** `true` if an inquiry of this network is admitted and stored. */
    isAdmitted: async (network: string) =>
      (await limiter.check([network], null)).ok && (await limiter.reserve([network])).ok,
  };
}

it('counts for all servers on one database, without storing addresses', async () => {
  const location = await bareDatabase();
  const { store } = await temporaryStore({ location });
  const one = startServer(location.databaseUrl, store.hashKey);
  const other = startServer(location.databaseUrl, store.hashKey);
  const admitted = [];
  for (let nth = 0; nth < 3; nth += 1) {
    admitted.push(await one.isAdmitted('203.0.113.7'), await other.isAdmitted('203.0.113.7'));
  }
  expect(admitted).toEqual([true, true, true, true, false, false]);
  expect(await one.isAdmitted('203.0.113.8')).toBe(true);

  const { rows } = await sql`select * from rate_limits`.execute(store.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('203.0');
});

it('counts stored inquiries for all servers, and no other posts', async () => {
  const location = await bareDatabase();
  const { store } = await temporaryStore({ location });
  const one = startServer(location.databaseUrl, store.hashKey);
  const other = startServer(location.databaseUrl, store.hashKey);
  for (let nth = 0; nth < 400; nth += 1) {
    expect((await one.limiter.check([`198.51.${nth}`], `key-${nth}`)).ok).toBe(true);
  }
  const { rows } = await sql`select * from rate_limits`.execute(store.db);
  expect(rows).toEqual([]);

  // 4 inquiries a network, 120 in total.
  const reservations = await Promise.all(
    Array.from({ length: 140 }, (_, nth) =>
      (nth % 2 ? one : other).limiter.reserve([`203.0.113.${nth >> 2}`]),
    ),
  );
  const reserved = reservations.filter((result) => result.ok);
  expect(reserved).toHaveLength(120);
  for (const { release } of reserved.slice(0, 3)) await release();
  const again = [];
  for (let nth = 0; nth < 5; nth += 1) again.push(await other.isAdmitted(`203.0.114.${nth}`));
  expect(again).toEqual([true, true, true, false, false]);
});

it('counts in each server while the database does not respond', async () => {
  const { store } = await temporaryStore();
  const alone = startServer('postgres://nobody@127.0.0.1:1/nowhere', store.hashKey);
  const admitted = [];
  for (let nth = 0; nth < 5; nth += 1) admitted.push(await alone.isAdmitted('203.0.113.7'));
  expect(admitted).toEqual([true, true, true, true, false]);
});

it('counts again after the database closed its connections', async () => {
  const location = await bareDatabase();
  const { store } = await temporaryStore({ location });
  const { isAdmitted } = startServer(location.databaseUrl, store.hashKey);
  expect(await isAdmitted('203.0.113.7')).toBe(true);
  const { rows } = await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `.execute(store.db);
  expect(rows.length).toBeGreaterThan(0);

  const admitted = [];
  // The first query may still fail, and is then counted in the server.
  for (let nth = 0; nth < 5; nth += 1) admitted.push(await isAdmitted('203.0.113.7'));
  expect(admitted.slice(0, 3)).toEqual([true, true, true]);
  expect(admitted[4]).toBe(false);
});
