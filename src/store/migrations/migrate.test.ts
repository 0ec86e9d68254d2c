import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createReleasedStore, listMigrations } from '../../../tests/fixtures/released-store.ts';
import {
  bareLocation,
  isOnPostgres,
  temporaryLocation,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { describeStoreError } from '../../http/lifecycle/startup-messages.ts';
import { StoreTooNew } from '../store-errors.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
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

it('a migration that fails reports the cause and leaves the store as it was', async () => {
  const location = await createReleasedStore();
  const before = await listMigrations(location);
  const failing: Migration = {
    name: '2-99-failing',
    up: () => Promise.reject(new Error('the disk is full')),
  };
  const migrations = [...allMigrations, failing];
  await expect(openStore(location, { migrations })).rejects.toThrow('the disk is full');
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
  const migrations = [...allMigrations, { name: '3-01-better', up: async () => {} }];
  await (await openStore(location, { migrations })).close();
  const opening = openStore(location);
  await expect(opening).rejects.toThrow(StoreTooNew);
  const message = await opening.catch((error: Error) => describeStoreError(error, location));
  expect(message).toMatch(
    /was used by a newer version of this program \(3-01-better\)\nUpgrade it again, or roll back/,
  );
});
