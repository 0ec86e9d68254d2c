import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { IsoTime } from '../../text/format-time.ts';
import {
  deleteByIds,
  type DeletedInquiry,
  type Deletion,
  maxDeletedShare,
  readDeleted,
} from '../inquiries/delete-inquiries.ts';
import { saveSharedValue } from '../shared-values.ts';
import {
  createUnusableCopyError,
  getReason,
  isLockError,
  readCode,
  StoreUnavailable,
} from '../store-errors.ts';
import type { CopyContents, Database } from '../store.ts';
import { openDatabase, storeFileSuffixes } from './open-database.ts';
import { createFolder, syncToDisk } from './open-sqlite.ts';
import { connectSqlite } from './sqlite-dialect.ts';
import { assertEventsTable, type VerifyOptions, verifySchema } from './verify-schema.ts';

/**
 * Copies a database to a new file with mode 0600, in which `at` is the time of the last backup, and
 * verifies the copy. Throws EEXIST if the file exists, and `StoreUnavailable` for a copy that fails. Leaves
 * what it wrote.
 */
export async function backUpSqlite(
  source: string,
  file: string,
  at: IsoTime,
): Promise<CopyContents> {
  // Own connection: another one may be in a transaction.
  using database = openDatabase(source, { readOnly: true });
  fs.writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  // Copies in one step, because another process's write between steps restarts the backup.
  await backup(database, file, { rate: 2 ** 31 - 1 });
  await withCopy(file, (copy) => saveSharedValue(copy, 'last-backup', at));
  return verifyCopy(file, { name: file, mayBeNewer: true });
}

/** Runs a task with a copy. Merges its log and ends WAL mode, by which a backup is recognized. */
async function withCopy<Result>(file: string, task: (copy: Database) => Promise<Result>) {
  using writer = openDatabase(file);
  // Overwrites deleted data with zeros.
  writer.exec('pragma journal_mode = delete; pragma secure_delete = on');
  return await task({ db: connectSqlite({ writer }) });
}

/** Verifies a copy: its schema, then its pages, indexes and rows. Throws `StoreUnavailable`. */
async function verifyCopy(file: string, options: VerifyOptions): Promise<CopyContents> {
  try {
    return await withCopy(file, async (copy) => {
      await verifySchema(copy, options);
      await assertIntact(copy, options.name);
      return readContents(copy);
    });
  } catch (error) {
    // A driver error at any statement means damage.
    if (readCode(error)) throw createUnusableCopyError(options.name, getReason(error));
    throw error;
  }
}

/** Checks pages, indexes and rows. Throws `StoreUnavailable`. */
async function assertIntact({ db }: Database, name: string): Promise<void> {
  const { rows } = await sql<object>`pragma integrity_check(1)`.execute(db);
  const damage = String(Object.values(rows[0] ?? {})[0]);
  if (damage !== 'ok') throw createUnusableCopyError(name, damage);
}

async function readContents({ db }: Database): Promise<CopyContents> {
  const { rows } = await sql<CopyContents>`
    select count(*) as inquiries, max(received_at) as newest_arrival from inquiries`.execute(db);
  return rows[0] ?? { inquiries: 0 };
}

export interface RestoreOptions {
  /** Path of the copy; its write-ahead log, if any, is next to it. */
  copy: string;
  file: string;
  /** New folder for the previous store. */
  aside: string;
  /** False for a dry run, which verifies the copy only, also beside a server. */
  isForced: boolean;
  /** Deletion of what the previous store has deleted. */
  deletion: Deletion;
  /** Deletes what the previous store has deleted again, or keeps it (default: again, if not many). */
  choice: 'again' | 'keep' | undefined;
}

/** A copy that is, or would be, restored. */
export interface RestoredCopy extends CopyContents {
  /** More than `maxDeletedShare` of the copy is in `deletedAgain`: nothing is restored. */
  needsChoice: boolean;
  /** A previous store was, or would be, moved aside. */
  hasStoreAside: boolean;
  /** The copy's inquiries that the previous store has deleted, unless the choice is to keep them. */
  deletedAgain: DeletedInquiry[];
  /** Reason why the deletions of the previous store could not be read. */
  unreadable: string | undefined;
}

