import type { Command } from '@commander-js/extra-typings';
import {
  type Condition,
  readIds,
  receivedBefore,
  spamBefore,
} from '../inquiries/erase-inquiries.ts';
import { spamExpiredBefore, spamKeptDays } from '../inquiries/retention/retention-times.ts';
import { examples, type Terminal, toAction } from './command.ts';
import { eraseIfForced, reportErasure } from './erasure.ts';
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
      toAction(({ force = false, json, olderThan: age }) => {
        const { clock, stdout } = terminal;
        const isSpam = spamBefore(spamExpiredBefore(clock()));
        // Nothing arrived before ''.
        const isOld = receivedBefore(age ? timeBefore(clock(), age) : '');
        // A colleague may mark spam back before it is erased.
        const condition: Condition = (builder) => builder.or([isOld(builder), isSpam(builder)]);

        const access = force ? 'current' : 'readable';
        return withStore(terminal, access, async (store) => {
          const spam = await readIds(store, isSpam);
          const old = await readIds(store, isOld);
          const ids = [...new Set([...old, ...spam])];
          const erasure = await eraseIfForced(terminal, store, ids, force, condition);

          const { count, isErased: erased } = erasure;
          const figures = { erased, count, spam: spam.length, old: old.length };
          if (json) stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
          reportErasure(terminal, store, erasure);
          return undefined;
        });
      }),
    );
