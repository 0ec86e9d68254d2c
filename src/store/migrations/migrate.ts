import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { OpenOptions } from '../open-store.ts';
import {
  getReason,
  isLockError,
  readCode,
  StoreMissing,
  StoreOutdated,
  StoreTooNew,
  StoreUnavailable,
} from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { allMigrations, type Migration } from './schema.ts';

/** Key of the lock: arbitrary, but unique in the database. */
const advisoryLock = sql.lit(2_024_002);

type Target = Pick<Store, 'db' | 'kind' | 'name'>;

/**
 * Migrates the tables, or waits for a migration that runs and checks that they are current. Safe to run
 * concurrently. After an error, nothing is changed. Throws `StoreUnavailable`, `StoreTooNew` or `StoreMissing`.
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
      // SQLite has no store without a file, which has been checked.
      if (target.kind === 'postgres' && applied.length === 0)
        throw new StoreMissing(`There is no store at ${target.name}`);
      return assertCurrent(target, migrations);
  }
}

const selectPending = (migrations: readonly Migration[], applied: string[]): Migration[] =>
  migrations.filter(({ name }) => !applied.includes(name));

/** Time for which a migration of PostgreSQL waits for a table. Meanwhile, others wait behind it. */
const tableWaitMs = 500;
/** Time in which others have the tables, before it waits again. */
const pauseMs = 2000;

/** Migrates the tables. Waits for processes that read them, such as a backup, and lets others use them. */
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
    // Create the table before reading: PostgreSQL would miss one that another process has just created.
    await sql`
      create table if not exists kysely_migration (
        name varchar(255) not null primary key,
        timestamp varchar(255) not null
      )`.execute(db);
    // Another process may have migrated before this one had the lock.
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

/** Throws the error of a migration with its name. */
function throwNamed(name: string, cause: unknown): never {
  const message = `the migration ${name} failed: ${getReason(cause)}`;
  // Errors of a statement or a program, and not of a disk or a lock.
  const isFaulty = /^(|1|42...)$/.test(readCode(cause));
  const fix = isFaulty
    ? 'Nothing was changed. Correct the migration in src/store/migrations/schema.ts, or start the earlier version.'
    : undefined;
  throw new StoreUnavailable(message, fix === undefined ? { cause } : { cause, fix });
}

/** Waits for a migration that runs, then checks that it has left none. */
async function assertCurrent(target: Target, migrations: readonly Migration[]): Promise<void> {
  try {
    // On SQLite, the transaction itself waits.
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

/** Waits for the migration of another process, until the end of the transaction. */
async function lockMigrations(db: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(db);
}

function createOutdatedError(applied: string[]): StoreOutdated {
  const version = `an earlier version of this program (${applied.at(-1) ?? 'none'})`;
  return new StoreOutdated(`its tables are those of ${version}`, {
    fix: 'Start the server of this version, or run "inquiries migrate". If it runs, it may wait for a backup.',
  });
}

/** Returns a row if the table exists. */
const findMigrationsTable: Record<Store['kind'], RawBuilder<unknown>> = {
  sqlite: sql`select 1 from sqlite_schema where name = 'kysely_migration'`,
  postgres: sql`select 1 where to_regclass('kysely_migration') is not null`,
};

/** Reads the names of the applied migrations in order; none in an empty database. */
export async function readApplied({ db, kind, name }: Target): Promise<string[]> {
  const { rows: found } = await findMigrationsTable[kind].execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const applied = rows.map((row) => row.name).sort();
  // Those of 1.x have four digits, such as 0013-search-by-domain.
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
