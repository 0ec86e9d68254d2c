import { basename, dirname, join, resolve } from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import { readSettings } from '../../config/settings.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { getNotified } from '../../notifications/destinations.ts';
import { restoreSqlite } from '../../store/sqlite/restore-sqlite.ts';
import { createUnusableCopyError, StoreUnavailable } from '../../store/store-errors.ts';
import { examples, type CliContext } from '../context.ts';
import { badSettings, CliError } from '../errors.ts';
import { forceHelp } from '../option-values.ts';
import { formatContents, formatDeletions } from '../output/format.ts';
import { hashFile, readStoredHash } from './backup/copy-files.ts';

export const restore = (program: Command, context: CliContext) =>
  program
    .command('restore <file>')
    .description('Replace the store by a copy from "backup". The previous store is moved aside.')
    .option('--force', forceHelp)
    .addOption(
      new Option(
        '--deleted <choice>',
        'Delete what the previous store has deleted "again", or "keep" it (default: again, up to a tenth of the copy).',
      ).choices(['again', 'keep']),
    )
    .addHelpText(
      'after',
      examples(
        'inquiries restore /backups/inquiries-2026-11-21.sqlite           # verifies the copy',
        'inquiries restore /backups/inquiries-2026-11-21.sqlite --force   # with the server stopped',
      ),
    )
    .action(async (name, { force: isForced = false, deleted }) => {
      const { clock, stdout, stderr } = context;
      const read = readSettings(context.env);
      if (!read.ok) throw badSettings(read.problems);
      const copy = resolve(name);
      const { store: location } = read.settings;
      if ('databaseUrl' in location) {
        stderr.write(await verifyHash(copy).catch(throwCliError));
        stdout.write(renderPostgresSteps(copy));
        return;
      }
      const { file } = location;
      const time = toIso(clock()).replaceAll(/[-:]|\.\d+/g, '');
      const aside = join(dirname(file), `before-restore-${time}`);
      const destinations = getNotified(read.settings);
      const deletion = { destinations, now: clock(), reason: 'restore' as const };
      const isDeletedAgain = deleted && deleted === 'again';
      const remark = await verifyHash(copy).catch(throwCliError);
      const restoring = restoreSqlite({ copy, file, aside, isForced, deletion, isDeletedAgain });
      const restored = await restoring.catch(throwCliError);

      const { hasStoreAside, deletedAgain, unreadable, isRestored } = restored;
      stdout.write(`${copy} is intact: ${formatContents(restored)}.\n`);
      stderr.write(remark);
      if (isForced && !isRestored) {
        throw new CliError(
          'MANY_DELETED',
          `Nothing was restored: of its inquiries, the previous store has deleted ${formatDeletions(deletedAgain)}.`,
          'Add "--deleted again" to delete them again, or "--deleted keep" if they were deleted by mistake.',
        );
      }
      const verb = isForced ? 'was' : 'would be';
      stderr.write(`The copy ${verb} restored to ${file}.\n`);
      if (deletedAgain.length) {
        stderr.write(
          `Deleted again, as in the previous store, of its inquiries: ${formatDeletions(deletedAgain)}.\n`,
        );
      }
      if (unreadable) {
        stderr.write(
          `The deletions of the previous store could not be read: ${unreadable}. ` +
            'Delete again what the server logged after the backup as "An inquiry was deleted": "inquiries delete --id ID --force".\n',
        );
      }
      if (hasStoreAside) {
        stderr.write(
          `The previous store ${verb} moved to ${aside}, with all inquiries that it has.\n`,
        );
      }
      stderr.write(
        isForced
          ? 'Start the server, verify "inquiries list", then delete the previous store: no command deletes anything in it.\n'
          : 'Dry run: add --force to apply it.\n',
      );
    });

/** Compares a copy with the SHA-256 beside it. Returns a remark without one. Throws `StoreUnavailable`. */
async function verifyHash(copy: string) {
  const stored = readStoredHash(copy);
  if (stored === undefined) {
    return `There is no ${basename(copy)}.sha256 beside it: compare its contents with what you expect.\n`;
  }
  if (stored === (await hashFile(copy))) return '';
  throw createUnusableCopyError(copy, `its SHA-256 is not the one in ${copy}.sha256`);
}

/** Converts an error of the store or of the file system. */
function throwCliError(error: unknown): never {
  const isOfStore = error instanceof StoreUnavailable;
  if (!isOfStore && !(error instanceof Error && 'code' in error)) throw error;
  const fix = (isOfStore && error.fix) || 'Resolve this, then run it again.';
  throw new CliError('NOT_RESTORED', `Nothing was restored: ${error.message}.`, fix);
}

const renderPostgresSteps = (copy: string) => `The store is a PostgreSQL database:
1. Stop all servers.
2. As the database's administrator: createdb --owner=USER_OF_DATABASE_URL --template=template0 --encoding=UTF8 NEW_DATABASE
3. pg_restore --no-owner --exit-on-error --dbname=NEW_DATABASE_URL ${copy}
4. Set DATABASE_URL to NEW_DATABASE_URL.
5. Delete again what was deleted since the dump:
   inquiries migrate && inquiries delete --deleted-in OLD_DATABASE_URL --force
6. Run "inquiries list", start the servers, and back up: until then, "inquiries check" has the backup before this one.
7. Drop the previous database, which keeps all its inquiries, once the list is right.
`;
