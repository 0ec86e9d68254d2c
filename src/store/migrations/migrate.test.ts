import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  createLastStoreOf1,
  createReleasedStore,
  listMigrations,
  openDatabase,
} from '../../../tests/fixtures/released-store.ts';
import {
  bareLocation,
  isOnPostgres,
  temporaryLocation,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { findFailedChecks } from '../../http/lifecycle/failed-checks.ts';
import { listDeliveries } from '../../notifications/deliveries/list-deliveries.ts';
import { listInquiries } from '../inquiries/list-inquiries.ts';
import { readHistory } from '../inquiries/read-history.ts';
import { openStore } from '../open-store.ts';
import { StoreTooNew } from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Migration } from './migration.ts';
import { allMigrations } from './migrate.ts';

/** Reads the columns, indexes and constraints of all tables. */
async function readTables({ db }: Store) {
  const { rows } = await (
    isOnPostgres
      ? sql`
          select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
            coalesce(column_default, '') || ' ' || coalesce(collation_name, '') as definition
          from information_schema.columns
          where table_schema = 'public' and table_name <> 'kysely_migration'
          union all select indexdef from pg_indexes where schemaname = 'public'
          union all select pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace and convalidated`
      : sql`
          select sql as definition from sqlite_schema
          where sql is not null and name <> 'kysely_migration'`
  ).execute(db);
  return (rows as { definition: string }[])
    .map(({ definition }) => definition.replaceAll(/["\s]+/g, ''))
    .sort();
}

/** Summarizes deliveries by event and destination, in an order of their own. */
const summarize = async (store: Store) =>
  (await listDeliveries(store))
    .map(({ id, destination, state }) => `${id} ${destination} ${state}`)
    .sort();

describe.each([
  ['1.0.0', createReleasedStore],
  ['the last 1.x', createLastStoreOf1],
])('a store of %s', (_version, createStore) => {
  it('gets the tables of a new store', async () => {
    const { store: old } = await temporaryStore({ location: await createStore() });
    const { store } = await temporaryStore({ location: await bareLocation() });
    expect(await readTables(old)).toEqual(await readTables(store));
  });
});

const idOf = (number: number) => `01a20c00-0000-7000-8000-00000000000${number}`;

describe('the migration from 1.x', () => {
  it('keeps each delivery with the id that its receiver knows', async () => {
    const { store } = await temporaryStore({ location: await createLastStoreOf1() });
    const added = (await summarize(store)).filter(
      (line) => line.includes('01a20c00') || !/-[\da-f]{12} /.test(line),
    );
    expect(added).toEqual(
      [
        `received-${idOf(1)} email delivered`,
        `acknowledgement-${idOf(1)} inquirer waiting`,
        `updated-2-${idOf(1)} webhook failed`,
        `updated-3-${idOf(1)} email waiting`,
        `updated-3-${idOf(1)} webhook waiting`,
        `received-${idOf(2)} email waiting`,
        `acknowledgement-${idOf(2)} inquirer void`,
        `review-late-${idOf(3)} email waiting`,
        `deleted-${idOf(9)} webhook waiting`,
        'digest-2026-11-20 email delivered',
        'digest-2026-11-24 email waiting',
        'webhook-failed-20261120120000000 email delivered',
        'outage-webhook-20261122120000123 email delivered',
        'recovery-email-20261122123000456 webhook waiting',
        'address-refused-20261122110001000 email failed',
      ].sort(),
    );
    const [failed] = await listDeliveries(store, { state: 'failed', inquiryId: idOf(1) });
    expect(failed).toMatchObject({ attempts: 9, lastError: 'HTTP 410', redeliveries: 1 });
  });

  it('keeps the history in its order, and used links', async () => {
    const { store } = await temporaryStore({ location: await createLastStoreOf1() });
    expect(await readHistory(store, idOf(1))).toEqual([
      { at: '2026-11-22T11:00:00.000Z', status: 'new', assignee: 'Grace', by: 'Grace' },
      {
        at: '2026-11-22T11:05:00.000Z',
        status: 'reviewed',
        qualified: true,
        by: 'Grace (link in an e-mail)',
        note: 'Call her',
      },
      { at: '2026-11-22T11:04:00.000Z', status: 'responded', qualified: true, by: 'Grace' },
    ]);
    const links = await store.db
      .selectFrom('usedLinks')
      .innerJoin('events', 'events.number', 'usedLinks.event')
      .select(['action', 'note'])
      .where('usedLinks.inquiryId', '=', idOf(1))
      .execute();
    expect(links).toEqual([{ action: 'qualify', note: 'Call her' }]);
  });

  it('makes a server of 1.x refuse inquiries', async () => {
    const { store } = await temporaryStore({ location: await createLastStoreOf1() });
    const insert = sql`
      insert into deliveries (kind, destination, inquiry_id, state, attempts, next_attempt_at)
      values ('received', 'email', ${idOf(1)}, 'waiting', 0, '2026-11-22T10:00:00.000Z')`;
    await expect(insert.execute(store.db)).rejects.toThrow(/kind/);
  });
});

/** Adds a column and, if `fails`, fails after that. */
const addColumn = (name: string, fails = false): Migration => ({
  name,
  async up(db) {
    await sql`alter table inquiries add column added_later text`.execute(db);
    if (fails) throw new Error('the disk is full');
  },
});

describe('a migration that fails', () => {
  it('reports the cause and leaves the store as it was', async () => {
    const { store, location } = await temporaryStore();
    const migrations = [...allMigrations, addColumn('2-99-later', true)];
    await expect(openStore({ ...location, migrations })).rejects.toThrow('the disk is full');
    await expect(sql`select added_later from inquiries`.execute(store.db)).rejects.toThrow();
  });
});

describe('a migration that is killed', () => {
  it('leaves the old store as it was, and the next one completes it', async () => {
    const location = await createLastStoreOf1();
    const migrations = await listMigrations(location);
    const program = `
      import { openStore } from ${JSON.stringify(import.meta.resolve('../open-store.ts'))};
      import { allMigrations } from ${JSON.stringify(import.meta.resolve('./migrate.ts'))};
      const kill = { name: '2-99-kill', up: () => process.kill(process.pid, 'SIGKILL') };
      const migrations = [...allMigrations, kill];
      await openStore({ ...${JSON.stringify(location)}, migrations });`;
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);

    expect(await listMigrations(location)).toEqual(migrations);
    const old = openDatabase(location);
    // As a server of 1.x.
    await sql`
      insert into deliveries (kind, destination, inquiry_id, state, attempts, next_attempt_at)
      values ('review-soon', 'email', ${idOf(1)}, 'waiting', 0, '2026-11-22T10:00:00.000Z')`.execute(
      old,
    );
    await old.destroy();
    const { store } = await temporaryStore({ location });
    expect(store.applied).toEqual(allMigrations.map(({ name }) => name));
    expect(await summarize(store)).toContain(`review-soon-${idOf(1)} email waiting`);
    expect(await readHistory(store, idOf(1))).toHaveLength(3);
  });
});

describe('two processes that migrate at once', () => {
  it('migrate once', async () => {
    const location = await createReleasedStore();
    const stores = await Promise.all([openStore(location), openStore(location)]);
    expect(stores.flatMap(({ applied }) => applied)).toEqual(allMigrations.map(({ name }) => name));
    for (const store of stores) await store.close();
  });
});

describe('a store of a newer version', () => {
  it('is used if the major version is the same', async () => {
    const { store, location } = await temporaryStore();
    const id = await storeInquiry(store);
    const migrations = [...allMigrations, addColumn('2-99-later')];
    await (await openStore({ ...location, migrations })).close();
    const { store: again } = await temporaryStore({ location });
    expect(await findFailedChecks(again)).toEqual([]);
    expect(await listInquiries(again)).toMatchObject([{ id }]);
    await storeInquiry(again);
  });

  it('is refused and unchanged if it is not', async () => {
    const location = await temporaryLocation();
    const migrations = [...allMigrations, addColumn('3-01-better')];
    await (await openStore({ ...location, migrations })).close();
    const opening = openStore(location);
    await expect(opening).rejects.toThrow(StoreTooNew);
    await expect(opening).rejects.toThrow(
      'was used by a newer version of this program (3-01-better)',
    );
  });
});
