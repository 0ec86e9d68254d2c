import { resolve } from 'node:path';
import { getDestinations } from '../../config/destinations.ts';
import { fieldRecords } from '../../inquiry/inquiry.ts';
import {
  deleteByIds,
  type Deletion,
  findDeleted,
  readDeleted,
} from '../../store/inquiries/delete-inquiries.ts';
import { findIdsByEmail } from '../../store/inquiries/find-inquiry.ts';
import type { Store } from '../../store/store.ts';
import {
  addCommand,
  type CliCommand,
  type CliContext,
  CliError,
  type Environment,
  forceHelp,
  toText,
} from '../command.ts';
import { formatDeletions, formatInquiryCount } from '../output/format.ts';
import { showProgress } from '../output/progress.ts';
import { requireInquiry, type StoreContext, withDatabase, withStore } from '../with-store.ts';

export const deleteCommand: CliCommand = (program, context) =>
  addCommand(program, 'delete', {
    description:
      'Delete all inquiries from an e-mail address permanently, or some, with their history.',
    examples: [
      'inquiries delete --email ada@example.com           # dry run',
      'inquiries delete --email ada@example.com --force',
      'inquiries delete --id 01a1fd11 01a1fd22 --force',
    ],
  })
    .option(
      '--email <address>',
      'E-mail address of the inquirer (case-insensitive).',
      toText(fieldRecords.email.maxLength),
    )
    .option('--id <id...>', 'Inquiries, such as one sent with the address of another person.')
    .option(
      '--deleted-in <store>',
      'What the store before this one has deleted: its database (name or URL) or DATA_DIR.',
    )
    .option('--many', 'With --deleted-in: also more than a tenth of the inquiries.')
    .option('--force', forceHelp)
    .action(({ email, id: idPrefixes, deletedIn, many, force = false }) => {
      const selections = [email, idPrefixes, deletedIn].filter((value) => value !== undefined);
      if (selections.length !== 1) {
        throw new CliError('USAGE', 'Expected one of --email, --id and --deleted-in.');
      }
      return withStore(context, async (storeContext) => {
        const ids = await selectIds(storeContext.store);
        if (force) await deletePermanently(storeContext, ids);
        else preview(storeContext, ids);
      });

      async function selectIds(store: Store): Promise<string[]> {
        if (email !== undefined) return findIdsByEmail(store, email);
        if (deletedIn !== undefined) return selectDeletedIn(store, deletedIn);
        const find = async (prefix: string) => (await requireInquiry(store, prefix)).id;
        return Array.fromAsync(idPrefixes ?? [], find);
      }

      /** Selects the inquiries that another store has deleted. */
      async function selectDeletedIn(store: Store, name: string): Promise<string[]> {
        const env = getEnvironmentOfStore(context.env, name);
        const deleted = await withStore({ ...context, env }, (other) => readDeleted(other.store));
        const { found, isMany } = await findDeleted(store, deleted);
        if (isMany && !many) {
          const title = `Nothing was deleted. Of the inquiries of this store, the other has deleted more than a tenth, ${formatDeletions(found)}.`;
          const fix =
            'Add --many to delete them here, too. Leave this out if they were deleted by mistake.';
          throw new CliError('MANY_DELETED', title, fix);
        }
        // Include ids that this store lacks, so that a later import skips them.
        const selected = force ? deleted : found;
        return selected.map(({ id }) => id);
      }
    });

const nothingToDelete = 'Nothing to delete.\n';

/** Prints the inquiries that would be deleted. */
function preview({ stdout, stderr }: CliContext, ids: string[]) {
  for (const id of ids) stdout.write(`${id}\n`);
  const count = formatInquiryCount(ids.length);
  const message = `${count} would be deleted. Add --force to delete permanently.\n`;
  stderr.write(ids.length > 0 ? message : nothingToDelete);
}

/** Deletes the inquiries that exist, and prints their ids. Records all ids as deleted. */
async function deletePermanently(storeContext: StoreContext, ids: string[]) {
  const { store, settings, clock, stdout, stderr } = storeContext;
  const deletion: Deletion = {
    destinations: getDestinations(settings),
    now: clock(),
    reason: 'command',
  };
  const deleted = await showProgress(storeContext, 'Deleting', (update) =>
    deleteByIds(store, ids, deletion, update),
  );
  for (const id of deleted) stdout.write(`${id}\n`);
  const count = formatInquiryCount(deleted.length);
  const message = `${count} deleted, but not from earlier backups.\n`;
  stderr.write(deleted.length > 0 ? message : nothingToDelete);
  const isCleared = await store.checkpoint();
  if (isCleared || deleted.length === 0) return;
  stderr.write(
    'Another process is reading the store: deleted data stays in its files until that ends. The server clears the files soon after.\n',
  );
}

/**
 * Returns the environment for another store. `name`: name or URL of its database, or its folder.
 */
function getEnvironmentOfStore(env: Environment, name: string): Environment {
  if (name.includes('://')) return { ...env, DATABASE_URL: name };
  const isDatabaseName = env['DATABASE_URL'] && !/[/.]/.test(name);
  if (isDatabaseName) return withDatabase(env, name);
  return { ...env, DATABASE_URL: '', DATA_DIR: resolve(name) };
}
