import { idsOfSpamBefore, idsReceivedBefore, spamBefore } from '../inquiries/ids-to-purge.ts';
import { spamExpiredBefore, spamKeptDays } from '../inquiries/retention/retention-times.ts';
import type { Store } from '../inquiries/store.ts';
import type { Command, Terminal } from './command.ts';
import { type Erasure, eraseWithProgress, planned, reportErasure } from './erasure.ts';
import { ageOption, forceOption, jsonOption, timeBefore } from './option-values.ts';
import { withStore } from './with-store.ts';

export const purge: Command = {
  usage: 'purge [--older-than AGE] [--force] [--json]',
  summary:
    `Erase for good what was marked as spam ${spamKeptDays} days ago or earlier and, with ` +
    '--older-than, all inquiries that arrived so long ago.',
  options: {
    'older-than': ageOption('older-than', 'Also all inquiries that arrived so long ago.'),
    force: forceOption,
    json: jsonOption('Print how many, and whether they are erased, as a JSON object.'),
  },
  examples: [
    'inquiries purge --force                      # spam alone',
    'inquiries purge --older-than 18mo            # what would be erased',
    'inquiries purge --older-than 18mo --force',
  ],

  run({ flags: { force, json }, values }, terminal) {
    const { clock, stdout } = terminal;
    const age = values['older-than'];

    const access = force ? 'current' : 'readable';
    return withStore(terminal, access, async (store) => {
      const spamTime = spamExpiredBefore(clock());
      const spam = await idsOfSpamBefore(store, spamTime);
      const old = age ? await idsReceivedBefore(store, timeBefore(clock(), age)) : [];
      const found = { old, spam, spamTime };
      const erasure = force
        ? await eraseFound(terminal, store, found)
        : planned([...new Set([...old, ...spam])]);

      const { count, isErased: erased } = erasure;
      const figures = { erased, count, spam: spam.length, old: old.length };
      if (json) stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
      reportErasure(terminal, store, erasure);
      return undefined;
    });
  },
};

interface Found {
  old: string[];
  spam: string[];
  /** Before which it was marked. */
  spamTime: string;
}

async function eraseFound(
  terminal: Terminal,
  store: Store,
  { old, spam, spamTime }: Found,
): Promise<Erasure> {
  const byAge = await eraseWithProgress(terminal, store, old);
  // A colleague may mark it back meanwhile.
  const bySpam = await eraseWithProgress(terminal, store, spam, (db) => spamBefore(db, spamTime));
  return {
    count: byAge.count + bySpam.count,
    isErased: true,
    isScrubbed: byAge.isScrubbed && bySpam.isScrubbed,
  };
}
