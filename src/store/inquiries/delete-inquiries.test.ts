import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { isOnPostgres, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { redeemActionLink } from '../../action-links/redeem-action-link.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import type { Store } from '../store.ts';
import { deleteByIds, readDeleted } from './delete-inquiries.ts';
import { listInquiries } from './list-inquiries.ts';
import { readHistory } from './read-history.ts';
import { assignInquiry, updateStatus } from './update-status.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const dayMs = 24 * 60 * 60 * 1000;
const deletion = { destinations: [], now: noon, reason: 'command' as const };

const submit = (store: Store, changes: Partial<Inquiry> = {}, day = 0) =>
  storeInquiry(store, changes, { at: noon + day * dayMs, key: { kind: 'content' } });

/** Reads all rows of each table, as JSON. */
async function readTables({ db }: Store) {
  const { rows } = await (
    isOnPostgres
      ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
      : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
  ).execute(db);
  const contents: Record<string, string> = {};
  for (const { name } of rows) {
    contents[name] = JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows);
  }
  return contents;
}

describe('deleteByIds', () => {
  it('leaves no personal data in any table, and tells programs of the deletion', async () => {
    const { store } = await temporaryStore();
    const destinations = [email, webhook, inquirer];
    const key = { kind: 'content' } as const;
    const kept = await storeInquiry(store, {}, { at: noon, destinations, key });
    await updateStatus({ store, clock: () => noon }, kept, { status: 'spam' });
    const id = await storeInquiry(
      store,
      {
        ...{ firstName: 'Xyzzy', lastName: 'Xyzzy', email: 'xyzzy@xyzzy.example' },
        ...{ company: 'Xyzzy Works', role: 'Xyzzy', message: 'Write to xyzzy.' },
      },
      { at: noon, destinations, key: { kind: 'caller', value: 'xyzzy-key' } },
    );
    const change = { by: 'Xyzzy', note: 'Call xyzzy.' };
    const dependencies = { store, clock: () => noon, destinations };
    await assignInquiry(dependencies, id, { assignee: 'Xyzzy', ...change });
    const link = {
      inquiryId: id,
      action: 'qualify',
      expiresAt: '2026-12-21T12:00:00.000Z',
    } as const;
    const fields = { ...change, assignee: '' };
    expect(await redeemActionLink(dependencies, link, fields, 'New')).toEqual({
      state: 'confirmed',
    });
    await store.db
      .updateTable('deliveries')
      .set({ state: 'failed', attempts: 1, lastError: 'SMTP 550 xyzzy@xyzzy.example' })
      .where('event', 'in', (eb) =>
        eb.selectFrom('events').select('number').where('inquiryId', '=', id),
      )
      .execute();
    const before = await readTables(store);
    for (const table of ['inquiries', 'events', 'deliveries', 'idempotency_keys'])
      expect(before[table]).toMatch(/xyzzy/i);
    expect(before['used_links']).toContain(id);

    await deleteByIds(store, [id], { destinations, now: noon, reason: 'command' });
    const after = await readTables(store);
    expect(JSON.stringify(after)).not.toMatch(/xyzzy/i);
    expect(Object.keys(after).filter((table) => after[table]?.includes(id))).toEqual(['events']);
    const eventId = `deleted-${id}`;
    const { number, ...event } = await store.db
      .selectFrom('events')
      .selectAll()
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
    expect(event).toEqual({
      ...{ id: eventId, kind: 'deleted', at: '2026-11-21T12:00:00.000Z', inquiryId: null },
      ...{ about: 'command', status: null, qualified: null, assignee: null },
      ...{ changedBy: null, note: null },
    });
    const deliveries = await store.db.selectFrom('deliveries').selectAll().execute();
    const told = deliveries.filter((delivery) => delivery.event === number);
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
    const ids = await Promise.all(names.map((firstName) => submit(store, { firstName })));
    const ofAnother = '01a1fd11-5a89-78ff-b898-08a7c7dde223';
    expect(await deleteByIds(store, [...ids, ofAnother], deletion)).toHaveLength(51);
    expect(await listInquiries(store)).toEqual([]);
    const deleted = { at: '2026-11-21T12:00:00.000Z', reason: 'command' };
    expect(await readDeleted(store)).toEqual([...ids, ofAnother].map((id) => ({ id, ...deleted })));
  });
});
