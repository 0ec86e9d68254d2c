import { existsSync } from 'node:fs';
import { StoreTooNew, StoreUnavailable } from '../inquiries/store-unavailable.ts';
import { openStore, type Store } from '../inquiries/store.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import type { Terminal } from './command.ts';
import { type CliProblem, problems } from './problems.ts';

/**
 * Does `work`, which may end with a problem, with the server's store and settings. The store has to
 * exist: a command never creates one.
 */
export async function withStore(
  { env }: Terminal,
  work: (store: Store, settings: Settings) => Promise<CliProblem | undefined>,
): Promise<CliProblem | undefined> {
  const read = readSettings(env);
  if (!read.ok) return problems.badSettings(read.problems);

  const { storeFile } = read.settings;
  if (!existsSync(storeFile)) return problems.noStore(storeFile);
  try {
    const store = await openStore({ file: storeFile });
    try {
      return await work(store, read.settings);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreTooNew) return problems.storeTooNew(`${error.message}.`);
    if (!(error instanceof StoreUnavailable)) throw error;
    return problems.storeUnavailable(`${error.message}.`);
  }
}
