import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { readTablesState } from '../migrations/migrate.ts';
import type { Tables } from '../tables.ts';
import { clearCopyMark, markAsCopy, storeFileSuffixes } from './detect-file-replacement.ts';
import { NodeSqliteDialect, SQLITE_BUSY, getSqliteResultCode } from './sqlite-dialect.ts';

export interface RestoreOptions {
  /** The copy, with its write-ahead log beside it if it has one. */
  copy: string;
  /** Where the store is, or was. */
  file: string;
  /** A folder that does not exist yet, for the store of today. */
  aside: string;
  /** Without it, only what would be done is found out. */
  isForced: boolean;
}

/** What a copy holds. */
export interface CopyContents {
  inquiries: number;
  /** ISO 8601 in UTC; without any inquiry, undefined. */
  newestArrival: string | undefined;
  /** Name of the last migration of its tables. */
  tables: string;
}

export type RestoreResult =
  | ({ outcome: 'done' | 'planned'; hasStoreAside: boolean } & CopyContents)
  | { outcome: 'in-use' | 'not-a-store' }
  | { outcome: 'damaged'; damage: string }
  | { outcome: 'too-new'; migration: string }
  | { outcome: 'no-room'; neededBytes: number };

/**
 * Puts a verified copy in the place of the store, whose files are kept aside together. Interrupted
 * at any moment, it leaves the store of before, or one that a start refuses. Throws what the file
 * system throws, with nothing changed.
 */
export async function restoreSqlite(options: RestoreOptions): Promise<RestoreResult> {
  const { copy, file, aside, isForced } = options;
  const folder = path.dirname(file);
  const neededBytes = getSize(copy) + getSize(`${copy}-wal`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < neededBytes) return { outcome: 'no-room', neededBytes };

  // In the same file system, so that it can be renamed. One that a crash left behind goes.
  const staging = `${file}-restoring`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { mode: 0o700 });
  const lock = lockStore(file, staging);
  try {
    if (lock === 'in-use') return { outcome: 'in-use' };
    const staged = path.join(staging, path.basename(file));
    for (const ending of ['', '-wal']) {
      if (existsSync(copy + ending)) copyFileSync(copy + ending, staged + ending);
    }
    const verified = await verifyCopy(staged);
    if (!('inquiries' in verified)) return verified;
    const hasStoreAside = storeFileSuffixes.some((ending) => existsSync(file + ending));
    if (!isForced) return { outcome: 'planned', hasStoreAside, ...verified };

    copyOwner(existsSync(file) ? file : folder, staged);
    syncToDisk(staged);
    if (hasStoreAside) moveAside(file, aside);
    renameSync(staged, file);
    // A start refuses the copy as long as they are beside it.
    rmSync(`${file}-wal`, { force: true });
    rmSync(`${file}-shm`, { force: true });
    syncToDisk(folder);
    const database = new DatabaseSync(file);
    clearCopyMark(database);
    database.close();
    return { outcome: 'done', hasStoreAside, ...verified };
  } finally {
    if (lock !== 'in-use') lock?.close();
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Merges the log into the file and judges what is there. */
async function verifyCopy(
  file: string,
): Promise<CopyContents | Exclude<RestoreResult, CopyContents>> {
  const database = new DatabaseSync(file);
  try {
    markAsCopy(database);
    const [found] = database.prepare('pragma integrity_check(1)').all();
    const damage = String(Object.values(found ?? {})[0]);
    if (damage !== 'ok') return { outcome: 'damaged', damage };
    const dialect = new NodeSqliteDialect(database, { lockWaitMs: 0, checkFiles: () => undefined });
    const db = new Kysely<Tables>({ dialect });
    const { last, incompatible } = await readTablesState(db, 'sqlite');
    if (!last) return { outcome: 'not-a-store' };
    if (incompatible) return { outcome: 'too-new', migration: incompatible };
    const { rows } = await sql<{ count: number; newest: string | null }>`
      select count(*) as count, max(received_at) as newest from inquiries`.execute(db);
    return {
      inquiries: rows[0]?.count ?? 0,
      newestArrival: rows[0]?.newest ?? undefined,
      tables: last,
    };
  } catch (error) {
    if (getSqliteResultCode(error) === undefined) throw error;
    return { outcome: 'damaged', damage: (error as Error).message };
  } finally {
    if (database.isOpen) database.close();
  }
}

/**
 * Keeps every other process from opening the store, or finds that one has it open. By another name
 * of the file, so that SQLite does not read the log beside it.
 */
function lockStore(file: string, staging: string): DatabaseSync | 'in-use' | undefined {
  if (!existsSync(file)) return undefined;
  const link = path.join(staging, 'lock');
  let database: DatabaseSync | undefined;
  try {
    linkSync(file, link);
    database = new DatabaseSync(link);
    // In this mode SQLite takes the whole file when it first reads, also where a log is used.
    database.exec('pragma locking_mode = exclusive; begin exclusive; commit');
    return database;
  } catch (error) {
    database?.close();
    const isBusy = getSqliteResultCode(error) === SQLITE_BUSY;
    // Of a file that is no database any more, the system knows who has locked it.
    return isBusy || hasLocks(file) ? 'in-use' : undefined;
  }
}

/** By the number of the file, where the system tells. */
function hasLocks(file: string): boolean {
  const locks = '/proc/locks';
  return existsSync(locks) && readFileSync(locks, 'utf8').includes(`:${statSync(file).ino} `);
}

/** Gives all files a second name before any loses its first. */
function moveAside(file: string, aside: string) {
  mkdirSync(aside, { mode: 0o700 });
  copyOwner(path.dirname(file), aside, 0o700);
  for (const ending of storeFileSuffixes) {
    if (!existsSync(file + ending)) continue;
    linkSync(file + ending, path.join(aside, path.basename(file) + ending));
  }
  syncToDisk(aside);
}

function copyOwner(source: string, target: string, mode = getMode(source)) {
  const { uid, gid } = statSync(source);
  const own = statSync(target);
  if (own.uid !== uid || own.gid !== gid) chownSync(target, uid, gid);
  chmodSync(target, mode);
}

function getMode(model: string) {
  const stats = statSync(model);
  return stats.isFile() ? stats.mode & 0o777 : 0o600;
}

function syncToDisk(target: string) {
  const descriptor = openSync(target, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

const getSize = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
