import { readSettings, type Settings } from '../config/settings.ts';
import type { StoredInquiry } from '../inquiry/stored-inquiry.ts';
import { findByIdPrefix } from '../store/inquiries/find-inquiry.ts';
import { openStore } from '../store/open-store.ts';
import type { OpenOptions, Store } from '../store/store.ts';
import {
  getStoreFix,
  StatementError,
  StoreMissing,
  StoreUnavailable,
} from '../store/store-errors.ts';
import { type CliContext, CliError, type Environment } from './command.ts';

interface WithStoreContext extends CliContext {
  /** Default: `current`, which requires up-to-date tables. */
  access?: OpenOptions['access'];
}

export interface StoreContext extends CliContext {
  store: Store;
  settings: Settings;
}

/**
 * Runs `task` with the server's store and settings. Only `restore`, `import` and `migrate` create a
 * missing store, and only `import` and `migrate` migrate its tables.
 */
export async function withStore<Result>(
  { access = 'current', ...context }: WithStoreContext,
  task: (context: StoreContext) => Promise<Result>,
): Promise<Result> {
  const settings = requireSettings(context);
  try {
    const store = await openStore(settings.store, { access });
    return await task({ ...context, store, settings }).finally(() => store.close());
  } catch (error) {
    if (error instanceof StoreMissing) {
      const found = `Settings were read from ${context.settingsFrom}. ${describeLocation(context.env)}.`;
      const fix = `${found} Set DATA_DIR or DATABASE_URL to what the server uses.`;
      throw new CliError('NO_STORE', `${error.message}.`, fix);
    }
    if (error instanceof StoreUnavailable) {
      const fix = getStoreFix(error, settings.store.kind);
      const title = `The store cannot be used. ${error.message}.`;
      throw new CliError('STORE_UNAVAILABLE', title, fix);
    }
    if (error instanceof StatementError) {
      const fix = getStoreFix(error, settings.store.kind);
      throw new CliError('STATEMENT_FAILED', `A statement failed (${error.message}).`, fix);
    }
    throw error;
  }
}

/** Describes the setting that locates the store, without the password of a database. */
function describeLocation({ DATABASE_URL, DATA_DIR }: Environment): string {
  if (DATABASE_URL) return 'DATABASE_URL is set';
  return DATA_DIR ? `DATA_DIR is set to ${DATA_DIR}` : 'DATA_DIR is not set';
}

export const settingsFix =
  'Correct them in the environment or in .env; .env.example describes each.';

export function requireSettings({ env }: CliContext): Settings {
  const read = readSettings(env);
  if (read.ok) return read.settings;
  const title = `The settings are invalid.\n- ${read.problems.join('\n- ')}`;
  throw new CliError('BAD_SETTINGS', title, settingsFix);
}

/** Returns the environment with another database on the same server. */
export function withDatabase(env: Environment, name: string): Environment {
  const url = URL.parse(env['DATABASE_URL'] ?? '');
  if (!url) {
    const fix = 'Set DATABASE_URL, or for SQLite another DATA_DIR.';
    throw new CliError('USAGE', 'A database can be named only with DATABASE_URL.', fix);
  }
  url.pathname = `/${encodeURIComponent(name)}`;
  return { ...env, DATABASE_URL: url.href };
}

/**
 * Finds the only inquiry whose id starts with `idPrefix`. Throws `CliError` if there is none, or
 * more than one.
 */
export async function requireInquiry(store: Store, idPrefix: string): Promise<StoredInquiry> {
  const [inquiry, ...others] = await findByIdPrefix(store, idPrefix);
  if (!inquiry) throw unknownId(idPrefix);
  if (others.length === 0) return inquiry;
  const ids = [inquiry, ...others].map(({ id }) => `\n- ${id}`).join('');
  const title = `Several ids start with "${idPrefix}":${ids}`;
  const fix = 'Use a longer prefix. "inquiries show ID" shows an inquiry.';
  throw new CliError('AMBIGUOUS_ID', title, fix);
}

export function unknownId(idPrefix: string) {
  const title = `No inquiry has an id that starts with "${idPrefix}".`;
  return new CliError('UNKNOWN_ID', title, 'Run "inquiries list" to see the ids.');
}
