import type { Command } from '@commander-js/extra-typings';
import { idsOfSpamBefore, idsReceivedBefore, spamBefore } from '../inquiries/ids-to-purge.ts';
import { spamExpiredBefore, spamKeptDays } from '../inquiries/retention/retention-times.ts';
import type { Store } from '../inquiries/store.ts';
import { examples, type Terminal, toAction } from './command.ts';
import { type Erasure, eraseWithProgress, planned, reportErasure } from './erasure.ts';
import { forceHelp, timeBefore, toAge } from './option-values.ts';
import { withStore } from './with-store.ts';

export const purge = (program: Command, terminal: Terminal) =>
  program
    .command('purge')
    .description(
      `Erase inquiries marked as spam at least ${spamKeptDays} days ago for good and, with --older-than, all old inquiries.`,
    )
    .option(
      '--older-than <age>',
      'Also erase all inquiries of this age or older, such as 90d, 18mo or 2y.',
      toAge,
    )
    .option('--force', forceHelp)
    .option('--json', 'Print the counts, and whether they are erased, as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries purge --force                      # spam only',
        'inquiries purge --older-than 18mo            # dry run',
        'inquiries purge --older-than 18mo --force',
      ),
    )
    .action(
      toAction(({ force, json, olderThan: age }) => {
        const { clock, stdout } = terminal;

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
      }),
    );

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
