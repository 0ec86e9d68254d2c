import type { Command } from '@commander-js/extra-typings';
import { maxLengths } from '../../inquiry/inquiry.ts';
import { spamExpiredBefore, spamKeptDays } from '../../retention/retention-times.ts';
import {
  type Condition,
  eraseInquiries,
  idsByEmail,
  readIds,
  receivedBefore,
  spamBefore,
} from '../../store/inquiries/delete-inquiries.ts';
import type { Store } from '../../store/store.ts';
import { examples, type Terminal } from '../context.ts';
import { toAction } from '../errors.ts';
import { forceHelp, timeBefore, toAge, toText } from '../option-values.ts';
import { withProgress } from '../output/progress.ts';
import { withStore } from '../with-store.ts';

export const erase = (program: Command, terminal: Terminal) =>
  program
    .command('erase')
    .description('Erase all inquiries from one address for good, with their history.')
    .requiredOption(
      '--email <address>',
      'Address of the inquirer; case does not matter.',
      toText(maxLengths.email),
    )
    .option('--force', forceHelp)
    .option('--json', 'Print the ids, and whether they are erased, as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries erase --email ada@example.com',
        'inquiries erase --email ada@example.com --force',
      ),
    )
    .action(
      toAction(({ email, force = false, json }) => {
        const access = force ? 'current' : 'readable';
        return withStore(terminal, access, async (store) => {
          const ids = await idsByEmail(store, email);
          const erasure = await eraseIfForced(terminal, store, ids, force);

          if (json) {
            terminal.stdout.write(`${JSON.stringify({ erased: force, ids }, null, 2)}\n`);
          } else {
            for (const id of ids) terminal.stdout.write(`${id}\n`);
          }
          reportErasure(terminal, store, erasure);
          return undefined;
        });
      }),
    );

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

          const { count } = erasure;
          const figures = { erased: force, count, spam: spam.length, old: old.length };
          if (json) stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
          reportErasure(terminal, store, erasure);
          return undefined;
        });
      }),
    );

const leftBehind: Record<Store['kind'], string> = {
  sqlite:
    'The store was read meanwhile: what was erased leaves its files once nothing else reads it. ' +
    'The server looks at 3:00, then each minute.\n',
  postgres:
    'Nobody can query it any more. Its bytes stay in the free space and the write-ahead log of ' +
    'PostgreSQL until they are written over.\n',
};

/** Erases those that still meet `condition`, where `isForced`. */
async function eraseIfForced(
  terminal: Terminal,
  store: Store,
  ids: string[],
  isForced: boolean,
  condition?: Condition,
) {
  if (!isForced) return { count: ids.length, isForced, isScrubbed: true };
  const options = { what: 'Erasing', total: ids.length };
  const erased = await withProgress(terminal, options, (onProgress) =>
    eraseInquiries(store, ids, onProgress, condition),
  );
  return { ...erased, isForced };
}

/** Says what was erased, or would be. */
function reportErasure(
  { stderr }: Terminal,
  { kind }: Store,
  { count, isForced, isScrubbed }: Awaited<ReturnType<typeof eraseIfForced>>,
) {
  const what = `${count.toLocaleString('en')} ${count === 1 ? 'inquiry' : 'inquiries'}`;
  if (count === 0) stderr.write('There is nothing to erase.\n');
  else if (!isForced) stderr.write(`${what} would be erased. Add --force to do it, for good.\n`);
  else stderr.write(`${what} erased. Backups made before still have them.\n`);
  if (!isScrubbed) stderr.write(leftBehind[kind]);
}
