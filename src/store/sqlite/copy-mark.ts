import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { restoreCommand } from '../store-advice.ts';
import { StoreUnavailable } from '../store-errors.ts';

/** Files in WAL mode: the database, its write-ahead log and the log's index. */
export const storeFileSuffixes = ['', '-wal', '-shm'];

/** "copy" in the header's application id (https://www.sqlite.org/fileformat2.html). */
const copyMark = 0x636f7079;
const applicationIdOffset = 68;
/** A shorter log has a header only. */
const minLogBytes = 33;

/** Marks a database as a copy without a write-ahead log. Leaves WAL mode to write to the file. */
export const markAsCopy = (database: DatabaseSync): void =>
  database.exec(`pragma journal_mode = delete; pragma application_id = ${copyMark}`);

/** Turns a copy into a store. */
export const clearCopyMark = (database: DatabaseSync): void =>
  database.exec('pragma journal_mode = delete; pragma application_id = 0');

/**
 * Returns true if the database in `file` is a copy. Throws `StoreUnavailable` next to another
 * database's write-ahead log, which SQLite would replay.
 */
export function inspectStoreFile(file: string): boolean {
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) >= minLogBytes;
  const hasDatabase = existsSync(file) && statSync(file).size > 0;
  if (hasLog && !hasDatabase) {
    throw new StoreUnavailable(`${file} is missing, but its newest changes are in ${file}-wal`, {
      fix: `Put the file back, or run ${restoreCommand}.`,
    });
  }
  if (!hasDatabase) return false;
  const descriptor = openSync(file, 'r');
  const isCopy = hasCopyMark(descriptor);
  closeSync(descriptor);
  if (hasLog && isCopy) {
    throw new StoreUnavailable(`${file} is a backup, and ${file}-wal belongs to another file`, {
      fix: `Run ${restoreCommand}.`,
    });
  }
  return isCopy;
}

function hasCopyMark(descriptor: number) {
  const field = Buffer.alloc(4);
  readSync(descriptor, field, 0, field.length, applicationIdOffset);
  return field.readUInt32BE() === copyMark;
}
