import { statfsSync } from 'node:fs';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { StoreLocation } from '../config/setting-values.ts';
import type { Migration } from './migrations/schema.ts';
import type { Transact } from './sqlite/group-commit.ts';
import {
  getReason,
  StoreMissing,
  StoreTooNew,
  StoreUnavailable,
  toStoreError,
} from './store-errors.ts';
import type { Tables } from './tables.ts';

/** A store, a copy of one, or a transaction. */
export interface Database {
  /** Its queries throw `StoreUnavailable`, or the driver's error for a refused row, which is a bug. */
  db: Kysely<Tables>;
}

export interface Store extends Database {
  kind: 'sqlite' | 'postgres';
  /** File path, or host and database without credentials. */
  name: string;
  /** Runs a short task in a transaction; on SQLite, concurrent tasks share a commit. */
  transact: Transact;
  /** Key for HMACs, shared by all processes on the store and kept over restarts. */
  hashKey: Buffer;
  /** Clears deleted data from SQLite's files; false if some remains for now. */
  checkpoint(): Promise<boolean>;
  /** Reads the space of the disk. A store on PostgreSQL has none here. Throws `StoreUnavailable`. */
  readDisk?: (() => DiskSpace) | undefined;
  close(): Promise<void>;
}

/** Space of the disk that holds a store. */
export interface DiskSpace {
  freeBytes: number;
  /** Below it, inquiries are refused: what is left is for backups, deletions and the team's changes. */
  floorBytes: number;
}

/** Contents of a verified copy. */
export interface CopyContents {
  inquiries: number;
  /** ISO 8601 in UTC; none without inquiries, and for a dump of PostgreSQL. */
  newestArrival?: string | null;
}

export interface OpenOptions {
  /**
   * Maximum time that a write waits for another process's lock, without blocking this process (default:
   * 2 seconds).
   */
  lockWaitMs: number;
  /**
   * Closes a PostgreSQL connection that was silent for this time (default: 15 seconds). Must exceed the
   * statement timeout.
   */
  socketTimeoutMs: number;
  /**
   * `migrate` (default) creates or migrates the tables. `current` requires that they exist and are current.
   */
  access: 'migrate' | 'current';
  /** Default: the migrations of this program. */
  migrations?: readonly Migration[] | undefined;
}

/**
 * Opens the store and, by default, migrates its tables. If `access` allows, creates a missing SQLite
 * file and its folder, readable by this user only; a PostgreSQL database must exist. Throws
 * `StoreUnavailable`, `StoreTooNew` or `StoreMissing`.
 */
export async function openStore(
  location: StoreLocation,
  options: Partial<OpenOptions> = {},
): Promise<Store> {
  try {
    return await openDriver(location, { ...defaultOptions, ...options });
  } catch (cause) {
    if (cause instanceof StoreTooNew || cause instanceof StoreMissing) throw cause;
    throw new StoreUnavailable(`${getLocationName(location)}: ${getReason(cause)}`, { cause });
  }
}

const defaultOptions: OpenOptions = {
  lockWaitMs: 2000,
  socketTimeoutMs: 15_000,
  access: 'migrate',
};

/** Loads only the driver in use. */
async function openDriver(location: StoreLocation, options: OpenOptions): Promise<Store> {
  switch (location.kind) {
    case 'sqlite': {
      const { openSqlite } = await import('./sqlite/open-sqlite.ts');
      return openSqlite(location.file, options);
    }
    case 'postgres': {
      const { openPostgres } = await import('./postgres/open-postgres.ts');
      const { databaseUrl } = location;
      return openPostgres(databaseUrl, getDatabaseName(databaseUrl), options);
    }
  }
}

/** Returns what names a store in messages: its file, or its host and database. */
function getLocationName(location: StoreLocation): string {
  switch (location.kind) {
    case 'sqlite':
      return location.file;
    case 'postgres':
      return getDatabaseName(location.databaseUrl);
  }
}

/** Returns the host, and the name of the database, without credentials. */
export function getDatabaseName(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return (searchParams.get('host') ?? host) + decodeURI(pathname);
}

/** Reads the space of the disk that holds `folder`. Throws `StoreUnavailable`. */
export function readDiskSpace(folder: string): DiskSpace {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    const floorBytes = Math.max(64 * 1024 * 1024, Math.ceil(blocks * bsize * 0.01));
    return { freeBytes: bavail * bsize, floorBytes };
  } catch (cause) {
    throw toStoreError(cause);
  }
}

/** Tells if the disk of a store has no space for new inquiries. */
export function isNearlyFull({ readDisk }: Store): boolean {
  const disk = readDisk?.();
  return disk !== undefined && disk.freeBytes < disk.floorBytes;
}

export async function countRows<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll().as('count'));
  // PostgreSQL counts in text.
  return Number((await counted.executeTakeFirstOrThrow()).count);
}
