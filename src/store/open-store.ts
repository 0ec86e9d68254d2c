import type { StoreLocation } from '../config/setting-values.ts';
import { getDatabaseName } from './postgres/postgres-connection.ts';
import { getReason, StoreMissing, StoreTooNew, StoreUnavailable } from './store-errors.ts';
import type { OpenOptions, Store } from './store.ts';

/**
 * Opens the store and, by default, migrates its tables. If `access` allows, creates a missing SQLite
 * file and its folder, readable by this user only; a PostgreSQL database must exist. Throws
 * `StoreUnavailable`, `StoreTooNew` or `StoreMissing`.
 */
export async function openStore(options: StoreLocation & Partial<OpenOptions>): Promise<Store> {
  const open = {
    lockWaitMs: 2000,
    socketTimeoutMs: 15_000,
    access: 'migrate',
    ...options,
  } as const;
  try {
    // Loads only the driver in use.
    if ('file' in options) {
      const { openSqlite } = await import('./sqlite/open-sqlite.ts');
      return await openSqlite(options.file, open);
    }
    const { openPostgres } = await import('./postgres/open-postgres.ts');
    return await openPostgres(options.databaseUrl, open);
  } catch (cause) {
    if (cause instanceof StoreTooNew || cause instanceof StoreMissing) throw cause;
    const name = 'file' in options ? options.file : getDatabaseName(options.databaseUrl);
    throw new StoreUnavailable(`${name}: ${getReason(cause)}`, { cause });
  }
}
