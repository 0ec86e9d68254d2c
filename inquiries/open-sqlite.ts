import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CamelCasePlugin, Kysely } from 'kysely';
import { createGroupCommit } from './group-commit.ts';
import { prepareTables } from './migrate.ts';
import { sqliteSchema } from './migration.ts';
import { readOrCreateSecret } from './secrets.ts';
import { isSqliteConstraintViolation, NodeSqliteDialect } from './sqlite-dialect.ts';
import { backUpSqlite, checkSqlite, scrubSqlite } from './sqlite-files.ts';
import { watchStoreFiles } from './store-files.ts';
import { StoreMissing } from './store-unavailable.ts';
import type { OpenOptions, Store } from './store.ts';
import type { Tables } from './tables.ts';

const openingTimeoutMs = 10_000;

/** Opens the SQLite database in `file`, as `openStore` says. */
export async function openSqlite(
  file: string,
  { lockWaitMs, mustExist, ...tables }: Omit<OpenOptions, 'silenceTimeoutMs'>,
): Promise<Store> {
  if (mustExist && !existsSync(file)) throw new StoreMissing(`There is no store at ${file}`);
  const database = openDatabase(file);
  try {
    let checkFiles = () => {};
    const dialect = new NodeSqliteDialect(database, { lockWaitMs, checkFiles: () => checkFiles() });
    const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
    const applied = await prepareTables(db, sqliteSchema, { name: file, ...tables });
    const hashKey = await readOrCreateSecret(db, 'hash-key');
    // Some of the files are made with the first statement only.
    checkFiles = watchStoreFiles(file);
    // From here on SQLite would block the whole process while it waits: the dialect waits instead.
    database.exec('pragma busy_timeout = 0');
    // What a statement may have to take back is no business of other files. Later than migrations,
    // which sort all inquiries.
    database.exec('pragma temp_store = memory');
    return {
      kind: 'sqlite',
      name: file,
      db,
      applied,
      transact: createGroupCommit(db),
      hashKey,
      storing: new Set(),
      compiled: new Map(),
      isConstraintViolation: isSqliteConstraintViolation,
      scrub: () => scrubSqlite(db, lockWaitMs),
      backUp: (copy, onProgress) => backUpSqlite(file, copy, onProgress),
      checkStorage: async (isThorough) => checkSqlite(database, file, isThorough),
      close: () => db.destroy(),
    };
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

function openDatabase(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // SQLite gives its side files the mode of this one.
  closeSync(openSync(file, 'a', 0o600));

  const database = new DatabaseSync(file, { timeout: openingTimeoutMs });
  try {
    // With NORMAL, a power cut can take back a commit that was already answered.
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    // What is erased is overwritten, not only marked as free space.
    database.exec('pragma secure_delete = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
