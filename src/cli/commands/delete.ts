import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import type { Settings } from '../../config/settings.ts';
import { fields } from '../../inquiry/inquiry.ts';
import { getNotified } from '../../notifications/destinations.ts';
import { deleteByIds, readDeletedIds } from '../../store/inquiries/delete-inquiries.ts';
import { findIdsByEmail } from '../../store/inquiries/find-inquiry.ts';
import type { Store } from '../../store/store.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError } from '../errors.ts';
import { forceHelp, toText } from '../option-values.ts';
import { countInquiries } from '../output/format.ts';
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
    .option(
      '--deleted-in <store>',
      'What the store before this one has deleted: its DATABASE_URL or DATA_DIR.',
    )
    .option('--force', forceHelp)
    .addHelpText(
      'after',
      examples(
        'inquiries delete --email ada@example.com           # dry run',
        'inquiries delete --email ada@example.com --force',
        'inquiries delete --id 01a1fd11 --force',
      ),
    )
    .action(({ email, id, deletedIn, force = false }) => {
      if ([email, id, deletedIn].filter((value) => value !== undefined).length !== 1) {
        throw new CliError(
          'USAGE',
          'Expected one of --email, --id and --deleted-in.',
          'Run "inquiries delete --email ADDRESS" for all inquiries from an address, or "inquiries delete --id ID" for one.',
        );
      }
      if (id !== undefined) {
        return withInquiry(context, 'current', id, (store, inquiry, settings) =>
          deleteAll(store, settings, [inquiry.id]),
        );
      }
      return withStore(context, 'current', async (store, settings) => {
        const ids =
          email === undefined
            ? await readDeletedIn(deletedIn ?? '')
            : await findIdsByEmail(store, email);
        await deleteAll(store, settings, ids);
      });

      /** Reads the store with this URL, or in this folder. */
      function readDeletedIn(name: string) {
        const location = name.includes('://')
          ? { DATABASE_URL: name }
          : { DATA_DIR: resolve(name) };
        const env = { ...context.env, DATABASE_URL: '', ...location };
        return withStore({ ...context, env }, 'current', (store) => readDeletedIds(store));
      }

      async function deleteAll(store: Store, settings: Settings, named: string[]) {
        const { clock, stdout, stderr } = context;
        const deletion = { destinations: getNotified(settings), now: clock() };
        const ids = force ? await deleteByIds(store, named, deletion) : named;
        const isCheckpointed = !force || (await store.checkpoint());
        if (ids.length === 0) {
          stderr.write('Nothing to delete.\n');
          return;
        }
        for (const id of ids) stdout.write(`${id}\n`);
        const count = countInquiries(ids.length);
        stderr.write(
          force
            ? `${count} deleted, but not from earlier backups.\n`
            : `${count} would be deleted. Add --force to delete permanently.\n`,
        );
        if (!isCheckpointed) stderr.write(residueNote);
      }
    });

const residueNote =
  'Another process is reading the store: deleted data stays in its files until that ends. ' +
  'The server clears the files soon after.\n';
