import { readSettings, type Settings } from '../config/settings.ts';
import { findInquiry } from '../store/inquiries/find-inquiry.ts';
import type { StoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import type { TablesAccess } from '../store/migrations/migrate.ts';
import { openStore } from '../store/open-store.ts';
import { getStoreFix } from '../store/store-advice.ts';
import {
  StoreMissing,
  StoreOutdated,
  StoreTooNew,
  StoreUnavailable,
} from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { CliContext } from './context.ts';
import { type CliError, cliErrors } from './errors.ts';

/**
 * Runs `task` with the server's store and settings. Of the commands, only `restore`, `import` and
 * `migrate` create a missing store, and only `migrate` changes its tables.
 */
export async function withStore(
  context: CliContext,
  access: TablesAccess,
  task: (store: Store, settings: Settings) => Promise<CliError | undefined>,
): Promise<CliError | undefined> {
  const read = readSettings(context.env);
  if (!read.ok) return cliErrors.badSettings(read.problems);

  const kind = 'databaseUrl' in read.settings.store ? 'postgres' : 'sqlite';
  try {
    const store = await openStore({ ...read.settings.store, access });
    try {
      return await task(store, read.settings);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreMissing) return cliErrors.noStore(`${error.message}.`, context);
    if (error instanceof StoreTooNew) return cliErrors.storeTooNew(`${error.message}.`);
    if (error instanceof StoreOutdated) return cliErrors.storeOutdated(`${error.message}.`);
    if (!(error instanceof StoreUnavailable)) throw error;
    return cliErrors.storeUnavailable(`${describeFailure(error)}.`, getStoreFix(error, kind));
  }
}

/** Describes a failure of the store with its reason. */
export function describeFailure({ message, cause }: StoreUnavailable): string {
  const reason = cause instanceof Error ? cause.message : '';
  return reason && !message.includes(reason) ? `${message}: ${reason}` : message;
}

/** Runs `task` with the inquiry whose id starts with `idPrefix`. */
export const withInquiry = (
  context: CliContext,
  access: TablesAccess,
  idPrefix: string,
  task: (store: Store, inquiry: StoredInquiry, settings: Settings) => Promise<CliError | undefined>,
): Promise<CliError | undefined> =>
  withStore(context, access, async (store, settings) => {
    const found = await findInquiry(store, idPrefix);
    if (found.outcome === 'found') return task(store, found.inquiry, settings);
    if (found.outcome === 'ambiguous') return cliErrors.ambiguousId(idPrefix, found.ids);
    return cliErrors.unknownId(idPrefix);
  });
