import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../store-errors.ts';

/** What SQLite keeps in WAL mode: the database, its write-ahead log and that log's index. */
export const storeFileSuffixes = ['', '-wal', '-shm'];

/** "copy", in the header's field for applications (https://www.sqlite.org/fileformat2.html). */
const copyMark = 0x636f7079;
const applicationIdOffset = 68;
/** Shorter ones have a header alone. */
const minLogBytes = 33;

/** As messages call it. */
export const restoreCommand = '"inquiries restore FILE" with the last backup';

/**
 * Marks a database as a copy, which belongs to no write-ahead log. Outside of WAL mode the mark
 * reaches the file itself.
 */
export const markAsCopy = (database: DatabaseSync): void =>
  database.exec(`pragma journal_mode = delete; pragma application_id = ${copyMark}`);

/** Makes a store of a copy. */
export const clearCopyMark = (database: DatabaseSync): void =>
  database.exec('pragma journal_mode = delete; pragma application_id = 0');

/**
 * Resolves to whether the database in `file` is a copy. Throws `StoreUnavailable` where a
 * write-ahead log of another database is beside it, which SQLite would replay over it.
 */
export function inspectStoreFile(file: string): boolean {
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) >= minLogBytes;
  const hasDatabase = existsSync(file) && statSync(file).size > 0;
  if (hasLog && !hasDatabase) {
    throw new StoreUnavailable(`${file} is missing, but its newest changes are in ${file}-wal`, {
      fix: `Put the file back beside it, or run ${restoreCommand}.`,
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
  /** Throws `StoreUnavailable` while the open files are not those at their paths. */
  check(): void;
  /** Must come after the database is closed: it ends the locks that SQLite has on the file. */
  close(): void;
}

/**
 * Remembers which files of the open store are at its path now. SQLite itself goes on writing into a
 * file that was removed, or that another was copied into, as long as it is open.
 */
export function watchStoreFiles(file: string): StoreFileWatch {
  const openedIds = storeFileSuffixes.map((ending) => getFileId(file + ending));
  const descriptor = openSync(file, 'r');
  return {
    check() {
      for (const [index, ending] of storeFileSuffixes.entries()) {
        if (getFileId(file + ending) === openedIds[index]) continue;
        throw new StoreUnavailable(
          `${file}${ending} was removed or replaced while it was in use. Put it back where it was, ` +
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
