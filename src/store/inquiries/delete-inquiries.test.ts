import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { redeemActionLink } from '../../action-links/redeem-action-link.ts';
import { assignInquiry } from '../../change-inquiry/assign-inquiry.ts';
import { changeStatus } from '../../change-inquiry/change-status.ts';
import type { Store } from '../store.ts';
import { deleteByIds, readDeleted, recordDeletions } from './delete-inquiries.ts';
import { importInquiries } from './import-inquiries.ts';
import { listInquiries, streamWithHistory } from './list-inquiries.ts';
import { readHistory } from './read-history.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const deletion = { now: noon, reason: 'command' as const };

/** Reads all rows of each table, as JSON. */
async function readTables({ db }: Store) {
  const contents: Record<string, string> = {};
  for (const { name } of await db.introspection.getTables()) {
    contents[name] = JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows);
  }
  return contents;
}

it('leaves no personal data in any table, and tells programs of the deletion', async () => {
  const { store } = await temporaryStore();
  const destinations = [email, webhook, inquirer];
  const kept = await storeInquiry(store, {}, { at: noon, destinations });
  await changeStatus({ store, clock: () => noon, destinations: [] }, kept, { status: 'spam' });
  const id = await storeInquiry(
    store,
    {
      firstName: 'Xyzzy',
      lastName: 'Xyzzy',
      email: 'xyzzy@xyzzy.example',
      company: 'Xyzzy Works',
      role: 'Xyzzy',
      message: 'Write to xyzzy.',
    },
    { at: noon, destinations },
  );
  const change = { by: 'Xyzzy', note: 'Call xyzzy.' };
  const dependencies = { store, clock: () => noon, destinations };
  await assignInquiry(dependencies, id, { assignee: 'Xyzzy', ...change });
  const expiresAt = '2026-12-21T12:00:00.000Z';
  const target = { kind: 'inquiry', inquiryId: id } as const;
  const link = { target, action: 'qualify', expiresAt } as const;
  const fields = { ...change, assignee: '' };
  const redeemed = await redeemActionLink({ ...dependencies, teamNames: [] }, link, {
    fields,
    version: '0',
    questionedName: '',
  });
  expect(redeemed).toEqual({ outcome: 'confirmed' });
  await sql`
      update deliveries set state = 'failed', attempts = 1, last_error = 'SMTP 550 xyzzy@b.example'
      where event in (select number from events where inquiry_id = ${id})`.execute(store.db);
  const before = await readTables(store);
  for (const table of ['inquiries', 'events', 'deliveries'])
    expect(before[table]).toMatch(/xyzzy/i);
  for (const table of ['used_links', 'idempotency_keys']) expect(before[table]).toContain(id);

  await deleteByIds(store, [id], { ...deletion, destinations });
  const after = await readTables(store);
  expect(JSON.stringify(after)).not.toMatch(/xyzzy/i);
  expect(Object.keys(after).filter((table) => after[table]?.includes(id))).toEqual(['events']);
  const eventId = `deleted-${id}`;
  const events = await store.db.selectFrom('events').selectAll().execute();
  const event = events.find(({ id }) => id === eventId);
  expect(event).toEqual({
    number: expect.any(Number) as number,
    id: eventId,
    kind: 'deleted',
    at: '2026-11-21T12:00:00.000Z',
    inquiryId: null,
    about: 'command',
    status: null,
    qualified: null,
    assignee: null,
    changedBy: null,
    note: null,
  });
  const deliveries = await store.db.selectFrom('deliveries').selectAll().execute();
  const told = deliveries.filter((delivery) => delivery.event === event?.number);
  expect(told).toMatchObject([{ destination: 'webhook', state: 'waiting', lastError: null }]);
  expect(deliveries).toHaveLength(1 + destinations.length);
  expect((await listInquiries(store)).map((inquiry) => inquiry.id)).toEqual([kept]);
  expect(await readHistory(store, kept)).toHaveLength(1);
  const keys = await store.db.selectFrom('idempotencyKeys').select('inquiryId').execute();
  expect(keys).toEqual([{ inquiryId: kept }]);
});

it('deletes more than a batch, and records ids that the store does not have', async () => {
  const { store } = await temporaryStore();
  const names = Array.from({ length: 51 }, (_, index) => `Person ${index}`);
  const ids = await Promise.all(names.map((firstName) => storeInquiry(store, { firstName })));
  const ofAnother = '01a1fd11-5a89-78ff-b898-08a7c7dde223';
  const options = { ...deletion, destinations: [] };
  expect(await deleteByIds(store, [...ids, ofAnother], options)).toHaveLength(51);
  expect(await listInquiries(store)).toEqual([]);
  const deleted = { at: '2026-11-21T12:00:00.000Z', reason: 'command' };
  expect(await readDeleted(store)).toEqual([...ids, ofAnother].map((id) => ({ id, ...deleted })));
});

it('an import does not add what is deleted meanwhile', async () => {
  const { store } = await temporaryStore();
  const id = await storeInquiry(store);
  const exported = await Array.fromAsync(streamWithHistory(store));
  const importing = await store.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('inquiries').where('id', '=', id).execute();
    await recordDeletions(transaction, [id], { ...deletion, destinations: [] });
    const outcomes = importInquiries(store, exported, noon);
    // Give the import time to wait for this transaction.
    await sleep(200);
    return { outcomes };
  });
  expect(await importing.outcomes).toEqual(['deleted']);
  expect(await listInquiries(store)).toEqual([]);
});
