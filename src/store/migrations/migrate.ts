import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { isLockTimeout } from '../postgres/postgres-connection.ts';
import { StoreTooNew, StoreUnavailable } from '../store-errors.ts';
import type { Tables } from '../tables.ts';
import { migration as refusedAddresses } from './0014-refused-addresses.ts';
import { migration as assignee } from './0015-assignee.ts';
import { migration as suspectedSpam } from './0016-suspected-spam.ts';
import type { Migration, SchemaDialect } from './migration.ts';
import { schema } from './schema.ts';

/** The schema and all migrations after it, in order. */
export const allMigrations: readonly Migration[] = [
  schema,
  refusedAddresses,
  assignee,
  suspectedSpam,
];

/** Lock id of Kysely's migrator, which earlier releases of this program use. */
const advisoryLock = sql.lit('3853314791062309107');
const lockPollMs = 100;
/** Pause between attempts to lock tables, which lets waiting inserts run. */
const retryMs = 1000;
const maxLockedMs = 5 * 60 * 1000;

/**
 * `migrate` creates or migrates the tables. `create` creates them, but requires existing ones to be
 * current. The others require a store whose tables are current, or at least those of the schema.
 */
export type TablesAccess = 'migrate' | 'create' | 'current' | 'readable';

export const canCreate = (access: TablesAccess) => access === 'migrate' || access === 'create';

/** Applied migrations compared with those that this program knows. */
export interface TablesState {
  /** Name of the last applied migration; empty before the first. */
  last: string;
  pending: Migration[];
  /** Name of a newer program's migration that this program is not compatible with. */
  incompatible: string | undefined;
  /** Set for tables older than the schema, which this program cannot migrate. */
  isTooOld: boolean;
}

const tooOldFix =
  'Start version 1.0.0 (commit 2e4b597) with it once, which migrates it. Or run "inquiries export ' +
  '--format json" with the version that wrote it, and "inquiries import" with this one into a new store.';

/** Reads the applied migrations. Throws the database's errors. */
export async function readTablesState(
  db: Kysely<Tables>,
  kind: SchemaDialect['kind'],
  migrations: readonly Migration[] = allMigrations,
): Promise<TablesState> {
  const applied = await readApplied(db, kind);
  const lastKnown = migrations.at(-1)?.name ?? '';
  const known = migrations.flatMap(({ name, included = [] }) => [...included, name]);
  const names = applied.map(({ name }) => name).sort();
  const pending = migrations.filter(({ name }) => !names.includes(name));
  return {
    last: names.at(-1) ?? '',
    pending,
    isTooOld: pending.some(({ included = [] }) => included.some((name) => names.includes(name))),
    incompatible: applied
      .filter(({ name }) => !known.includes(name))
      .find(({ compatibleFrom }) => !compatibleFrom || compatibleFrom > lastKnown)?.name,
  };
}

/** Reads the applied migrations. Throws `StoreTooNew` or `StoreUnavailable` if they do not fit. */
export async function readCompatibleTables(
  db: Kysely<Tables>,
  { kind, name, migrations }: { kind: SchemaDialect['kind'] } & Omit<PrepareOptions, 'access'>,
): Promise<TablesState> {
  const state = await readTablesState(db, kind, migrations);
  if (state.incompatible) {
    throw new StoreTooNew(
      `${name} was used by a newer version of this program (${state.incompatible})`,
      { fix: 'Upgrade this program to the version of the server, then run it again.' },
    );
  }
  if (state.isTooOld) {
    throw new StoreUnavailable(`its tables are older than those of 1.0.0 (${state.last})`, {
      fix: tooOldFix,
    });
  }
  return state;
}

/**
 * Migrates the tables, or checks that they allow `access`. Safe to run concurrently. Resolves to the
 * names of the applied migrations. Throws `StoreTooNew` or `StoreUnavailable`.
 */
export async function prepareTables(
  db: Kysely<Tables>,
  dialect: SchemaDialect,
  { access, ...options }: PrepareOptions,
): Promise<string[]> {
  const { migrations = allMigrations } = options;
  const readTables = () => readCompatibleTables(db, { ...options, kind: dialect.kind });
  const { last, pending } = await readTables();
  if (pending.length === 0) return [];
  if (access === 'migrate' || (access === 'create' && !last)) {
    const applied = await migrate(db, dialect, migrations);
    // A newer program may have migrated meanwhile.
    await readTables();
    return applied;
  }
  const hasSchema = pending.every(({ included }) => !included);
  if (access === 'readable' && hasSchema) return [];
  throw new StoreUnavailable(
    `its tables are those of an earlier version of this program (${last || 'none'})`,
    {
      fix:
        'Restart the server with this version, which migrates them, or stop all servers of the ' +
        'earlier version and run "inquiries migrate".',
    },
  );
}

