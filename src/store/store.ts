import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import type { IsoTime } from '../text/format-time.ts';
import type { DiskSpace } from './disk-space.ts';
import type { Migration } from './migrations/schema.ts';
import type { StoreUnavailable } from './store-errors.ts';
import type { Tables } from './tables.ts';

/** A store, a copy of one, or a transaction. */
export interface Database {
  /** Database whose queries throw `StoreUnavailable`, or `StatementError` for a bug. */
  db: Kysely<Tables>;
}

export type Task<Result> = (transaction: Transaction<Tables>) => Promise<Result>;

/** Runs a task in a transaction that is on disk when the promise resolves. */
export type Transact = <Result>(task: Task<Result>) => Promise<Result>;

export interface Store extends Database {
  kind: 'sqlite' | 'postgres';
  /** File path, or host and database without credentials. */
  name: string;
  /** Runs a short task in a transaction; on SQLite, concurrent tasks share a commit. */
  transact: Transact;
  /**
   * Resolves once everything that was read is on a synchronous standby, if the database has one.
   * Throws `StoreUnavailable`.
   */
  confirmCommits(): Promise<void>;
  /** Key for HMACs, which all processes of the store share. It stays the same across restarts. */
  hashKey: Buffer;
  /** Clears deleted data from the files of SQLite. Resolves to false if some remains for now. */
  checkpoint(): Promise<boolean>;
  /** Reads the space of the disk; undefined for PostgreSQL. Throws `StoreUnavailable`. */
  readDisk(): DiskSpace | undefined;
  /**
   * Returns the error of a statement that met damage in an SQLite file, until it works again and a
   * minute has passed.
   */
  getDamage(): StoreUnavailable | undefined;
  close(): Promise<void>;
}

export interface OpenOptions {
  /**
   * Maximum time for which a write waits for the lock of another process, without blocking this
   * process (default: 2 seconds).
   */
  lockWaitMs: number;
  /**
   * Timeout of a statement on PostgreSQL (default: 15 seconds). A commit has two thirds of it. Must
   * exceed the statement timeout of the database.
   */
  socketTimeoutMs: number;
  /**
   * `migrate` (default) creates or migrates the tables. `current` requires that they exist and are
   * current.
   */
  access: 'migrate' | 'current';
  /** Default: the migrations of this program. */
  migrations?: readonly Migration[] | undefined;
}

/** Contents of a verified copy. */
export interface CopyContents {
  inquiries: number;
  /** Null without inquiries; undefined for a dump of PostgreSQL. */
  newestArrival?: IsoTime | null;
}

export async function countRows<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll().as('count'));
  // The driver for PostgreSQL returns counts as text.
  return Number((await counted.executeTakeFirstOrThrow()).count);
}
