import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../store-errors.ts';

/** Files in WAL mode: the database, its write-ahead log and the log's index. */
export const storeFileSuffixes = ['', '-wal', '-shm'];

/** "copy" in the header's application id (https://www.sqlite.org/fileformat2.html). */
const copyMark = 0x636f7079;
const applicationIdOffset = 68;
/** A shorter log has a header only. */
const minLogBytes = 33;

/** Remedy for messages. */
export const restoreCommand = '"inquiries restore FILE" with the last backup';

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

export interface StoreFileWatch {
  /** Throws `StoreUnavailable` if a file was removed or replaced. */
  check(): void;
  /** Call after closing the database: closing the descriptor releases SQLite's locks on the file. */
  close(): void;
}

/**
 * Watches for replacement of the open store's files. SQLite would keep writing to a file that was
 * removed or overwritten.
 */
export function watchStoreFiles(file: string): StoreFileWatch {
  const openedIds = storeFileSuffixes.map((ending) => getFileId(file + ending));
  const descriptor = openSync(file, 'r');
  return {
    check() {
      for (const [index, ending] of storeFileSuffixes.entries()) {
        if (getFileId(file + ending) === openedIds[index]) continue;
        throw new StoreUnavailable(
          `${file}${ending} was removed or replaced while it was in use. Put it back, ` +
            `or stop the server and run ${restoreCommand}`,
        );
      }
      if (hasCopyMark(descriptor)) {
        throw new StoreUnavailable(
          `A backup was copied over ${file} while it was in use. Stop the server and run ${restoreCommand}`,
        );
      }
    },
    close: () => closeSync(descriptor),
  };
}

function hasCopyMark(descriptor: number) {
  const field = Buffer.alloc(4);
  readSync(descriptor, field, 0, field.length, applicationIdOffset);
  return field.readUInt32BE() === copyMark;
}

function getFileId(path: string) {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
