import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  createReleasedStore,
  listMigrations,
  selectMigrations,
} from '../../../tests/fixtures/released-store.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  bareLocation,
  isOnPostgres,
  temporaryLocation,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { describeStoreError } from '../../server/startup-messages.ts';
import { findInquiry } from '../inquiries/find-inquiry.ts';
import { listInquiries } from '../inquiries/list-inquiries.ts';
import { openStore } from '../open-store.ts';
import { recordEvents } from '../outbox/events.ts';
import type { Store } from '../store.ts';
import { StoreTooNew } from '../store-errors.ts';
import { allMigrations, type Migration } from './schema.ts';

/** Reads the columns and indexes of all tables, and on PostgreSQL their constraints. */
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
          select tables.name || ' ' || columns.name || ' ' || columns.type || ' ' || "notnull" || ' ' ||
            coalesce(dflt_value, '') || ' ' || pk as definition
          from sqlite_schema as tables, pragma_table_info(tables.name) as columns
          where tables.type = 'table'
          union all select sql from sqlite_schema where type = 'index' and sql is not null`
  ).execute(db);
  return (rows as { definition: string }[])
    .map(({ definition }) => definition.replaceAll(/["\s]+/g, ''))
    .sort();
}

it('a store of 2.0.0 gets the tables of a new store', async () => {
  const location = await createReleasedStore();
  const { store: old } = await temporaryStore({ location });
  const { store } = await temporaryStore({ location: await bareLocation() });
  expect(await listMigrations(location)).toEqual(allMigrations.map(({ name }) => name));
  expect(await readTables(old)).toEqual(await readTables(store));
});

/** Reads all rows, as text, of all tables except that of the migrations. */
async function readRows({ db }: Store) {
  const tables = ['inquiries', 'events', 'deliveries', 'used_links', 'idempotency_keys', 'secrets'];
  const rows = await Promise.all(
    tables.map((table) => sql<object>`select * from ${sql.table(table)}`.execute(db)),
  );
  return rows.flatMap((result) => result.rows.map((row) => JSON.stringify(row))).sort();
}

const beforeChecksWereDropped = selectMigrations('2-06');
/** Leaves out later migrations, which may add columns. */
const untilChecksWereDropped = selectMigrations('2-07');

it('a store whose checks are dropped keeps every row', async () => {
  const location = await createReleasedStore();
  const migrations = beforeChecksWereDropped;
  const { store: before } = await temporaryStore({ location, migrations });
  const rows = await readRows(before);
  const { store: after } = await temporaryStore({ location, migrations: untilChecksWereDropped });
  expect(await readRows(after)).toEqual(rows);
  expect(rows.length).toBeGreaterThan(80);
});

it('a server of an earlier commit goes on while another drops the checks', async () => {
  const location = await createReleasedStore();
  const migrations = beforeChecksWereDropped;
  const { store: earlier } = await temporaryStore({ location, migrations });
  const first = await storeInquiry(earlier, { message: 'Before the migration.' });
  const { store } = await temporaryStore({ location });
  const second = await storeInquiry(earlier, { message: 'After the migration.' });
  await storeInquiry(store, { persona: 'family' as never });
  for (const id of [first, second]) {
    expect(await findInquiry(store, id)).toMatchObject({ id });
    expect(await findInquiry(earlier, id)).toMatchObject({ id });
  }
  expect(await listInquiries(earlier)).toEqual(await listInquiries(store));
});

it('the database accepts what a firm adds in code', async () => {
  const { store } = await temporaryStore({ location: await createReleasedStore() });
  const added = {
    firstName: 'A'.repeat(1000),
    email: 'a@b',
    persona: 'family' as never,
    companySize: '0' as never,
    fundingStage: 'S'.repeat(1000),
    timeline: 'never' as never,
    message: 'Hi',
  };
  const id = await storeInquiry(store, added);
  await store.db.transaction().execute(async (transaction) => {
    const status = 'under consideration' as never;
    await transaction.updateTable('inquiries').set({ status }).where('id', '=', id).execute();
    const [event] = await recordEvents(transaction, [
      {
        id: `updated-1-${id}`,
        kind: 'changed',
        inquiryId: id,
        at: '2026-11-26T12:00:00.000Z',
        status,
        note: 'n'.repeat(5000),
        to: [],
      },
    ]);
    const link = { inquiryId: id, action: 'take-into-consideration' };
    const expiresAt = '2026-12-26T12:00:00.000Z';
    await transaction
      .insertInto('usedLinks')
      .values({ ...link, expiresAt, event: event ?? 0 })
      .execute();
  });
  const found = await findInquiry(store, id);
  expect(found).toMatchObject({ ...added, status: 'under consideration' });
});

it('migrations are named in their order, those of a firm such as 2-own-01-phone', () => {
  const names = allMigrations.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
});

it('a migration that a firm added, and a later one of the project, run in either order', async () => {
  const own: Migration = {
    name: '2-own-99-telex',
    up: async (db) => void (await sql`alter table inquiries add column telex text`.execute(db)),
  };
  const later: Migration = {
    name: '2-99-later',
    up: async (db) => void (await sql`alter table inquiries add column later text`.execute(db)),
  };
  const location = await bareLocation();
  await (await openStore(location, { migrations: [...allMigrations, own] })).close();
  const migrations = [...allMigrations, later, own];
  const { store: merged } = await temporaryStore({ location, migrations });
  const { store } = await temporaryStore({ location: await bareLocation(), migrations });
  expect(await listMigrations(location)).toEqual(expect.arrayContaining([later.name, own.name]));
  expect(await readTables(merged)).toEqual(await readTables(store));
  await storeInquiry(merged);
});

it('a migration that fails reports its name and cause, and leaves the store as it was', async () => {
  const location = await createReleasedStore();
  const before = await listMigrations(location);
  const failing: Migration = {
    name: '2-99-failing',
    up: () => Promise.reject(new Error('the disk is full')),
  };
  const migrations = [...allMigrations, failing];
  await expect(openStore(location, { migrations })).rejects.toThrow(
    'the migration 2-99-failing failed: the disk is full',
  );
  const faulty: Migration = {
    name: '2-99-faulty',
    up: async (db) => void (await sql`alter table inquirys add column telex text`.execute(db)),
  };
  const opening = openStore(location, { migrations: [...allMigrations, faulty] });
  const error = await opening.catch((error: Error) => error);
  expect(describeStoreError(error as Error, location)).toMatch(
    /the migration 2-99-faulty failed: .*inquirys.*\nNothing was changed\. Correct the migration/,
  );
  expect(await listMigrations(location)).toEqual(before);
  await temporaryStore({ location });
  expect(await listMigrations(location)).toHaveLength(allMigrations.length);
});

it('a process that needs current tables waits for another that migrates them', async () => {
  const location = await createReleasedStore();
  const started = Promise.withResolvers<undefined>();
  const finishing = Promise.withResolvers<undefined>();
  const slow: Migration = {
    name: '2-99-slow',
    async up() {
      started.resolve(undefined);
      await finishing.promise;
    },
  };
  const migrating = openStore(location, { migrations: [...allMigrations, slow] });
  await started.promise;
  const waiting = openStore(location, { access: 'current' });
  const isWaiting = await Promise.race([waiting.catch(String), sleep(100, 'still waiting')]);
  expect(isWaiting).toBe('still waiting');
  finishing.resolve(undefined);
  for (const store of [await migrating, await waiting]) await store.close();
});

it('a store of a newer major version is refused and unchanged', async () => {
  const location = await temporaryLocation();
  const better = { name: '3-01-better' as never, up: async () => {} };
  const migrations = [...allMigrations, better];
  await (await openStore(location, { migrations })).close();
  const opening = openStore(location);
  await expect(opening).rejects.toThrow(StoreTooNew);
  const message = await opening.catch((error: Error) => describeStoreError(error, location));
  expect(message).toMatch(
    /was used by a newer version of this program \(3-01-better\)\nUpgrade it again, or roll back/,
  );
});
