import type { StoreLocation } from '../config/setting-values.ts';
import { databaseName } from './postgres/postgres-connection.ts';
import { StoreMissing, StoreOutdated, StoreTooNew, StoreUnavailable } from './store-errors.ts';
import type { OpenOptions, Store } from './store.ts';

export type StoreOptions = StoreLocation & Partial<OpenOptions>;

/**
 * Opens the store and brings its tables up to date, unless `access` says otherwise. A file and its
 * folder are created, for this user alone, where missing; a database has to be there. Throws
 * `StoreUnavailable`, `StoreTooNew`, `StoreOutdated` or `StoreMissing`.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { lockWaitMs = 2000, silenceTimeoutMs = 15_000, mustExist = false } = options;
  const { access = 'migrate', migrations } = options;
  const shared = { lockWaitMs, mustExist, access, migrations };
  try {
    // The driver of the other kind is never loaded.
    if ('file' in options) {
      const { openSqlite } = await import('./sqlite/open-sqlite.ts');
      return await openSqlite(options.file, shared);
    }
    const { openPostgres } = await import('./postgres/open-postgres.ts');
    return await openPostgres(options.databaseUrl, { ...shared, silenceTimeoutMs });
  } catch (cause) {
    if (isExpected(cause)) throw cause;
    const name = 'file' in options ? options.file : databaseName(options.databaseUrl);
    const fix = cause instanceof StoreUnavailable ? cause.fix : undefined;
    throw new StoreUnavailable(`${name}: ${reasonOf(cause)}`, { cause, fix });
  }
}

const isExpected = (error: unknown) =>
  [StoreTooNew, StoreOutdated, StoreMissing].some((type) => error instanceof type);

/** A host with several addresses fails with an error for each and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return reasonOf(error.errors[0]);
  return error instanceof Error && error.message ? error.message : 'unknown reason';
}
