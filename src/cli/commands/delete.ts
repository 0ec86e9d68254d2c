import type { Command } from '@commander-js/extra-typings';
import type { Settings } from '../../config/settings.ts';
import { fields } from '../../inquiry/inquiry.ts';
import { spamExpiredBefore, spamRetentionDays } from '../../retention/retention-job.ts';
import { getTeamNames } from '../../notifications/destinations.ts';
import {
  type InquiryCondition,
  deleteInquiries,
  findIdsByEmail,
  readIds,
  receivedBefore,
  markedSpamBefore,
} from '../../store/inquiries/delete-inquiries.ts';
import type { Store } from '../../store/store.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError } from '../errors.ts';
import { forceHelp, subtractAge, toAge, toText } from '../option-values.ts';
import { formatJson } from '../output/format.ts';
import { withInquiry, withStore } from '../with-store.ts';

export const deleteCommand = (program: Command, context: CliContext) =>
  program
    .command('delete')
    .description(
      'Delete all inquiries from an e-mail address permanently, or one, with their history.',
    )
    .option(
      '--email <address>',
      'E-mail address of the inquirer (case-insensitive).',
      toText(fields.email.maxLength),
    )
    .option('--id <id>', 'One inquiry, such as one sent with the address of another person.')
    .option('--force', forceHelp)
    .option('--json', 'Print the ids and the outcome as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries delete --email ada@example.com           # dry run',
        'inquiries delete --email ada@example.com --force',
        'inquiries delete --id 01a1fd11 --force',
      ),
    )
    .action(({ email, id, force = false, json }) => {
      const access = force ? 'current' : 'readable';
      if ((id === undefined) === (email === undefined)) {
        throw new CliError(
          'USAGE',
          'Expected either --email or --id.',
          'Run "inquiries delete --email ADDRESS" for all inquiries from an address, or "inquiries delete --id ID" for one.',
        );
      }
      return email === undefined
        ? withInquiry(context, access, id ?? '', (store, inquiry, settings) =>
            deleteAll(store, settings, [inquiry.id]),
          )
        : withStore(context, access, async (store, settings) =>
            deleteAll(store, settings, await findIdsByEmail(store, email)),
          );

      async function deleteAll(store: Store, settings: Settings, ids: string[]) {
        const report = await deleteUnlessDryRun(context, store, settings, ids, force);
        if (json) context.stdout.write(formatJson({ erased: force, ids }));
        else for (const id of ids) context.stdout.write(`${id}\n`);
        context.stderr.write(report.text);
      }
    });

export const expireCommand = (program: Command, context: CliContext) =>
  program
    .command('expire')
    .description(
      `Delete spam marked at least ${spamRetentionDays} days ago permanently and, with --older-than, all inquiries of that age.`,
    )
    .option(
      '--older-than <age>',
      'Also delete all inquiries of at least this age, such as 90d, 18mo or 2y.',
      toAge,
    )
    .option('--force', forceHelp)
    .option('--json', 'Print the counts and the outcome as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries expire --force                     # spam only',
        'inquiries expire --older-than 18mo           # dry run',
        'inquiries expire --older-than 18mo --force',
      ),
    )
    .action(({ force = false, json, olderThan: age }) => {
      const { clock, stdout, stderr } = context;
      const isSpam = markedSpamBefore(spamExpiredBefore(clock()));
      // No arrival is before ''.
      const isOld = receivedBefore(age ? subtractAge(clock(), age) : '');
      // Evaluated again under lock, because spam may be reopened meanwhile.
      const condition: InquiryCondition = (builder) =>
        builder.or([isOld(builder), isSpam(builder)]);

      const access = force ? 'current' : 'readable';
      return withStore(context, access, async (store, settings) => {
        const spam = await readIds(store, isSpam);
        const old = await readIds(store, isOld);
        const ids = [...new Set([...old, ...spam])];
        const { count, text } = await deleteUnlessDryRun(
          context,
          store,
          settings,
          ids,
          force,
          condition,
        );
        const counts = { erased: force, count, spam: spam.length, old: old.length };
        if (json) stdout.write(formatJson(counts));
        stderr.write(text);
      });
    });

const residueNotes: Record<Store['kind'], string> = {
  sqlite:
    'Another process is reading the store: deleted data stays in its files until that ends. ' +
    'The server clears the files at 3:00, then tries again each minute.\n',
  postgres:
    'Deleted data cannot be queried any more, but its bytes stay in the free space and the ' +
    'write-ahead log of PostgreSQL until they are overwritten.\n',
};

/**
 * If `isForced`, deletes the inquiries that still match `condition`. Returns how many were or would
 * be deleted, as a number and as a message.
 */
async function deleteUnlessDryRun(
  context: CliContext,
  store: Store,
  settings: Settings,
  ids: string[],
  isForced: boolean,
  condition?: InquiryCondition,
) {
  const describe = (count: number, outcome: string) =>
    count
      ? `${count.toLocaleString('en')} ${count === 1 ? 'inquiry' : 'inquiries'} ${outcome}\n`
      : 'Nothing to delete.\n';
  if (!isForced) {
    const text = describe(ids.length, 'would be deleted. Add --force to delete permanently.');
    return { count: ids.length, text };
  }
  const news = { destinations: getTeamNames(settings), now: context.clock() };
  const { count, isCheckpointed } = await deleteInquiries(store, ids, condition, news);
  const text = describe(count, 'deleted, but not from earlier backups.');
  return { count, text: isCheckpointed ? text : text + residueNotes[store.kind] };
}
