import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createReleasedStore,
  listMigrations,
  openDatabase,
  releasedInquiry,
} from '../../../tests/fixtures/released-store.ts';
import { bareDatabase } from '../../../tests/fixtures/temporary-database.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { StoreLocation } from '../../config/setting-values.ts';
import { openStore } from '../open-store.ts';
import { buildIndex, type Migration } from './migration.ts';
import { allMigrations } from './migrate.ts';

describe('the tables', () => {
  it('collate all ids and times by bytes', async () => {
    const { store } = await temporaryStore();
    const { rows } = await sql`
      select table_name || '.' || column_name as column from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely%' and data_type = 'text'
        and (column_name ~ '^(id|at)$' or column_name ~ '_(id|at)$')
        and collation_name is distinct from 'C'`.execute(store.db);
    expect(rows).toEqual([]);
  });
});

describe('a migration whose tables are locked', () => {
  it('gives up five minutes after its first attempt', async () => {
    const startedAt = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(startedAt);
    onTestFinished(() => clock.mockRestore());
    let minutes = 0;
    const locked: Migration = {
      name: '0000-locked',
      async up() {
        minutes += 3;
        clock.mockReturnValue(startedAt + minutes * 60_000);
        if (minutes < 9) throw Object.assign(new Error('lock timeout'), { code: '55P03' });
      },
    };
    await expect(openStore({ ...(await bareDatabase()), migrations: [locked] })).rejects.toThrow(
      'its tables are locked by other connections: end long transactions',
    );
    expect(minutes).toBe(6);
  });
});

describe('an index that a migration builds', () => {
  const indexing: Migration = {
    name: '9999-index',
    runsOutsideTransaction: true,
    up: (db, { kind }) =>
      buildIndex(db, kind, { name: 'deliveries_by_error', on: sql`deliveries (last_error)` }),
  };
  const migrate = async (location: StoreLocation) =>
    (await openStore({ ...location, migrations: [...allMigrations, indexing] })).close();

  const isValid = async (location: StoreLocation) => {
    const db = openDatabase(location);
    const { rows } = await sql<{ valid: boolean }>`
      select indisvalid as valid from pg_index
      where indexrelid = 'deliveries_by_error'::regclass`.execute(db);
    await db.destroy();
    return rows[0]?.valid;
  };

  it('is rebuilt after an interruption', async () => {
    const location = await createReleasedStore();
    const db = openDatabase(location);
    await sql`create index deliveries_by_error on deliveries (last_error)`.execute(db);
    await sql`
      update pg_index set indisvalid = false
      where indexrelid = 'deliveries_by_error'::regclass`.execute(db);
    await db.destroy();
    await migrate(location);
    expect(await isValid(location)).toBe(true);
  });

  it('does not block writers while it waits for another writer', async () => {
    const location = await createReleasedStore();
    const [writer, other] = [openDatabase(location), openDatabase(location)];
    // Locks the table, but no row.
    const touch = sql`update deliveries set state = state where kind = ''`;
    await writer.connection().execute(async (connection) => {
      await sql`begin`.execute(connection);
      await touch.execute(connection);
      const opening = migrate(location);
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select 1 from pg_stat_activity
            where query like '%concurrently%' and wait_event_type = 'Lock'
              and datname = current_database() and pid <> pg_backend_pid()`.execute(other);
          return rows.length;
        })
        .toBe(1);
      await sql`set lock_timeout = 100`.execute(other);
      await touch.execute(other);
      await sql`commit`.execute(connection);
      await opening;
    });
    expect(await isValid(location)).toBe(true);
    await Promise.all([writer.destroy(), other.destroy()]);
  });
});

it('a migration that waits for a reader does not block inquiries', async () => {
  const location = await createReleasedStore();
  const altering: Migration = {
    name: '9999-altering',
    up: async (db) => {
      await sql`alter table deliveries add column added_later text`.execute(db);
    },
  };
  const [reading, writing] = [openDatabase(location), openDatabase(location)];
  await reading.connection().execute(async (reader) => {
    await sql`begin`.execute(reader);
    await sql`select * from deliveries`.execute(reader);
    const opening = openStore({ ...location, migrations: [...allMigrations, altering] });
    await writing.connection().execute(async (writer) => {
      // The lock timeout of a server of the previous version.
      await sql`set lock_timeout = 2000`.execute(writer);
      for (let number = 0; number < 40; number++) {
        await sql`
          insert into deliveries (kind, destination, inquiry_id, state, attempts, next_attempt_at)
          values (${`kind-${number}`}, 'email', ${releasedInquiry.id}, 'waiting', 0, '')`.execute(
          writer,
        );
        await sleep(100);
      }
    });
    expect(await listMigrations(location)).not.toContain('9999-altering');
    await sql`rollback`.execute(reader);
    await (await opening).close();
  });
  expect(await listMigrations(location)).toContain('9999-altering');
  await Promise.all([reading.destroy(), writing.destroy()]);
});