/**
 * Replaces the store by a verified copy, without what the previous store has deleted, and moves the
 * previous store aside. After an interruption, it is intact or the server refuses to start. Throws
 * `StoreUnavailable` or file system errors, with nothing changed.
 */
export async function restoreSqlite(options: RestoreOptions): Promise<RestoredCopy> {
  const { copy, file, aside, isForced, deletion, choice } = options;
  // Throws before anything is created.
  fs.statSync(copy);
  using cleanUp = new DisposableStack();
  const staging = isForced ? createStaging(file) : createTemporaryFolder();
  cleanUp.defer(() => fs.rmSync(staging, { recursive: true, force: true }));
  const previous = storeFileSuffixes.map((ending) => file + ending).filter(fs.existsSync);
  const version = readFileVersions(file);
  // Reads the file before it is locked: the system ends the lock when this process closes the file.
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

/** Deletes inquiries in the copy. Resolves to those that it had. */
async function deleteAgain(
  staged: string,
  deleted: DeletedInquiry[],
  deletion: Deletion,
): Promise<DeletedInquiry[]> {
  const ids = deleted.map(({ id }) => id);
  const found = new Set(await withCopy(staged, (copy) => deleteByIds(copy, ids, deletion)));
  return deleted.filter(({ id }) => found.has(id));
}

/** Moves the files of the `previous` store aside, and gives the staged copy the store's name. */
function replaceStore(file: string, staged: string, previous: string[], aside: string) {
  fs.chmodSync(staged, 0o600);
  syncToDisk(staged);
  if (previous.length) {
    fs.mkdirSync(aside, { mode: 0o700 });
    for (const name of previous) fs.linkSync(name, path.join(aside, path.basename(name)));
    syncToDisk(aside);
  }
  fs.renameSync(staged, file);
  // The server refuses to start next to the old log.
  fs.rmSync(`${file}-wal`, { force: true });
  fs.rmSync(`${file}-shm`, { force: true });
  syncToDisk(path.dirname(file));
}

/** Creates a folder on the same file system, so that its files can be renamed. */
function createStaging(file: string) {
  createFolder(path.dirname(file));
  const staging = `${file}-restoring`;
  // A crash may have left one.
  fs.rmSync(staging, { recursive: true, force: true });
  fs.mkdirSync(staging, { mode: 0o700 });
  return staging;
}

const createTemporaryFolder = () => fs.mkdtempSync(path.join(tmpdir(), 'inquiries-restore-'));

interface PreviousDeletions {
  deleted: DeletedInquiry[];
  /** Reason why they could not be read: then `deleted` is empty. */
  unreadable: string | undefined;
}

/** Reads what the store has deleted from a copy, since opening a store can change its files. */
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

/** Returns a text that differs once a process has written to the store. */
const readFileVersions = (file: string): string =>
  ['', '-wal']
    .map((ending) => fs.statSync(file + ending, { throwIfNoEntry: false }))
    .map((stats) => `${stats?.size} ${stats?.mtimeMs}`)
    .join();

/** Throws `StoreUnavailable` if a deletion may have been missed. */
function assertFilesUnchanged(file: string, version: string) {
  if (readFileVersions(file) === version) return;
  throw new StoreUnavailable(`another process has just changed ${file}`, {
    fix: 'Run it again.',
  });
}

/** Copies by streams: Node's `copyFile` never ends if a running server truncates the log meanwhile. */
async function copyWithLog(file: string, target: string) {
  for (const ending of ['', '-wal']) {
    if (!fs.existsSync(file + ending)) continue;
    const copy = fs.createWriteStream(target + ending, { flags: 'wx' });
    await pipeline(fs.createReadStream(file + ending), copy);
  }
}

/**
 * Locks the store, if any, against other processes. Throws `StoreUnavailable` if one has it open.
 * Uses a hard link, so that SQLite does not read the log.
 */
function lockStore(file: string, staging: string): DatabaseSync | undefined {
  // SQLite would write to an empty file.
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
