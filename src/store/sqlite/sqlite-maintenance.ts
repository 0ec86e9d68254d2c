import { closeSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { markAsCopy } from './detect-file-replacement.ts';

const pollMs = 50;
const allPages = 2 ** 31 - 1;
// Every page is read: about 3 s for so much.
const maxQuickCheckBytes = 500e6;

/** How the place looks where a store is kept. */
export interface StorageCheck {
  /** What is broken, if anything; undefined where nobody looked, because the store is large. */
  damage: string[] | undefined;
  bytes: number;
  freeBytes: number;
}

/** Empties the write-ahead log, where old pages stay readable until they are written over. */
export async function checkpointSqlite(db: Kysely<Tables>, waitMs: number): Promise<boolean> {
  // In turn with this process's transactions: within one, SQLite refuses it.
  const checkpoint = sql<{ busy: number }>`pragma wal_checkpoint(truncate)`;
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const { rows } = await checkpoint.execute(db);
    if (rows[0]?.busy === 0) return true;
    if (waitedMs >= waitMs) return false;
    await sleep(pollMs);
  }
}

/** Copies the database at `source` into a new file, for this user alone; EEXIST where one is. */
export async function backUpSqlite(
  source: string,
  file: string,
  onProgress?: (bytes: number) => void,
): Promise<void> {
  // By a connection of its own: another one may be in the middle of a transaction.
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    closeSync(openSync(file, 'wx', 0o600));
    await copyTo(file, database, onProgress);
  } finally {
    database.close();
  }
}

async function copyTo(file: string, database: DatabaseSync, onProgress?: (bytes: number) => void) {
  // It tells its own progress between steps alone, but its file grows meanwhile.
  const timer = setInterval(() => onProgress?.(statSync(file).size), pollMs);
  try {
    // In one step: it would start again after each write of another process in between.
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

/** What SQLite finds wrong with the database, and the room that is left around its file. */
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
