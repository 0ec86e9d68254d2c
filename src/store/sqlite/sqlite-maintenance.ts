import { closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { readApplied } from '../migrations/migrate.ts';
import { saveLastBackup } from '../shared-values.ts';
import { createUnusableCopyError, getReason, readCode } from '../store-errors.ts';
import type { CopyContents } from '../store.ts';
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
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    closeSync(openSync(file, 'wx', 0o600));
    // In one step, because another process's write between steps restarts it.
    await backup(database, file, { rate: allPages });
    await recordBackup(file, at);
    return await verifyCopy(file);
  } finally {
    database.close();
  }
}

/** Records in a copy when it was made, for the store that is restored from it. */
async function recordBackup(file: string, at: string) {
  const writer = new DatabaseSync(file);
  try {
    writer.exec('pragma journal_mode = delete');
    await saveLastBackup({ db: connectSqlite({ writer }) }, at);
  } finally {
    writer.close();
  }
}

/**
 * Verifies a copy: its pages, indexes and tables. Merges its write-ahead log and ends WAL mode, so that
 * it is recognized as a backup. `name` is for messages. Throws `StoreUnavailable`.
 */
export async function verifyCopy(file: string, name = file): Promise<CopyContents> {
  const unusable = (reason: string) => createUnusableCopyError(name, reason);
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = delete');
    const [found] = database.prepare('pragma integrity_check(1)').all();
    const damage = String(Object.values(found ?? {})[0]);
    if (damage !== 'ok') throw unusable(damage);
    const db = connectSqlite({ writer: database });
    const applied = await readApplied({ db, kind: 'sqlite', name });
    if (applied.length === 0) throw unusable('it is not a store of this program');
    const { rows } = await sql<CopyContents>`
      select count(*) as inquiries, max(received_at) as "newestArrival" from inquiries`.execute(db);
    const [{ inquiries, newestArrival } = { inquiries: 0, newestArrival: undefined }] = rows;
    return { inquiries, newestArrival: newestArrival ?? undefined };
  } catch (error) {
    throw readCode(error) ? unusable(getReason(error)) : error;
  } finally {
    if (database.isOpen) database.close();
  }
}
