import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { CamelCasePlugin, Kysely } from 'kysely';
import { canCreate, prepareTables, type TablesAccess } from '../migrations/migrate.ts';
import { readOrCreateSecret } from '../shared-values.ts';
import { accessFix, describeForeignOwner, findStoreFix } from '../store-advice.ts';
import { StoreMissing, StoreUnavailable } from '../store-errors.ts';
import type { OpenOptions, Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { clearCopyMark, inspectStoreFile, storeFileSuffixes } from './copy-mark.ts';
import { createGroupCommit } from './group-commit.ts';
import { createSqliteDialect, isSqliteConstraintViolation } from './sqlite-dialect.ts';
import { checkpointSqlite } from './sqlite-maintenance.ts';

const openTimeoutMs = 10_000;
// Earlier versions can lose commits and damage the database if two connections write or checkpoint at
// the same time: https://www.sqlite.org/wal.html#walresetbug
const minSqliteVersion = '3.51.3';

/** Opens the SQLite database in `file`; see `openStore`. */
export async function openSqlite(
  file: string,
  { lockWaitMs, ...tables }: Omit<OpenOptions, 'socketTimeoutMs'>,
): Promise<Store> {
  assertSafeVersion(readSqliteVersion());
  const database = openDatabase(file, tables.access);
  try {
    const dialect = createSqliteDialect(database, lockWaitMs);
    const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
    const applied = await prepareTables(
      { db, kind: 'sqlite', name: file },
      tables.access,
      tables.migrations,
    );
    const hashKey = await readOrCreateSecret(db, 'hash-key');
    // A killed process may have left a commit unsynced, whose repeat would be acknowledged.
    if (existsSync(`${file}-wal`)) syncToDisk(`${file}-wal`);
    // SQLite would block the process while waiting for a lock; the dialect waits instead.
    database.exec('pragma busy_timeout = 0');
    // Keeps statement journals in memory. After the migrations, which sort all inquiries.
    database.exec('pragma temp_store = memory');
    return {
      kind: 'sqlite',
      name: file,
      db,
      applied,
      transact: createGroupCommit(db),
      hashKey,
      isConstraintViolation: isSqliteConstraintViolation,
      checkpoint: () => checkpointSqlite(db, lockWaitMs),
      unsafeSettings: [],
      async close() {
        if (database.isOpen) await db.destroy();
      },
    };
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

/** Throws `StoreUnavailable` for a version of SQLite that can damage a store. */
export function assertSafeVersion(version: string) {
  if (version.localeCompare(minSqliteVersion, 'en', { numeric: true }) >= 0) return;
  throw new StoreUnavailable(
    `SQLite ${version} of this Node can damage a store that several programs use; ${minSqliteVersion} or newer is needed`,
    {
      fix: 'Run "npm ci", which installs a Node with a newer SQLite, and start the program with it.',
    },
  );
}

function readSqliteVersion() {
  const database = new DatabaseSync(':memory:');
  const row = database.prepare('select sqlite_version() as version').get();
  database.close();
  return String(row?.['version']);
}

function openDatabase(file: string, access: TablesAccess) {
  try {
    const isCopy = inspectStoreFile(file);
    if (!canCreate(access) && !existsSync(file)) {
      throw new StoreMissing(`There is no store at ${file}`);
    }
    createFolder(dirname(file));
    // SQLite creates its other files with the same mode.
    closeSync(openSync(file, 'a', 0o600));
    return connect(file, isCopy);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    // Only errors of permissions, and those without a known remedy, may be due to the owner.
    if ((findStoreFix(error) ?? accessFix) !== accessFix) throw error;
    const fix = [dirname(file), ...storeFileSuffixes.map((ending) => file + ending)]
      .map(describeForeignOwner)
      .find((text) => text !== undefined);
    if (!fix) throw error;
    const reason = error instanceof Error ? error.message : 'the file cannot be opened';
    throw new StoreUnavailable(reason, { cause: error, fix });
  }
}

function connect(file: string, isCopy: boolean) {
  const database = new DatabaseSync(file, { timeout: openTimeoutMs });
  try {
    if (isCopy) clearCopyMark(database);
    // With NORMAL, a power loss can undo an acknowledged commit.
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    // Overwrites deleted data with zeros.
    database.exec('pragma secure_delete = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Creates a folder and its missing parents, readable by this user only, and syncs their names. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  try {
    // Not recursive: Node would try for ever below /proc.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(folder)) throw error;
  }
  // Windows cannot sync a folder.
  if (process.platform !== 'win32') syncToDisk(dirname(folder));
}

export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
