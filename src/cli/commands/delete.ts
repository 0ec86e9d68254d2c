import type { Command } from '@commander-js/extra-typings';
import { maxLengths } from '../../inquiry/inquiry.ts';
import { spamExpiredBefore, spamKeptDays } from '../../retention/retention-times.ts';
import {
  type Condition,
  eraseInquiries,
  findIdsByEmail,
  readIds,
  receivedBefore,
  spamBefore,
} from '../../store/inquiries/delete-inquiries.ts';
import type { Store } from '../../store/store.ts';
import { examples, type CliContext } from '../context.ts';
import { toAction } from '../errors.ts';
import { forceHelp, subtractAge, toAge, toText } from '../option-values.ts';
import { withProgress } from '../output/progress.ts';
import { withStore } from '../with-store.ts';

export const deleteCommand = (program: Command, context: CliContext) =>
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
        return withStore(context, access, async (store) => {
          const ids = await findIdsByEmail(store, email);
          const erasure = await deleteUnlessDryRun(context, store, ids, force);

          if (json) {
            context.stdout.write(`${JSON.stringify({ erased: force, ids }, null, 2)}\n`);
          } else {
            for (const id of ids) context.stdout.write(`${id}\n`);
          }
          reportDeletion(context, store, erasure);
          return undefined;
        });
      }),
    );

export const expireCommand = (program: Command, context: CliContext) =>
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
        const { clock, stdout } = context;
        const isSpam = spamBefore(spamExpiredBefore(clock()));
        // Nothing arrived before ''.
        const isOld = receivedBefore(age ? subtractAge(clock(), age) : '');
        // A colleague may mark spam back before it is erased.
        const condition: Condition = (builder) => builder.or([isOld(builder), isSpam(builder)]);

        const access = force ? 'current' : 'readable';
        return withStore(context, access, async (store) => {
          const spam = await readIds(store, isSpam);
          const old = await readIds(store, isOld);
          const ids = [...new Set([...old, ...spam])];
          const erasure = await deleteUnlessDryRun(context, store, ids, force, condition);

          const { count } = erasure;
          const figures = { erased: force, count, spam: spam.length, old: old.length };
          if (json) stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
          reportDeletion(context, store, erasure);
          return undefined;
        });
      }),
    );

const residueNotes: Record<Store['kind'], string> = {
  sqlite:
    'The store was read meanwhile: what was erased leaves its files once nothing else reads it. ' +
    'The server looks at 3:00, then each minute.\n',
  postgres:
    'Nobody can query it any more. Its bytes stay in the free space and the write-ahead log of ' +
    'PostgreSQL until they are written over.\n',
};

/** Erases those that still meet `condition`, where `isForced`. */
async function deleteUnlessDryRun(
  context: CliContext,
  store: Store,
  ids: string[],
  isForced: boolean,
  condition?: Condition,
) {
  if (!isForced) return { count: ids.length, isForced, isCheckpointed: true };
  const options = { label: 'Deleting', total: ids.length };
  const erased = await withProgress(context, options, (onProgress) =>
    eraseInquiries(store, ids, onProgress, condition),
  );
  return { ...erased, isForced };
}

/** Says what was erased, or would be. */
function reportDeletion(
  { stderr }: CliContext,
  { kind }: Store,
  { count, isForced, isCheckpointed }: Awaited<ReturnType<typeof deleteUnlessDryRun>>,
) {
  const what = `${count.toLocaleString('en')} ${count === 1 ? 'inquiry' : 'inquiries'}`;
  if (count === 0) stderr.write('There is nothing to erase.\n');
  else if (!isForced) stderr.write(`${what} would be erased. Add --force to do it, for good.\n`);
  else stderr.write(`${what} erased. Backups made before still have them.\n`);
  if (!isCheckpointed) stderr.write(residueNotes[kind]);
}
