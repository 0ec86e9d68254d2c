import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import type { Deletion } from '../events.ts';
import {
  type DeletedInquiry,
  deleteByIds,
  maxDeletedShare,
  readDeleted,
} from '../inquiries/delete-inquiries.ts';
import { getReason, isLockError, StoreUnavailable } from '../store-errors.ts';
import type { CopyContents } from '../store.ts';
import { createFolder, syncToDisk } from './open-sqlite.ts';
import { verifyCopy, withCopy } from './sqlite-maintenance.ts';

/** Files in WAL mode: the database, its write-ahead log and the log's index. */
const storeFileSuffixes = ['', '-wal', '-shm'];

export interface RestoreOptions {
  /** Path of the copy; its write-ahead log, if any, is next to it. */
  copy: string;
  /** Path of the store. */
  file: string;
  /** New folder for the previous store. */
  aside: string;
  /** If false, verifies the copy only, also beside a server (dry run). */
  isForced: boolean;
  /** Deletion of what the previous store has deleted. */
  deletion: Deletion;
  /** Deletes again what the previous store has deleted (default: up to a tenth of the copy). */
  isDeletedAgain: boolean | undefined;
}

export interface RestoreResult extends CopyContents {
  /** True if a previous store was, or would be, moved aside. */
  hasStoreAside: boolean;
  /** False after a dry run, and if so many are deleted again that `isDeletedAgain` must be given. */
  isRestored: boolean;
  /** The copy's inquiries that the previous store has deleted, unless `isDeletedAgain` is false. */
  deletedAgain: DeletedInquiry[];
  /** Reason why the deletions of the previous store could not be read. */
  unreadable: string | undefined;
}

/**
 * Replaces the store by a verified copy, without what the previous store has deleted, and moves the
 * previous store aside. After an interruption, it is intact or the server refuses to start. Throws
 * `StoreUnavailable` or file system errors, with nothing changed.
 */
export async function restoreSqlite(options: RestoreOptions): Promise<RestoreResult> {
  const { copy, file, aside, isForced, deletion, isDeletedAgain } = options;
  // Throws before anything is created.
  statSync(copy);
  const staging = isForced
    ? createStaging(file)
    : mkdtempSync(path.join(tmpdir(), 'inquiries-restore-'));
  let lock: DatabaseSync | undefined;
  try {
    const previous = storeFileSuffixes.map((ending) => file + ending).filter(existsSync);
    // Before the lock, which the system ends when this process closes the file.
    const { deleted = [], unreadable } = previous.length ? await readDeletions(file, staging) : {};
    if (isForced) lock = lockStore(file, staging);
    const staged = path.join(staging, path.basename(file));
    await copyWithLog(copy, staged);
    const contents = await verifyCopy(staged, copy);
    const named = isDeletedAgain === false ? [] : deleted.map(({ id }) => id);
    const ids = new Set(await withCopy(staged, (store) => deleteByIds(store, named, deletion)));
    const isUndecided =
      isDeletedAgain === undefined && ids.size > contents.inquiries * maxDeletedShare;
    const isRestored = isForced && !isUndecided;
    if (isRestored) {
      chmodSync(staged, 0o600);
      syncToDisk(staged);
      if (previous.length) linkInto(aside, previous);
      renameSync(staged, file);
      // The server refuses to start next to the old log.
      rmSync(`${file}-wal`, { force: true });
      rmSync(`${file}-shm`, { force: true });
      syncToDisk(path.dirname(file));
    }
    const deletedAgain = deleted.filter(({ id }) => ids.has(id));
    const hasStoreAside = previous.length > 0;
    return { ...contents, hasStoreAside, deletedAgain, unreadable, isRestored };
  } finally {
    lock?.close();
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Creates a folder on the same file system, so that its files can be renamed. */
function createStaging(file: string) {
  createFolder(path.dirname(file));
  const staging = `${file}-restoring`;
  // A crash may have left one.
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { mode: 0o700 });
  return staging;
}

/** Reads what the store has deleted from a copy, since opening a store can change its files. */
async function readDeletions(
  file: string,
  staging: string,
): Promise<{ deleted?: DeletedInquiry[]; unreadable?: string }> {
  const copy = path.join(staging, 'previous');
  try {
    await copyWithLog(file, copy);
    return { deleted: await withCopy(copy, (store) => readDeleted(store)) };
  } catch (error) {
    return { unreadable: getReason(error) };
  } finally {
    for (const ending of storeFileSuffixes) rmSync(copy + ending, { force: true });
  }
}

/** Streams: `copyFile` of Node never ends if a running server truncates the log meanwhile. */
async function copyWithLog(file: string, target: string) {
  for (const ending of ['', '-wal']) {
    if (!existsSync(file + ending)) continue;
    const copy = createWriteStream(target + ending, { flags: 'wx' });
    await pipeline(createReadStream(file + ending), copy);
  }
}

/**
 * Locks the store, if any, against other processes. Throws `StoreUnavailable` if one has it open.
 * Uses a hard link, so that SQLite does not read the log.
 */
function lockStore(file: string, staging: string): DatabaseSync | undefined {
  if (!existsSync(file)) return undefined;
  const link = path.join(staging, 'lock');
  let database: DatabaseSync | undefined;
  try {
    linkSync(file, link);
    database = new DatabaseSync(link);
    // Exclusive mode locks the whole file at the first read, also in WAL mode.
    database.exec('pragma locking_mode = exclusive; begin exclusive; commit');
    return database;
  } catch (error) {
    database?.close();
    // A damaged database cannot be locked.
    if (!isLockError(error)) return undefined;
    throw new StoreUnavailable(`another process has ${file} open`, {
      fix: 'Stop the server and other readers of the store, then run it again.',
    });
  }
}

/** Hard-links all files into a new folder, before any is removed. */
function linkInto(folder: string, files: string[]) {
  mkdirSync(folder, { mode: 0o700 });
  for (const file of files) linkSync(file, path.join(folder, path.basename(file)));
  syncToDisk(folder);
}
