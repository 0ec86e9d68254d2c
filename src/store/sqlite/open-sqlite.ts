import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CamelCasePlugin, Kysely } from 'kysely';
import { prepareTables } from '../migrations/migrate.ts';
import { sqliteSchema } from '../migrations/migration.ts';
import { readOrCreateSecret } from '../secrets.ts';
import { StoreMissing, StoreUnavailable } from '../store-errors.ts';
import type { OpenOptions, Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import {
  clearCopyMark,
  inspectStoreFile,
  storeFileSuffixes,
  watchStoreFiles,
} from './detect-file-replacement.ts';
import { describeForeignOwner } from './file-owner.ts';
import { createGroupCommit } from './group-commit.ts';
import { isSqliteConstraintViolation, NodeSqliteDialect } from './sqlite-dialect.ts';
import { backUpSqlite, checkSqlite, checkpointSqlite } from './sqlite-maintenance.ts';

const openTimeoutMs = 10_000;

/** Opens the SQLite database in `file`; see `openStore`. */
export async function openSqlite(
  file: string,
  { lockWaitMs, mustExist, ...tables }: Omit<OpenOptions, 'socketTimeoutMs'>,
): Promise<Store> {
  const database = openDatabase(file, mustExist);
  try {
    let checkFiles = () => {};
    const dialect = new NodeSqliteDialect(database, { lockWaitMs, checkFiles: () => checkFiles() });
    const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
    const applied = await prepareTables(db, sqliteSchema, { name: file, ...tables });
    const hashKey = await readOrCreateSecret(db, 'hash-key');
    // The first statements created the remaining files.
    const watch = watchStoreFiles(file);
    checkFiles = watch.check;
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
      inFlightKeys: new Set(),
      isConstraintViolation: isSqliteConstraintViolation,
      checkpoint: async () => {
        watch.check();
        return checkpointSqlite(db, lockWaitMs);
      },
      backUp: (copy, onProgress) => backUpSqlite(file, copy, onProgress),
      checkStorage: async (isThorough) => checkSqlite(database, file, isThorough),
      async close() {
        if (!database.isOpen) return;
        preventCheckpointIfReplaced(file, watch.check);
        await db.destroy();
        watch.close();
      },
    };
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

function openDatabase(file: string, mustExist: boolean) {
  try {
    const isCopy = inspectStoreFile(file);
    if (mustExist && !existsSync(file)) throw new StoreMissing(`There is no store at ${file}`);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // SQLite creates its other files with the same mode.
    closeSync(openSync(file, 'a', 0o600));
    return connect(file, isCopy);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
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

/**
 * Prevents SQLite from checkpointing its log into a replaced file when the last connection closes, by
 * leaving a read-only connection open until the process ends.
 */
function preventCheckpointIfReplaced(file: string, check: () => void) {
  try {
    check();
  } catch {
    try {
      const reader = new DatabaseSync(file, { readOnly: true });
      reader.prepare('select count(*) from sqlite_schema').get();
    } catch {
      // An unreadable file is not written either.
    }
  }
}
