import { closeSync, openSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { CopyContents } from '../store.ts';
import type { Tables } from '../tables.ts';
import { inspectStoreFile, markAsCopy } from './copy-mark.ts';
import { getSqliteResultCode } from './sqlite-dialect.ts';
import { countRows, verifyCopy } from './verify-copy.ts';

const pollMs = 50;
const allPages = 2 ** 31 - 1;

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes = [11, 26];
const lockTimeoutMs = 2000;

/** Truncates the write-ahead log, which keeps old pages readable. */
export async function checkpointSqlite(db: Kysely<Tables>, waitMs: number): Promise<boolean> {
  // Queues behind this process's transactions: SQLite refuses a checkpoint within one.
  const checkpoint = sql<{ busy: number }>`pragma wal_checkpoint(truncate)`;
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const { rows } = await checkpoint.execute(db);
    if (rows[0]?.busy === 0) return true;
    if (waitedMs >= waitMs) return false;
    await sleep(pollMs);
  }
}

/**
 * Copies a database to a new file with mode 0600 and verifies the copy. Throws EEXIST if the file
 * exists, and `StoreUnavailable` for a copy that fails. Leaves what it wrote.
 */
export async function backUpSqlite(source: string, file: string): Promise<CopyContents> {
  // Own connection: another one may be in a transaction.
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    // One snapshot for the rows and the copy: inquiries keep arriving.
    database.exec('begin');
    const rows = countRows(database);
    closeSync(openSync(file, 'wx', 0o600));
    // In one step, because another process's write between steps restarts it.
    await backup(database, file, { rate: allPages });
    const copy = new DatabaseSync(file);
    markAsCopy(copy);
    copy.close();
    return await verifyCopy(file, { rows });
  } finally {
    database.close();
  }
}

/** Returns the free space on the disk of the database, in bytes. */
export function getFreeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

/** Describes damage of a database, if any, whatever its tables. Throws if it cannot be opened. */
export function findDamage(file: string): string | undefined {
  // Next to another database's log, SQLite would read both as one.
  inspectStoreFile(file);
  const database = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs });
  try {
    const row = database.prepare('pragma quick_check(1)').get() ?? {};
    const [text] = Object.values(row);
    return text === 'ok' ? undefined : String(text);
  } catch (error) {
    if (damageCodes.includes(getSqliteResultCode(error) ?? 0)) return (error as Error).message;
    throw error;
  } finally {
    database.close();
  }
}
