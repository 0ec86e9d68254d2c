import { closeSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { markAsCopy } from './detect-file-replacement.ts';

const pollMs = 50;
const allPages = 2 ** 31 - 1;
// Reads every page: takes about 3 s.
const maxQuickCheckBytes = 500e6;

export interface StorageCheck {
  /** Damage found; undefined if a large store was not checked. */
  damage: string[] | undefined;
  bytes: number;
  freeBytes: number;
}

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

/** Copies a database to a new file with mode 0600. Throws EEXIST if the file exists. */
export async function backUpSqlite(
  source: string,
  file: string,
  onProgress?: (bytes: number) => void,
): Promise<void> {
  // Own connection: another one may be in a transaction.
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    closeSync(openSync(file, 'wx', 0o600));
    await copyTo(file, database, onProgress);
  } finally {
    database.close();
  }
}

async function copyTo(file: string, database: DatabaseSync, onProgress?: (bytes: number) => void) {
  // `backup` reports progress between steps only, so the file size is polled.
  const timer = setInterval(() => onProgress?.(statSync(file).size), pollMs);
  try {
    // In one step, because another process's write between steps restarts it.
    await backup(database, file, { rate: allPages });
    const copy = new DatabaseSync(file);
    markAsCopy(copy);
    copy.close();
  } catch (error) {
    rmSync(file);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Checks the integrity of the database and the free space on its disk. */
export function checkSqlite(
  database: DatabaseSync,
  file: string,
  isThorough: boolean,
): StorageCheck {
  const { bavail, bsize } = statfsSync(dirname(file));
  const bytes = statSync(file).size;
  const size = { bytes, freeBytes: bavail * bsize };
  if (!isThorough && bytes > maxQuickCheckBytes) return { ...size, damage: undefined };
  const found = database.prepare('pragma quick_check(3)').all();
  const damage = found.map((row) => String(Object.values(row)[0])).filter((text) => text !== 'ok');
  return { ...size, damage };
}
