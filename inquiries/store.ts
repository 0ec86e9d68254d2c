import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CamelCasePlugin, Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { createMigrations } from './migrations.ts';
import { readOrCreateSecret } from './secrets.ts';
import { backUpSqlite, checkSqlite, scrubSqlite, type StorageCheck } from './sqlite-files.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import { StoreTooNew, StoreUnavailable } from './store-unavailable.ts';
import type { Tables } from './tables.ts';

/** Where inquiries are kept. */
export interface Store {
  db: Kysely<Tables>;
  /** Key of every keyed hash: the same for all processes on one store, and after a restart. */
  hashKey: Buffer;
  /** Callers' idempotency keys whose inquiries this process is storing right now. */
  storing: Set<string>;
  /** Clears what was erased out of the log of recent writes; false when others kept it in use. */
  scrub(): Promise<boolean>;
  /**
   * Writes a copy as of one moment into `file`, while others read and write, and calls `onProgress`
   * now and then with how many bytes it has.
   */
  backUp(file: string, onProgress?: (bytes: number) => void): Promise<void>;
  /**
   * Looks for damage, in a large store only if `isThorough`, and for room; undefined where the
   * database does not tell.
   */
  checkStorage(isThorough: boolean): Promise<StorageCheck | undefined>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Path of the database. It and its folder are created, for this user alone, where missing. */
  file: string;
  /** How long a write waits, without blocking this process, while another holds the lock. */
  lockWaitMs?: number;
}

const openingTimeoutMs = 10_000;

/** Opens the store and brings its tables up to date. Throws `StoreUnavailable` or `StoreTooNew`. */
export async function openStore({ file, lockWaitMs = 2000 }: StoreOptions): Promise<Store> {
  let database: DatabaseSync | undefined;
  try {
    const opened = openDatabase(file);
    database = opened;
    const db = new Kysely<Tables>({
      dialect: new NodeSqliteDialect(opened, lockWaitMs),
      plugins: [new CamelCasePlugin()],
    });
    await migrate(db, file);
    const hashKey = await readOrCreateSecret(db, 'hash-key');
    // From here on SQLite would block the whole process while it waits: the dialect waits instead.
    opened.exec('pragma busy_timeout = 0');
    return {
      db,
      hashKey,
      storing: new Set(),
      scrub: () => scrubSqlite(opened, lockWaitMs),
      backUp: (copy, onProgress) => backUpSqlite(file, copy, onProgress),
      checkStorage: async (isThorough) => checkSqlite(opened, file, isThorough),
      close: () => db.destroy(),
    };
  } catch (cause) {
    if (database?.isOpen) database.close();
    if (cause instanceof StoreTooNew) throw cause;
    const reason = cause instanceof Error ? cause.message : 'unknown reason';
    throw new StoreUnavailable(`${file}: ${reason}`, { cause });
  }
}

function openDatabase(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // SQLite gives its side files the mode of this one.
  closeSync(openSync(file, 'a', 0o600));

  const database = new DatabaseSync(file, { timeout: openingTimeoutMs });
  // With NORMAL, a power cut can take back a commit that was already answered.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  // What is erased is overwritten, not only marked as free space.
  database.exec('pragma secure_delete = on');
  return database;
}

async function migrate(db: Kysely<Tables>, file: string) {
  const migrations = createMigrations({ tableOptions: 'strict', byteOrder: 'collate binary' });
  const provider = { getMigrations: async () => migrations };
  const migrator = new Migrator({ db: db.withoutPlugins(), provider });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;

  const unknown = (await executedMigrations(db)).find((name) => !Object.hasOwn(migrations, name));
  if (!unknown) throw error;
  throw new StoreTooNew(`${file} was used by a newer version of this program (${unknown})`, {
    cause: error,
  });
}

/** None where there is no table of them yet, or no database at all. */
const executedMigrations = (db: Kysely<Tables>): Promise<string[]> =>
  sql<{ name: string }>`select name from kysely_migration`.execute(db).then(
    ({ rows }) => rows.map(({ name }) => name),
    () => [],
  );
