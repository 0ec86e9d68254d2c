import type { StoreLocation } from '../config/setting-values.ts';
import type { OpenOptions, Store } from './store.ts';
import { getReason, StoreMissing, StoreTooNew, StoreUnavailable } from './store-errors.ts';

const defaultOptions: OpenOptions = {
  lockWaitMs: 2000,
  socketTimeoutMs: 15_000,
  access: 'migrate',
};

/**
 * Opens the store and, by default, migrates its tables. If `access` is `migrate`, creates a missing
 * SQLite file and its folder, readable by this user only; a PostgreSQL database must exist. Throws
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

/** Loads only the driver in use. */
async function openDriver(location: StoreLocation, options: OpenOptions): Promise<Store> {
  switch (location.kind) {
    case 'sqlite': {
      const { openSqlite } = await import('./sqlite/open-sqlite.ts');
      return openSqlite(location.file, options);
    }
    case 'postgres': {
      const { openPostgres } = await import('./postgres/open-postgres.ts');
      return openPostgres(location.databaseUrl, getLocationName(location), options);
    }
  }
}

/** Returns the name of a store for messages: its file, or its host and database. */
function getLocationName(location: StoreLocation): string {
  switch (location.kind) {
    case 'sqlite':
      return location.file;
    case 'postgres':
      return getDatabaseName(location.databaseUrl);
  }
}

/** Returns the host and the name of the database, without credentials. */
export function getDatabaseName(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return (searchParams.get('host') ?? host) + decodeURI(pathname);
}
