import { type Kysely, sql } from 'kysely';
import { isLockError, StoreMissing, StoreTooNew, StoreUnavailable } from '../store-errors.ts';
import type { OpenOptions } from '../open-store.ts';
import type { Store } from '../store.ts';
import { allMigrations } from './schema.ts';

/** Arbitrary, but unique in the database. */
const advisoryLock = sql.lit(2_024_002);

type Target = Pick<Store, 'db' | 'kind' | 'name'>;

/**
 * Migrates the tables, or waits for a migration that runs and checks that they are current. Safe to run
 * concurrently. After an error, nothing is changed.
 */
export async function prepareTables(
  target: Target,
  options: Pick<OpenOptions, 'access' | 'migrations'>,
): Promise<void> {
  const { db, kind, name } = target;
  const { access, migrations = allMigrations } = options;
  const applied = await readApplied(target);
  if (migrations.every(({ name }) => applied.includes(name))) return;
  const isOnlyChecked = access === 'current';
  if (isOnlyChecked && kind === 'postgres' && applied.length === 0)
    throw new StoreMissing(`There is no store at ${name}`);
  const running = db.transaction().execute(async (transaction) => {
    // Also waits for a migration that runs: on SQLite, the transaction does.
    if (kind === 'postgres') {
      if (isOnlyChecked) await sql`set local lock_timeout = '10s'`.execute(transaction);
      await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(transaction);
    }
    if (!isOnlyChecked) {
      // Before the read, in which PostgreSQL would miss a table that another process has just created.
      await sql`
        create table if not exists kysely_migration (
          name varchar(255) not null primary key,
          timestamp varchar(255) not null
        )`.execute(transaction);
    }
    // Another process may have migrated before this one had the lock.
    const applied = await readApplied({ ...target, db: transaction });
    const pending = migrations.filter(({ name }) => !applied.includes(name));
    if (pending.length > 0 && isOnlyChecked) {
      const version = `an earlier version of this program (${applied.at(-1) ?? 'none'})`;
      throw new StoreUnavailable(`its tables are those of ${version}`, {
        fix: 'Start the server of this version, or run "inquiries migrate".',
      });
    }
    const plain = transaction.withoutPlugins() as unknown as Kysely<unknown>;
    for (const { name, up } of pending) {
      await up(plain, kind);
      await sql`
        insert into kysely_migration (name, timestamp)
        values (${name}, ${new Date().toISOString()})`.execute(transaction);
    }
  });
  await running.catch((cause: unknown) => {
    if (!isOnlyChecked || !isLockError(cause)) throw cause;
    throw new StoreUnavailable('another process migrates its tables', {
      cause,
      fix: 'Wait until the server is ready, which its log says, then run it again.',
    });
  });
}

/** Reads the names of the applied migrations in order; none in an empty database. */
export async function readApplied({ db, kind, name }: Target): Promise<string[]> {
  const { rows: found } = await (
    kind === 'postgres'
      ? sql`select 1 where to_regclass('kysely_migration') is not null`
      : sql`select 1 from sqlite_schema where name = 'kysely_migration'`
  ).execute(db);
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
