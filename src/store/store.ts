import type { Kysely, Transaction } from 'kysely';
import type { TablesAccess } from './migrations/migrate.ts';
import type { Migration } from './migrations/migration.ts';
import type { Transact } from './sqlite/group-commit.ts';
import type { StorageCheck } from './sqlite/sqlite-maintenance.ts';
import type { Tables } from './tables.ts';

/** The store's tables, within a transaction or without. */
export type Database = Kysely<Tables> | Transaction<Tables>;

/** Where inquiries are kept. */
export interface Store {
  kind: 'sqlite' | 'postgres';
  /** The path of its file, or the host and database, without a password. */
  name: string;
  db: Kysely<Tables>;
  /** Names of the migrations that opening it applied. */
  applied: string[];
  /** For short works that many wait for at once: on SQLite they share a commit. */
  transact: Transact;
  /** Key of every keyed hash: the same for all processes on one store, and after a restart. */
  hashKey: Buffer;
  /** Callers' idempotency keys whose inquiries this process is storing right now. */
  storing: Set<string>;
  /** Whether the store refused a row, which is a fault of ours; all its other errors may pass. */
  isConstraintViolation(error: unknown): boolean;
  /** Clears away what was erased; false when something of it is left in files for now. */
  scrub(): Promise<boolean>;
  /**
   * Writes a copy as of one moment into `file`, while others read and write, and calls `onProgress`
   * now and then with how many bytes it has. SQLite alone.
   */
  backUp?(file: string, onProgress?: (bytes: number) => void): Promise<void>;
  /**
   * Looks for damage, in a large store only if `isThorough`, and for room; undefined where the
   * database does not tell.
   */
  checkStorage(isThorough: boolean): Promise<StorageCheck | undefined>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** How long a write waits, without blocking this process, while another holds the lock. */
  lockWaitMs: number;
  /** Closes a connection to PostgreSQL that sends nothing for this long. Exceeds the statement timeout. */
  silenceTimeoutMs: number;
  /** Throws `StoreMissing` instead of creating what is not there. */
  mustExist: boolean;
  /** What is made of tables of an earlier version, or else expected of them. */
  access: TablesAccess;
  /** This program's own unless given. */
  migrations?: readonly Migration[] | undefined;
}