export interface PrepareOptions {
  /** Name of the store, for messages. */
  name: string;
  access: TablesAccess;
  /** Defaults to this program's migrations. */
  migrations?: readonly Migration[] | undefined;
}

async function migrate(
  db: Kysely<Tables>,
  dialect: SchemaDialect,
  migrations: readonly Migration[],
): Promise<string[]> {
  const applied: string[] = [];
  const plain = db.withoutPlugins() as unknown as Kysely<unknown>;
  await plain.connection().execute(async (connection) => {
    if (dialect.kind === 'postgres') await lockMigrations(connection);
    await sql`
        create table if not exists kysely_migration (
          name varchar(255) not null primary key,
          timestamp varchar(255) not null,
          compatible_from text
        )`.execute(connection);
    for (const migration of migrations) {
      if (await retryWhileLocked(() => apply(connection, dialect, migration))) {
        applied.push(migration.name);
      }
    }
  });
  return applied;
}

/** Applies a migration; resolves to false if it was applied before. */
async function apply(
  connection: Kysely<unknown>,
  dialect: SchemaDialect,
  migration: Migration,
): Promise<boolean> {
  const applyTo = async (db: Kysely<unknown>) => {
    const { rows } = await sql`
      select name from kysely_migration where name = ${migration.name}`.execute(db);
    if (rows.length) return false;
    await migration.up(db, dialect);
    await record(db, migration);
    return true;
  };
  // On SQLite, only a transaction's lock excludes concurrent migrations.
  if (!migration.runsOutsideTransaction || dialect.kind === 'sqlite') {
    return connection.transaction().execute(applyTo);
  }
  // Outside a transaction, no migration blocks writers.
  const setLockTimeout = (ms: number) =>
    sql`set lock_timeout to ${sql.lit(ms)}`.execute(connection);
  await setLockTimeout(0);
  const isApplied = await applyTo(connection);
  await setLockTimeout(migrationLockTimeoutMs);
  return isApplied;
}

/** Maximum time for which a migration that waits for a lock blocks inserts on PostgreSQL. */
export const migrationLockTimeoutMs = 1000;

async function record(db: Kysely<unknown>, { name, compatibleFrom, included = [] }: Migration) {
  const timestamp = new Date().toISOString();
  for (const earlier of included) {
    await sql`
      insert into kysely_migration (name, timestamp) values (${earlier}, ${timestamp})`.execute(db);
  }
  await sql`
    insert into kysely_migration (name, timestamp, compatible_from)
    values (${name}, ${timestamp}, ${compatibleFrom ?? null})`.execute(db);
}

/**
 * Waits until no other process migrates. The connection's end releases the lock. Polls, because a
 * waiting session would block concurrent index builds.
 */
async function lockMigrations(connection: Kysely<unknown>) {
  for (;;) {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${advisoryLock}) as locked`.execute(connection);
    if (rows[0]?.locked) return;
    await sleep(lockPollMs);
  }
}

async function retryWhileLocked<Result>(task: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() - startedAt > maxLockedMs) {
        throw new Error('its tables are locked by other connections: end long transactions', {
          cause: error,
        });
      }
      await sleep(retryMs);
    }
  }
}

interface Applied {
  name: string;
  compatibleFrom: string | null;
}

/** Reads the applied migrations; none before the table exists. */
async function readApplied(db: Kysely<Tables>, kind: SchemaDialect['kind']): Promise<Applied[]> {
  const plain = db.withoutPlugins();
  const { rows: found } = await (
    kind === 'postgres'
      ? sql`select 1 where to_regclass('kysely_migration') is not null`
      : sql`select 1 from sqlite_schema where name = 'kysely_migration'`
  ).execute(plain);
  if (found.length === 0) return [];
  // A store that is too old may have no column `compatible_from`.
  const { rows } = await sql<{ name: string; compatible_from?: string | null }>`
    select * from kysely_migration`.execute(plain);
  return rows.map(({ name, compatible_from: compatibleFrom = null }) => ({ name, compatibleFrom }));
}
