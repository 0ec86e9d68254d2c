import { findInquiry } from '../inquiries/find-inquiry.ts';
import type { TablesAccess } from '../inquiries/migrate.ts';
import type { Store } from '../inquiries/store.ts';
import type { StoredInquiry } from '../inquiries/stored-inquiry.ts';
import type { Settings } from '../server/settings.ts';
import type { Terminal } from './command.ts';
import { type CliProblem, problems } from './problems.ts';
import { withStore } from './with-store.ts';

/** Does `work` with the inquiry whose id starts with `idPrefix`. */
export const withInquiry = (
  terminal: Terminal,
  access: TablesAccess,
  idPrefix: string,
  work: (
    store: Store,
    inquiry: StoredInquiry,
    settings: Settings,
  ) => Promise<CliProblem | undefined>,
): Promise<CliProblem | undefined> =>
  withStore(terminal, access, async (store, settings) => {
    const found = await findInquiry(store, idPrefix);
    if (found.outcome === 'found') return work(store, found.inquiry, settings);
    if (found.outcome === 'ambiguous') return problems.ambiguousId(idPrefix, found.ids);
    return problems.unknownId(idPrefix);
  });
