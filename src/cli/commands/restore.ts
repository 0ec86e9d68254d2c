import { basename, dirname, join, resolve } from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import type { StoreLocation } from '../../config/setting-values.ts';
import { readSettings } from '../../config/settings.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { getDestinations } from '../../notifications/destinations.ts';
import { openStore } from '../../store/open-store.ts';
import { getDatabaseName } from '../../store/postgres/postgres-connection.ts';
import { restoreSqlite } from '../../store/sqlite/restore-sqlite.ts';
import {
  createUnusableCopyError,
  StoreMissing,
  StoreUnavailable,
} from '../../store/store-errors.ts';
import { examples, type CliContext } from '../context.ts';
import { badSettings, CliError } from '../errors.ts';
import { forceHelp } from '../option-values.ts';
import { formatContents, formatDeletions } from '../output/format.ts';
import { showProgress } from '../output/progress.ts';
import { hashFile, readStoredHash } from './backup/copy-files.ts';
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
    .action(async (name, { force: isForced = false, deleted }) => {
      const { clock, stdout, stderr } = context;
      const read = readSettings(context.env);
      if (!read.ok) throw badSettings(read.problems);
      const copy = resolve(name);
      const { store: location } = read.settings;
      const remark = await verifyHash(copy).catch(throwCliError);
      if ('databaseUrl' in location) {
        await restoreDatabase(context, location, copy, isForced);
        stderr.write(remark);
        return;
      }
      const { file } = location;
      const time = toIso(clock()).replaceAll(/[-:]|\.\d+/g, '');
      const aside = join(dirname(file), `before-restore-${time}`);
      const destinations = getDestinations(read.settings);
      const deletion = { destinations, now: clock(), reason: 'restore' as const };
      const isDeletedAgain = deleted && deleted === 'again';
      const options = { copy, file, aside, isForced, deletion, isDeletedAgain };
      const restored = await showProgress(context, 'Verifying and restoring the copy', () =>
        restoreSqlite(options),
      ).catch(throwCliError);

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

/** Restores a dump into an empty database, or prints the steps for one that has a store. */
async function restoreDatabase(
  context: CliContext,
  location: { databaseUrl: string },
  copy: string,
  isForced: boolean,
) {
  const { env, stdout, stderr } = context;
  const inquiries = await readDump(copy, env).catch(throwCliError);
  stdout.write(`${copy} is intact: ${formatContents({ inquiries })}.\n`);
  const name = getDatabaseName(location.databaseUrl);
  if (await hasStore(location).catch(throwCliError)) {
    stderr.write(renderPostgresSteps(name, copy));
    if (!isForced) return;
    throw new CliError(
      'NOT_RESTORED',
      `Nothing was restored: ${name} has a store.`,
      'Follow these steps, or name an empty database: "inquiries --database NAME restore FILE --force".',
    );
  }
  if (!isForced) {
    stderr.write(`The copy would be restored to ${name}. Dry run: add --force to apply it.\n`);
    return;
  }
  await showProgress(context, 'Restoring the dump', () =>
    restoreDump(copy, location.databaseUrl, env),
  ).catch(throwCliError);
  stderr.write(`The copy was restored to ${name}.\n`);
}

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

/** Returns whether the database has tables of this program. */
async function hasStore(location: StoreLocation) {
  try {
    await (await openStore({ ...location, access: 'current' })).close();
    return true;
  } catch (error) {
    if (!(error instanceof StoreMissing)) throw error;
    return false;
  }
}

const renderPostgresSteps = (name: string, copy: string) => `${name} has a store. To replace it:
1. Stop all servers, and run "inquiries export --ignore-waiting > newer.json".
2. As the database's administrator, rename the database to before_restore, and create an empty one with the name and owner of the previous one, encoding UTF8 and template0.
3. inquiries restore ${copy} --force
4. inquiries delete --deleted-in before_restore --force
5. inquiries import newer.json
6. Start the servers, run "inquiries list" and back up: until then, "inquiries check" has the backup before this one.
7. Drop before_restore, which has all its inquiries, once the list is right.
`;
