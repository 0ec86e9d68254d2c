import { idsOfSpamBefore, idsReceivedBefore } from '../inquiries/ids-to-purge.ts';
import type { Command } from './command.ts';
import { eraseWithProgress, reportErasure } from './erasure.ts';
import { ageOption, forceOption, jsonOption, timeBefore } from './option-values.ts';
import { withStore } from './with-store.ts';

const spamAge = '30d';

export const purge: Command = {
  usage: 'purge [--older-than AGE] [--force] [--json]',
  summary:
    'Erase for good what was marked as spam 30 days ago or earlier and, with --older-than, all ' +
    'inquiries that arrived so long ago.',
  options: {
    'older-than': ageOption('older-than', 'Also all inquiries that arrived so long ago.'),
    force: forceOption,
    json: jsonOption('Print how many, and whether they are erased, as a JSON object.'),
  },
  examples: [
    'npm run inquiries -- purge --force                      # spam alone',
    'npm run inquiries -- purge --older-than 18mo            # what would be erased',
    'npm run inquiries -- purge --older-than 18mo --force',
  ],

  run({ flags: { force, json }, values }, terminal) {
    const { clock, stdout } = terminal;
    const age = values['older-than'];

    return withStore(terminal, async (store) => {
      const spam = await idsOfSpamBefore(store, timeBefore(clock(), spamAge));
      const old = age ? await idsReceivedBefore(store, timeBefore(clock(), age)) : [];
      const ids = [...new Set([...old, ...spam])];

      const isScrubbed = force ? await eraseWithProgress(terminal, store, ids) : true;

      const count = ids.length;
      const figures = { erased: Boolean(force), count, spam: spam.length, old: old.length };
      if (json) stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
      reportErasure(terminal, store, { count, isErased: Boolean(force), isScrubbed });
      return undefined;
    });
  },
};
