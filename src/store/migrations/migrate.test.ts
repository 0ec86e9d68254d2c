import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  createReleasedStore,
  listMigrations,
  openDatabase,
  releasedInquiry,
} from '../../../tests/fixtures/released-store.ts';
import {
  bareLocation,
  isOnPostgres,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { findFailedChecks } from '../../http/lifecycle/failed-checks.ts';
import { findInquiry } from '../inquiries/find-inquiry.ts';
import { listInquiries } from '../inquiries/list-inquiries.ts';
import { openStore } from '../open-store.ts';
import { StoreTooNew } from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Migration } from './migration.ts';
import { allMigrations } from './migrate.ts';

/** Reads the columns and indexes of all tables. */
async function readTables({ db }: Store) {
  const { rows } = await (
    isOnPostgres
      ? sql`
          select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
            coalesce(column_default, '') || ' ' || coalesce(collation_name, '') as definition
          from information_schema.columns where table_schema = 'public'
          union all select indexdef from pg_indexes where schemaname = 'public'
          union all select pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace and convalidated`
      : sql`select sql as definition from sqlite_schema where sql is not null`
  ).execute(db);
  return (rows as { definition: string }[])
    .map(({ definition }) => definition.replaceAll(/["\s]+/g, ''))
    .sort();
}

describe('the tables of a new store', () => {
  it('are those of a store that 1.0.0 created, with the same migrations', async () => {
    const { store: released, location } = await temporaryStore({
      location: await createReleasedStore(),
    });
    const created = await bareLocation();
    const { store } = await temporaryStore({ location: created });
    expect(await listMigrations(created)).toEqual(await listMigrations(location));
    const ignored = (definition: string) => /CHECK\(\(+inquiry_idISNULL\)OR\(day/.test(definition);
    const [expected, actual] = [await readTables(released), await readTables(store)];
    expect(actual.filter((definition) => !ignored(definition))).toEqual(expected);
  });
});

describe('a migration that fails', () => {
  it('reports the cause', async () => {
    const location = await bareLocation();
    const db = openDatabase(location);
    await sql`create table inquiries (something_else text)`.execute(db);
    await db.destroy();
    const opening = openStore(location);
    await expect(opening).rejects.not.toThrow(StoreTooNew);
    await expect(opening).rejects.toThrow(/inquiries"? already exists/);
  });
});

describe('a store of a newer version', () => {
  it('is refused and unchanged', async () => {
    const { store, location } = await temporaryStore();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-better', '2030-01-01')`.execute(
      store.db,
    );
    const opening = openStore(location);
    await expect(opening).rejects.toThrow(StoreTooNew);
    await expect(opening).rejects.toThrow(
      `${store.name} was used by a newer version of this program (9999-better)`,
    );
  });
});

/** Adds a column that older programs ignore. */
const additive: Migration = {
  name: '9999-additive',
  compatibleFrom: allMigrations.at(-1)?.name ?? '',
  up: async (db) => {
    await sql`alter table inquiries add column added_later text`.execute(db);
  },
};
const now = Date.now();
const checksOf = (store: Awaited<ReturnType<typeof openStore>>) =>
  findFailedChecks(store, { now, lastDeliveryProgressAt: now });

describe('an additive migration of a newer version', () => {
  it('keeps older programs ready and able to start', async () => {
    const { store, location } = await temporaryStore();
    const id = await storeInquiry(store);
    const read = async () => [await listInquiries(store), await findInquiry(store, id)];
    const before = await read();
    await (await openStore({ ...location, migrations: [...allMigrations, additive] })).close();
    expect(await listMigrations(location)).toContain('9999-additive');
    expect(await checksOf(store)).toEqual([]);
    expect(await read()).toEqual(before);

    const again = await openStore(location);
    expect(await checksOf(again)).toEqual([]);
    await again.close();
  });

  it('stops programs older than compatibleFrom', async () => {
    const { store, location } = await temporaryStore();
    const later: Migration = { name: '9998-later', up: async () => undefined };
    const declaring = { ...additive, compatibleFrom: '9998-later' };
    const newer = [...allMigrations, later, declaring];
    await (await openStore({ ...location, migrations: newer })).close();
    expect(await checksOf(store)).toEqual(['migrations']);
    await expect(openStore(location)).rejects.toThrow(StoreTooNew);
  });
});

describe('a store whose migration is pending', () => {
  it('can be read unchanged, but is not current', async () => {
    const location = await createReleasedStore();
    const before = await listMigrations(location);
    const pending = { ...location, migrations: [...allMigrations, additive] };
    await expect(openStore({ ...pending, access: 'current' })).rejects.toThrow('earlier version');
    const store = await openStore({ ...pending, access: 'readable' });
    expect(await listInquiries(store, { search: 'person.0@' })).toEqual([releasedInquiry]);
    await store.close();
    expect(await listMigrations(location)).toEqual(before);
  });
});
