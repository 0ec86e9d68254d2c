import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import {
  deleteByIds,
  type DeletedInquiry,
  type Deletion,
  maxDeletedShare,
  readDeleted,
} from '../inquiries/delete-inquiries.ts';
import { openDatabase, storeFileSuffixes } from '../sqlite/open-database.ts';
import { createFolder, syncToDisk } from '../sqlite/open-sqlite.ts';
import type { CopyContents } from '../store.ts';
import { getReason, isLockError, StoreUnavailable } from '../store-errors.ts';
import { verifyCopy, withCopy } from './verify-copy.ts';
import { assertEventsTable } from './verify-schema.ts';

export interface RestoreOptions {
  /** Path of the copy; its write-ahead log, if any, is next to it. */
  copy: string;
  file: string;
  /** New folder for the previous store. */
  aside: string;
  /** False for a dry run, which only verifies the copy, even while a server runs. */
  isForced: boolean;
  /** How to record the deletions that are repeated in the copy. */
  deletion: Deletion;
  /**
   * Repeats the deletions of the previous store, or keeps the inquiries. Default: repeats them,
   * unless they are more than `maxDeletedShare`.
   */
  choice: 'again' | 'keep' | undefined;
}

/** A copy that was restored or, in a dry run, would be. */
export interface RestoredCopy extends CopyContents {
  /** True if `deletedAgain` has more than `maxDeletedShare` of the copy: nothing is restored. */
  needsChoice: boolean;
  /** True if a previous store was, or would be, moved aside. */
  hasStoreAside: boolean;
  /**
   * The copy's inquiries that the previous store has deleted, unless the choice is to keep them.
   */
  deletedAgain: DeletedInquiry[];
  /** Reason why the deletions of the previous store could not be read; otherwise undefined. */
  unreadable: string | undefined;
}

/**
 * Replaces the store with a verified copy, without what the previous store has deleted, and moves
 * the previous store aside. After an interruption, either the previous store is intact or the
 * server refuses to start. Throws `StoreUnavailable` or file system errors, with nothing changed.
 */
export async function restoreSqlite(options: RestoreOptions): Promise<RestoredCopy> {
  const { copy, file, aside, isForced, deletion, choice } = options;
  // Throw for a missing copy before anything is created.
  fs.statSync(copy);
  using cleanUp = new DisposableStack();
  const staging = isForced ? createStaging(file) : createTemporaryFolder();
  cleanUp.defer(() => fs.rmSync(staging, { recursive: true, force: true }));
  const previous = storeFileSuffixes.map((ending) => file + ending).filter(fs.existsSync);
  const version = readFileVersions(file);
  // Read the file before it is locked: the operating system releases the lock when this process
  // closes the file.
  const { deleted, unreadable } = await readDeletions(file, staging);
  if (isForced) {
    cleanUp.use(lockStore(file, staging));
    assertFilesUnchanged(file, version);
  }
  const staged = path.join(staging, path.basename(file));
  await copyWithLog(copy, staged);
  const contents = await verifyCopy(staged, { name: copy, mayBeNewer: false });
  const toDelete = choice === 'keep' ? [] : deleted;
  const deletedAgain = await deleteAgain(staged, toDelete, deletion);
  const needsChoice = !choice && deletedAgain.length > contents.inquiries * maxDeletedShare;
  if (isForced && !needsChoice) replaceStore(file, staged, previous, aside);
  return {
    ...contents,
    needsChoice,
    hasStoreAside: previous.length > 0,
    deletedAgain,
    unreadable,
  };
}

/** Deletes inquiries in the copy. Resolves to those that it contained. */
async function deleteAgain(
  staged: string,
  deleted: DeletedInquiry[],
  deletion: Deletion,
): Promise<DeletedInquiry[]> {
  const ids = deleted.map(({ id }) => id);
  const found = new Set(await withCopy(staged, (copy) => deleteByIds(copy, ids, deletion)));
  return deleted.filter(({ id }) => found.has(id));
}

