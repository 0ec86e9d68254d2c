import { basename, dirname, join, resolve } from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import { toIso } from '../../inquiry/format-time.ts';
import { getDestinations } from '../../notifications/destinations.ts';
import { openStore } from '../../store/open-store.ts';
import { getDatabaseName } from '../../store/postgres/postgres-connection.ts';
import { restoreSqlite } from '../../store/sqlite/restore-sqlite.ts';
import { StoreMissing, StoreUnavailable } from '../../store/store-errors.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError } from '../errors.ts';
import { forceHelp } from '../option-values.ts';
import { formatContents, formatDeletions } from '../output/format.ts';
import { showProgress } from '../output/progress.ts';
import { requireSettings } from '../with-store.ts';
import { verifyHash } from './backup/copy-files.ts';
import { readDump, restoreDump } from './backup/postgres-tools.ts';

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
    .action(async (name, { force = false, deleted }) => {
      const { clock, env, stdout, stderr } = context;
      const settings = requireSettings(context);
      const copy = resolve(name);
      const remark = `There is no ${basename(copy)}.sha256 beside it: compare its contents with what you expect.\n`;
      try {
        if (!(await verifyHash(copy))) stderr.write(remark);
        await ('file' in settings.store
          ? restoreFile(settings.store.file)
          : restoreDatabase(settings.store.databaseUrl));
      } catch (error) {
        throw toCliError(error);
      }

      async function restoreFile(file: string) {
        const now = clock();
        const time = toIso(now).replaceAll(/[-:]|\.\d+/g, '');
        const aside = join(dirname(file), `before-restore-${time}`);
        const destinations = getDestinations(settings);
        const restored = await showProgress(context, 'Verifying and restoring the copy', () =>
          restoreSqlite({
            ...{ copy, file, aside, isForced: force },
            deletion: { destinations, now, reason: 'restore' },
            isDeletedAgain: deleted && deleted === 'again',
          }),
        );
        const { hasStoreAside, deletedAgain, unreadable, isRestored } = restored;
        stdout.write(`${copy} is intact: ${formatContents(restored)}.\n`);
        if (force && !isRestored) {
          throw new CliError(
            'MANY_DELETED',
            `Nothing was restored: of its inquiries, the previous store has deleted ${formatDeletions(deletedAgain)}.`,
            'Add "--deleted again" to delete them again, or "--deleted keep" if they were deleted by mistake.',
          );
        }
        const verb = force ? 'was' : 'would be';
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
        const nextStep = hasStoreAside
          ? 'Start the server, verify "inquiries list", then delete the previous store: no command deletes anything in it.\n'
          : 'Start the server, and verify "inquiries list".\n';
        stderr.write(force ? nextStep : dryRun);
      }

      /** Restores a dump into an empty database. */
      async function restoreDatabase(databaseUrl: string) {
        const contents = await readDump(copy, env);
        stdout.write(`${copy} is intact: ${formatContents(contents)}.\n`);
        const name = getDatabaseName(databaseUrl);
        const isTaken = await hasStore(databaseUrl);
        if (isTaken && force) {
          throw new CliError(
            'NOT_RESTORED',
            `Nothing was restored: ${name} has a store.`,
            `${replaceHint} Or name an empty database: "inquiries --database NAME restore FILE --force".`,
          );
        }
        if (isTaken) stderr.write(`${name} has a store. ${replaceHint}\n`);
        else if (!force) stderr.write(`The copy would be restored to ${name}. ${dryRun}`);
        else {
          await showProgress(context, 'Restoring the dump', () =>
            restoreDump(copy, databaseUrl, env),
          );
          stderr.write(`The copy was restored to ${name}.\n`);
        }
      }
    });

const dryRun = 'Dry run: add --force to apply it.\n';
const replaceHint = 'docs/operate.md and docs/deploy.md say how to replace it.';

/** Returns whether the database has tables of this program. */
async function hasStore(databaseUrl: string) {
  try {
    await (await openStore({ databaseUrl, access: 'current' })).close();
    return true;
  } catch (error) {
    if (!(error instanceof StoreMissing)) throw error;
    return false;
  }
}

/** Converts an error of the store or of the file system. */
function toCliError(error: unknown): unknown {
  const isOfStore = error instanceof StoreUnavailable;
  if (!isOfStore && !(error instanceof Error && 'syscall' in error)) return error;
  const fix = (isOfStore && error.fix) || 'Resolve this, then run it again.';
  return new CliError('NOT_RESTORED', `Nothing was restored: ${error.message}.`, fix);
}
