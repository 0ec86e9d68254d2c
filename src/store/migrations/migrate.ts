import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { isLockTimeout } from '../postgres/postgres-connection.ts';
import { StoreOutdated, StoreTooNew } from '../store-errors.ts';
import type { Tables } from '../tables.ts';
import type { Migration, SchemaDialect } from './migration.ts';
import { migrations as allMigrations, readableFrom } from './migrations.ts';

/** As Kysely's own migrator names it, by which earlier releases of this program migrate. */
const advisoryLock = sql.lit('3853314791062309107');
const lockPollMs = 100;
/** Between two attempts to lock tables, so that the inserts that waited get their turn. */
const retryMs = 1000;
const maxLockedMs = 5 * 60 * 1000;

/** What the tables of a store have to be: brought up to date, up to date, or fit for reading. */
export type TablesAccess = 'migrate' | 'current' | 'readable';

/** How the tables of a store compare with the migrations that a program knows. */
export interface TablesState {
  /** Name of the last migration that was applied; empty before the first one. */
  last: string;
  pending: Migration[];
  /** A migration of a newer program, whose tables this one does not know how to use. */
  incompatible: string | undefined;
}

/** Reads which migrations were applied. Throws what the database throws. */
export async function readTablesState(
  db: Kysely<Tables>,
  kind: SchemaDialect['kind'],
  migrations: readonly Migration[] = allMigrations,
): Promise<TablesState> {
  const applied = await readApplied(db, kind);
  const lastKnown = migrations.at(-1)?.name ?? '';
  const isKnown = (name: string) => migrations.some((migration) => migration.name === name);
  const names = applied.map(({ name }) => name).sort();
  return {
    last: names.at(-1) ?? '',
    pending: migrations.filter(({ name }) => !names.includes(name)),
    incompatible: applied
      .filter(({ name }) => !isKnown(name))
      .find(({ compatibleFrom }) => !compatibleFrom || compatibleFrom > lastKnown)?.name,
  };
}

/**
 * Brings the tables of the store `name` up to date, or finds them fit for `access`. Several processes
 * may do so at once. Resolves to the names of the migrations that were applied. Throws `StoreTooNew`
 * or `StoreOutdated`.
 */
export async function prepareTables(
  db: Kysely<Tables>,
  dialect: SchemaDialect,
  { name, access, migrations = allMigrations }: PrepareOptions,
): Promise<string[]> {
  const { last, pending } = await readCompatible();
  if (pending.length === 0) return [];
  if (access === 'migrate') {
    const applied = await migrate(db, dialect, migrations);
    // A newer program may have been first.
    await readCompatible();
    return applied;
  }
  if (access === 'readable' && last >= readableFrom) return [];
  throw new StoreOutdated(
    `${name} has the tables of an earlier version of this program (${last || 'none'})`,
  );

  async function readCompatible() {
    const state = await readTablesState(db, dialect.kind, migrations);
    if (!state.incompatible) return state;
    throw new StoreTooNew(
      `${name} was used by a newer version of this program (${state.incompatible})`,
    );
  }
}

export interface PrepareOptions {
  /** Of the store, for messages. */
  name: string;
  access: TablesAccess;
  /** This program's own unless given. */
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
          timestamp varchar(255) not null
        )`.execute(connection);
    for (const migration of migrations) {
      if (await retryWhileLocked(() => apply(connection, dialect, migration))) {
        applied.push(migration.name);
      }
    }
  });
  return applied;
}

/** Resolves to whether the migration was still to be applied. */
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
  // On SQLite, only the lock of a transaction keeps other processes from doing the same.
  if (!migration.runsOutsideTransaction || dialect.kind === 'sqlite') {
    return connection.transaction().execute(applyTo);
  }
  // Nothing that runs outside of a transaction keeps writers waiting.
  const setLockTimeout = (ms: number) =>
    sql`set lock_timeout to ${sql.lit(ms)}`.execute(connection);
  await setLockTimeout(0);
  const isApplied = await applyTo(connection);
  await setLockTimeout(migrationLockTimeoutMs);
  return isApplied;
}

/** How long a migration may keep the inserts behind it waiting for a lock on PostgreSQL. */
export const migrationLockTimeoutMs = 1000;

async function record(db: Kysely<unknown>, { name, compatibleFrom }: Migration) {
  await sql`
    insert into kysely_migration (name, timestamp)
    values (${name}, ${new Date().toISOString()})`.execute(db);
  if (!compatibleFrom) return;
  await sql`
    update kysely_migration set compatible_from = ${compatibleFrom}
    where name = ${name}`.execute(db);
}

/**
 * Waits until no other process migrates. The lock ends with the connection. Polls, because a
 * session that waited for the lock would keep an index from being built.
 */
async function lockMigrations(connection: Kysely<unknown>) {
  for (;;) {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${advisoryLock}) as locked`.execute(connection);
    if (rows[0]?.locked) return;
    await sleep(lockPollMs);
  }
}

async function retryWhileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() - startedAt > maxLockedMs) {
        throw new Error('other connections keep its tables locked: end long transactions', {
          cause: error,
        });
      }
      await sleep(retryMs);
    }
  }
}

interface Applied {
  name: string;
  compatibleFrom: string | null | undefined;
}

/** None where there is no table of them yet. */
async function readApplied(db: Kysely<Tables>, kind: SchemaDialect['kind']): Promise<Applied[]> {
  const plain = db.withoutPlugins();
  const { rows: found } = await (
    kind === 'postgres'
      ? sql`select 1 where to_regclass('kysely_migration') is not null`
      : sql`select 1 from sqlite_schema where name = 'kysely_migration'`
  ).execute(plain);
  if (found.length === 0) return [];
  // The column came with a later migration.
  const { rows } = await sql<{ name: string; compatible_from?: string | null }>`
    select * from kysely_migration`.execute(plain);
  return rows.map(({ name, compatible_from: compatibleFrom }) => ({ name, compatibleFrom }));
}
