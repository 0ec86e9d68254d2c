import { closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { readApplied } from '../migrations/migrate.ts';
import { saveSharedValue } from '../shared-values.ts';
import { createUnusableCopyError, getReason, readCode } from '../store-errors.ts';
import type { CopyContents, Database } from '../store.ts';
import { connectSqlite } from './sqlite-dialect.ts';

const allPages = 2 ** 31 - 1;

/**
 * Copies a database to a new file with mode 0600, in which `at` (ISO 8601) is the time of the last
 * backup, and verifies the copy. Throws EEXIST if the file exists, and `StoreUnavailable` for a copy that
 * fails. Leaves what it wrote.
 */
export async function backUpSqlite(
  source: string,
  file: string,
  at: string,
): Promise<CopyContents> {
  // Own connection: another one may be in a transaction.
  using database = new DatabaseSync(source, { readOnly: true });
  closeSync(openSync(file, 'wx', 0o600));
  // In one step, because another process's write between steps restarts it.
  await backup(database, file, { rate: allPages });
  await withCopy(file, (copy) => saveSharedValue(copy, 'last-backup', at));
  return verifyCopy(file);
}

/**
 * Runs a task with a copy of a store. Merges its write-ahead log and ends WAL mode, so that it is
 * recognized as a backup.
 */
export async function withCopy<Result>(
  file: string,
  task: (copy: Database) => Promise<Result>,
): Promise<Result> {
  using writer = new DatabaseSync(file);
  // Overwrites deleted data with zeros.
  writer.exec('pragma journal_mode = delete; pragma secure_delete = on');
  return await task({ db: connectSqlite({ writer }) });
}

/**
 * Verifies a copy: its pages, indexes and tables. `name` is for messages. Throws `StoreUnavailable`.
 */
export async function verifyCopy(file: string, name = file): Promise<CopyContents> {
  const unusable = (reason: string) => createUnusableCopyError(name, reason);
  const verifying = withCopy(file, async ({ db }) => {
    const checked = await sql<object>`pragma integrity_check(1)`.execute(db);
    const damage = String(Object.values(checked.rows[0] ?? {})[0]);
    if (damage !== 'ok') throw unusable(damage);
    const applied = await readApplied({ db, kind: 'sqlite', name });
    if (applied.length === 0) throw unusable('it is not a store of this program');
    return db
      .selectFrom('inquiries')
      .select(({ fn }) => [
        fn.countAll<number>().as('inquiries'),
        fn.max<string | null>('receivedAt').as('newestArrival'),
      ])
      .executeTakeFirstOrThrow();
  });
  const { inquiries, newestArrival } = await verifying.catch((error: unknown) => {
    throw readCode(error) ? unusable(getReason(error)) : error;
  });
  return { inquiries, newestArrival: newestArrival ?? undefined };
}
