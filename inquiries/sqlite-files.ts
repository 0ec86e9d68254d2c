import { closeSync, openSync, rmSync } from 'node:fs';
import { backup, type DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 50;
const allPages = 2 ** 31 - 1;

/** Empties the write-ahead log, where old pages stay readable until they are written over. */
export async function scrubSqlite(database: DatabaseSync, waitMs: number): Promise<boolean> {
  const checkpoint = database.prepare('pragma wal_checkpoint(truncate)');
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    if (checkpoint.get()?.['busy'] === 0) return true;
    if (waitedMs >= waitMs) return false;
    await sleep(pollMs);
  }
}

/** Copies the database into a new file, for this user alone; fails with EEXIST where one is. */
export async function backUpSqlite(database: DatabaseSync, file: string): Promise<void> {
  closeSync(openSync(file, 'wx', 0o600));
  try {
    // In one step: it would start again after each write of another process in between.
    await backup(database, file, { rate: allPages });
  } catch (error) {
    rmSync(file);
    throw error;
  }
}
