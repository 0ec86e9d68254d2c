import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { CamelCasePlugin, Kysely } from 'kysely';
import { canCreate, prepareTables, type TablesAccess } from '../migrations/migrate.ts';
import { readOrCreateSecret } from '../shared-values.ts';
import { StoreMissing } from '../store-errors.ts';
import type { OpenOptions, Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { clearCopyMark, inspectStoreFile } from './copy-mark.ts';
import { createGroupCommit } from './group-commit.ts';
import { createSqliteDialect, isSqliteConstraintViolation } from './sqlite-dialect.ts';
import { checkpointSqlite } from './sqlite-maintenance.ts';

const openTimeoutMs = 10_000;

/** Opens the SQLite database in `file`; see `openStore`. */
export async function openSqlite(
  file: string,
  { lockWaitMs, ...tables }: Omit<OpenOptions, 'socketTimeoutMs'>,
): Promise<Store> {
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
      async close() {
        if (database.isOpen) await db.destroy();
      },
    };
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

function openDatabase(file: string, access: TablesAccess) {
  const isCopy = inspectStoreFile(file);
  if (!canCreate(access) && !existsSync(file)) {
    throw new StoreMissing(`There is no store at ${file}`);
  }
  createFolder(dirname(file));
  // SQLite creates its other files with the same mode.
  closeSync(openSync(file, 'a', 0o600));
  return connect(file, isCopy);
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
