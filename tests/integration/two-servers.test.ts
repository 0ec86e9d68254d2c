import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { allMigrations, type Migration } from '../../src/store/migrations/schema.ts';
import { openStore } from '../../src/store/open-store.ts';
import { listStoredInquiries } from '../fixtures/command-line.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { listMigrations } from '../fixtures/released-store.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { bareLocation, settingsFor } from '../fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../fixtures/webhook-receiver.ts';

/** Adds a column and a table, as later versions of 2.x may. */
const additive: Migration = {
  name: '2-99-additive',
  async up(db) {
    await sql`alter table inquiries add column added_later text`.execute(db);
    await sql`create table visits (at text)`.execute(db);
  },
};

it('servers that create a store at once stay ready after an additive migration, also after a restart', async () => {
  const location = await bareLocation();
  const settings = settingsFor(location);
  const urls = [startTestServer(settings), startTestServer(settings)].map(({ url }) => url);
  const stored: string[] = [];
  const statuses = new Set<number>();
  let isDone = false;
  const load = urls.map(async (url, server) => {
    for (let nth = 0; !isDone; nth += 1) {
      const response = await postInquiry(await url, { role: `Server ${server}, ${nth}` });
      statuses.add(response.status).add((await fetch(`${await url}/readyz`)).status);
      stored.push(((await response.json()) as { id: string }).id);
    }
  });
  await expect.poll(() => stored.length).toBeGreaterThan(4);

  const newer = await openStore(location, { migrations: [...allMigrations, additive] });
  await newer.close();
  expect(await listMigrations(location)).toContain('2-99-additive');
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

it('two servers on one store answer the same inquiry alike and send one notification', async () => {
  const { messages, settings: toWebhook } = await startWebhookReceiver();
  const settings = { ...settingsFor(await bareLocation()), ...toWebhook };
  const servers = [startTestServer(settings), startTestServer(settings)];
  const urls = await Promise.all(servers.map(({ url }) => url));
  const numbers = Array.from({ length: 20 }, (_, number) => number);

  const responses = await Promise.all(
    numbers.map((number) =>
      Promise.all(urls.map((url) => postInquiry(url, { role: `Number ${number}` }))),
    ),
  );
  for (const [one, other] of responses) {
    expect([one?.status, other?.status]).toEqual([201, 201]);
    expect(await one?.json()).toEqual(await other?.json());
  }
  await expect.poll(() => messages.length).toBe(20);
  for (const server of servers) {
    await server.stop();
  }
  expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
  expect(messages).toHaveLength(20);
});
