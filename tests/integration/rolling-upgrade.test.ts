import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { allMigrations, type Migration } from '../../src/store/migrations/schema.ts';
import { openStore } from '../../src/store/store.ts';
import { listStoredInquiries } from '../fixtures/command-line.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { settingsFor, temporaryLocation } from '../fixtures/temporary-store.ts';

/** Adds a column and a table, as later versions of 2.x may. */
const additive: Migration = {
  name: '2-99-additive',
  async up(db) {
    await sql`alter table inquiries add column added_later text`.execute(db);
    await sql`create table visits (at text)`.execute(db);
  },
};

it('servers of the previous version stay ready after an additive migration, also after a restart', async () => {
  const location = await temporaryLocation();
  const settings = settingsFor(location);
  const urls = [startTestServer(settings), startTestServer(settings)].map(({ url }) => url);
  const stored: string[] = [];
  const statuses = new Set<number>();
  let isDone = false;
  const load = urls.map(async (url) => {
    while (!isDone) {
      const response = await postInquiry(await url);
      statuses.add(response.status).add((await fetch(`${await url}/readyz`)).status);
      stored.push(((await response.json()) as { id: string }).id);
    }
  });
  await expect.poll(() => stored.length).toBeGreaterThan(4);

  const newer = await openStore({ ...location, migrations: [...allMigrations, additive] });
  expect(newer.applied).toEqual(['2-99-additive']);
  await newer.close();
  const restarted = await startTestServer(settings).url;
  expect((await fetch(`${restarted}/readyz`)).status).toBe(200);
  const before = stored.length;
  await expect.poll(() => stored.length).toBeGreaterThan(before + 4);

  isDone = true;
  await Promise.all(load);
  expect([...statuses].sort()).toEqual([200, 201]);
  const ids = (await listStoredInquiries(settings)).map(({ id }) => id);
  expect(ids.sort()).toEqual(stored.sort());
});
