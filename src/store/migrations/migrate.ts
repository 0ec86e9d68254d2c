import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { OpenOptions, Store } from '../store.ts';
import {
  getReason,
  isLockError,
  readCode,
  StoreMissing,
  StoreOutdated,
  StoreTooNew,
  StoreUnavailable,
} from '../store-errors.ts';
import type { Tables } from '../tables.ts';
import { allMigrations, type Migration } from './schema.ts';

/** Key of the lock: arbitrary, but unique in the database. */
const advisoryLock = sql.lit(2_024_002);

type Target = Pick<Store, 'db' | 'kind' | 'name'>;

/**
 * Migrates the tables, or waits for a running migration and checks that they are current. Safe to
 * run concurrently. After an error, nothing is changed. Throws `StoreUnavailable`, `StoreTooNew` or
 * `StoreMissing`.
 */
export async function prepareTables(
  target: Target,
  { access, migrations = allMigrations }: Pick<OpenOptions, 'access' | 'migrations'>,
): Promise<void> {
  const applied = await readApplied(target);
  if (selectPending(migrations, applied).length === 0) return;
  switch (access) {
    case 'migrate':
      return migrate(target, migrations);
    case 'current':
      // The SQLite file exists, as `openSqlite` has checked.
      if (target.kind === 'postgres' && applied.length === 0)
        throw new StoreMissing(`There is no store at ${target.name}`);
      return assertCurrent(target, migrations);
  }
}

const selectPending = (migrations: readonly Migration[], applied: string[]): Migration[] =>
  migrations.filter(({ name }) => !applied.includes(name));

/**
 * Time for which a migration on PostgreSQL waits for the lock of a table. Other sessions queue
 * behind it meanwhile.
 */
const tableWaitMs = 500;
/** Pause between two attempts, in which other sessions can use the tables. */
const pauseMs = 2000;

/**
 * Migrates the tables. Waits for processes that read them, such as a backup, and lets other
 * sessions use them meanwhile.
 */
async function migrate(target: Target, migrations: readonly Migration[]): Promise<void> {
  for (;;) {
    try {
      return await tryToMigrate(target, migrations);
    } catch (error) {
      if (target.kind === 'sqlite' || !isLockError(error)) throw error;
    }
    await sleep(pauseMs);
  }
}

/** Migrates the tables, all or none. */
async function tryToMigrate(target: Target, migrations: readonly Migration[]): Promise<void> {
  const { kind } = target;
  await target.db.transaction().execute(async (db) => {
    if (kind === 'postgres') {
      await lockMigrations(db);
      await sql`set local lock_timeout = ${sql.lit(tableWaitMs)}`.execute(db);
    }
    // Create the table before reading: PostgreSQL would miss one that another process has just
    // created.
    await sql`
      create table if not exists kysely_migration (
        name varchar(255) not null primary key,
        timestamp varchar(255) not null
      )`.execute(db);
    // Another process may have migrated while this one waited for the lock.
    const applied = await readApplied({ ...target, db });
    const plain = db.withoutPlugins() as unknown as Kysely<unknown>;
    for (const { name, up } of selectPending(migrations, applied)) {
      await up(plain, kind).catch((cause: unknown) => throwNamed(name, cause));
      await sql`
        insert into kysely_migration (name, timestamp)
        values (${name}, ${new Date().toISOString()})`.execute(db);
    }
  });
}

/** Throws the error of a migration, with the name of the migration. */
function throwNamed(name: string, cause: unknown): never {
  const message = `the migration ${name} failed: ${getReason(cause)}`;
  // True for an error of a statement or the program, false for one of a disk or a lock.
  const isFaulty = /^(|1|42...)$/.test(readCode(cause));
  const fix = isFaulty
    ? 'Nothing was changed. Correct the migration in src/store/migrations/schema.ts, or start the earlier version.'
    : undefined;
  throw new StoreUnavailable(message, fix === undefined ? { cause } : { cause, fix });
}

/** Waits for a running migration, then checks that none is pending. */
async function assertCurrent(target: Target, migrations: readonly Migration[]): Promise<void> {
  try {
    // On SQLite, beginning the transaction waits.
    await target.db.transaction().execute(async (db) => {
      if (target.kind === 'postgres') {
        await sql`set local lock_timeout = '10s'`.execute(db);
        await lockMigrations(db);
      }
      const applied = await readApplied({ ...target, db });
      if (selectPending(migrations, applied).length > 0) throw createOutdatedError(applied);
    });
  } catch (cause) {
    if (!isLockError(cause)) throw cause;
    throw new StoreUnavailable('another process migrates its tables', {
      cause,
      fix: 'Wait until the server is ready, which its log says, then run it again.',
    });
  }
}

/** Waits for the migration of another process. Holds the lock until the end of the transaction. */
async function lockMigrations(db: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(db);
}

function createOutdatedError(applied: string[]): StoreOutdated {
  const version = `an earlier version of this program (${applied.at(-1) ?? 'none'})`;
  return new StoreOutdated(`its tables are those of ${version}`, {
    fix: 'Start the server of this version, or run "inquiries migrate". If it runs, it may wait for a backup.',
  });
}

/** Queries that return a row if the table exists. */
const findMigrationsTable: Record<Store['kind'], RawBuilder<unknown>> = {
  sqlite: sql`select 1 from sqlite_schema where name = 'kysely_migration'`,
  postgres: sql`select 1 where to_regclass('kysely_migration') is not null`,
};

/** Reads the names of the applied migrations in order; empty for an empty database. */
export async function readApplied({ db, kind, name }: Target): Promise<string[]> {
  const { rows: found } = await findMigrationsTable[kind].execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const applied = rows.map((row) => row.name).sort();
  // Migrations of 1.x have four digits, such as 0013-search-by-domain.
  const newer = applied.find((migration) => !/^(0\d{3}|2)-/.test(migration));
  if (newer) {
    throw new StoreTooNew(`${name} was used by a newer version of this program (${newer})`, {
      fix: 'Upgrade it again, or roll back with the copy from before the upgrade, as docs/operate.md says.',
    });
  }
  if (applied.length && !applied.some((migration) => migration.startsWith('2-'))) {
    throw new StoreUnavailable(`its tables are those of version 1 (${applied.at(-1)})`, {
      fix: 'Start version 2.0.0 (commit 943c09f) with it once, which migrates it.',
    });
  }
  return applied;
}