/**
 * Moves the files of the `previous` store aside, and renames the staged copy to the name of the
 * store.
 */
function replaceStore(file: string, staged: string, previous: string[], aside: string) {
  fs.chmodSync(staged, 0o600);
  syncToDisk(staged);
  if (previous.length) {
    fs.mkdirSync(aside, { mode: 0o700 });
    for (const name of previous) fs.linkSync(name, path.join(aside, path.basename(name)));
    syncToDisk(aside);
  }
  fs.renameSync(staged, file);
  // With the old log, the server would refuse to start.
  fs.rmSync(`${file}-wal`, { force: true });
  fs.rmSync(`${file}-shm`, { force: true });
  syncToDisk(path.dirname(file));
}

/** Creates a folder on the file system of the store, so that its files can be renamed. */
function createStaging(file: string) {
  createFolder(path.dirname(file));
  const staging = `${file}-restoring`;
  // Remove what a crash may have left.
  fs.rmSync(staging, { recursive: true, force: true });
  fs.mkdirSync(staging, { mode: 0o700 });
  return staging;
}

const createTemporaryFolder = () => fs.mkdtempSync(path.join(tmpdir(), 'inquiries-restore-'));

interface PreviousDeletions {
  deleted: DeletedInquiry[];
  /** Reason why the deletions could not be read (`deleted` is then empty); otherwise undefined. */
  unreadable: string | undefined;
}

/** Reads the deletions from a copy of the store, because opening the store can change its files. */
async function readDeletions(file: string, staging: string): Promise<PreviousDeletions> {
  const hasStore = fs.existsSync(file) || fs.existsSync(`${file}-wal`);
  if (!hasStore) return { deleted: [], unreadable: undefined };
  const copy = path.join(staging, 'previous');
  try {
    await copyWithLog(file, copy);
    const deleted = await withCopy(copy, async (previous) => {
      await assertEventsTable(previous);
      return readDeleted(previous);
    });
    return { deleted, unreadable: undefined };
  } catch (error) {
    return { deleted: [], unreadable: getReason(error) };
  } finally {
    for (const ending of storeFileSuffixes) fs.rmSync(copy + ending, { force: true });
  }
}

/** Returns a text that changes when a process writes to the store. */
const readFileVersions = (file: string): string =>
  ['', '-wal']
    .map((ending) => fs.statSync(file + ending, { throwIfNoEntry: false }))
    .map((stats) => `${stats?.size} ${stats?.mtimeMs}`)
    .join();

/**
 * Throws `StoreUnavailable` if another process has written since, because its deletions would be
 * missed.
 */
function assertFilesUnchanged(file: string, version: string) {
  if (readFileVersions(file) === version) return;
  throw new StoreUnavailable(`another process has just changed ${file}`, {
    fix: 'Run it again.',
  });
}

/**
 * Copies a database and its log with streams: Node's `copyFile` never ends if a running server
 * truncates the log meanwhile.
 */
async function copyWithLog(file: string, target: string) {
  for (const ending of ['', '-wal']) {
    if (!fs.existsSync(file + ending)) continue;
    const copy = fs.createWriteStream(target + ending, { flags: 'wx' });
    await pipeline(fs.createReadStream(file + ending), copy);
  }
}

/**
 * Locks the store, if any, against other processes. Throws `StoreUnavailable` if another process
 * has it open. Opens a hard link to the file, because SQLite would read the log beside the file
 * itself.
 */
function lockStore(file: string, staging: string): DatabaseSync | undefined {
  // Leave an empty file alone: SQLite would write to it.
  if (!fs.statSync(file, { throwIfNoEntry: false })?.size) return undefined;
  const link = path.join(staging, 'lock');
  let database: DatabaseSync | undefined;
  try {
    fs.linkSync(file, link);
    database = openDatabase(link);
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
