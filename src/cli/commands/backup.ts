import { mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Option } from '@commander-js/extra-typings';
import { dayMs, toIso } from '../../inquiry/format-time.ts';
import { getDestinations } from '../../notifications/destinations.ts';
import { saveSharedValue } from '../../store/shared-values.ts';
import { backUpSqlite, restoreSqlite } from '../../store/sqlite/sqlite-copies.ts';
import { getReason, StoreMissing, StoreUnavailable } from '../../store/store-errors.ts';
import { getDatabaseName, openStore } from '../../store/store.ts';
import { pruneCopies, verifyHash, writeCopy } from '../backup/copy-files.ts';
import { backUpPostgres, readDump, restoreDump } from '../backup/postgres-tools.ts';
import { addCommand, type CliCommand, CliError, forceHelp, toCount } from '../command.ts';
import { formatContents, formatDeletions } from '../output/format.ts';
import { showProgress } from '../output/progress.ts';
import { requireSettings, withStore } from '../with-store.ts';

export const backup: CliCommand = (program, context) =>
  addCommand(program, 'backup <file>', {
    description:
      'Copy the store to a new file while the server runs, and verify the copy. Uses pg_dump and pg_restore for PostgreSQL.',
    examples: [
      'inquiries backup /backups/before-upgrade.sqlite',
      'inquiries backup /backups --keep 14   # a folder: named after the time',
    ],
  })
    .option(
      '--keep <days>',
      'Then remove older copies that it named. The file is a folder, made if missing.',
      toCount,
    )
    .action((path, { keep }) =>
      withStore(context, async ({ store, settings, clock, env, stdout, stderr }) => {
        const startedMs = clock();
        const at = toIso(startedMs);
        const time = at.slice(0, 19).replaceAll(':', '');
        const ending = store.kind === 'sqlite' ? 'sqlite' : 'dump';
        const isFolder = keep !== undefined || isDirectory(path);
        const file = resolve(path, isFolder ? `inquiries-${time}.${ending}` : '');
        const contents = await showProgress(context, 'Copying and verifying the store', () => {
          // Its parent must exist: the path of a disk that is not mounted is no place for copies.
          if (isFolder && !isDirectory(path)) mkdirSync(path, { mode: 0o700 });
          return writeCopy(file, (unverified) =>
            'file' in settings.store
              ? backUpSqlite(settings.store.file, unverified, at)
              : backUpPostgres(settings.store.databaseUrl, unverified, env),
          );
        }).catch((error: unknown) => {
          throw toCliError(file, error);
        });
        const complete = `Backup complete and verified: ${formatContents(contents)}.`;
        stderr.write(`${complete} Only this user can read the copy.\n`);
        if (keep) pruneCopies(file, startedMs - keep * dayMs, (line) => stderr.write(`${line}.\n`));
        stdout.write(`${file}\n`);
        await saveSharedValue(store, 'last-backup', at);
      }),
    );

const isDirectory = (path: string) =>
  Boolean(statSync(path, { throwIfNoEntry: false })?.isDirectory());

function toCliError(file: string, error: unknown) {
  if (error instanceof CliError) return error;
  if (error instanceof StoreUnavailable) {
    const title = `The copy failed its verification and was removed. ${error.message}.`;
    const fix =
      'Keep the earlier backups. Run "inquiries check" and follow its advice, then back up again.';
    return new CliError('NOT_VERIFIED', title, fix);
  }
  const title = `${file} could not be written: ${getReason(error)}.`;
  const fix = 'Name a new file, in a folder that exists, is writable and has free space.';
  return new CliError('NOT_WRITTEN', title, fix);
}

export const restore: CliCommand = (program, context) =>
  addCommand(program, 'restore <file>', {
    description: 'Replace the store by a copy from "backup". The previous store is moved aside.',
    examples: [
      'inquiries restore /backups/inquiries-2026-11-21.sqlite           # verifies the copy',
      'inquiries restore /backups/inquiries-2026-11-21.sqlite --force   # with the server stopped',
    ],
  })
    .option('--force', forceHelp)
    .addOption(
      new Option(
        '--deleted <choice>',
        'Delete what the previous store has deleted "again", or "keep" it (default: again, up to a tenth of the copy).',
      ).choices(['again', 'keep']),
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
        const isOfStore = error instanceof StoreUnavailable;
        if (!isOfStore && !(error instanceof Error && 'syscall' in error)) throw error;
        const fix = (isOfStore && error.fix) || 'Resolve this, then run it again.';
        throw new CliError('NOT_RESTORED', `Nothing was restored: ${error.message}.`, fix);
      }

      async function restoreFile(file: string) {
        const now = clock();
        const time = toIso(now).replaceAll(/[-:]|\.\d+/g, '');
        const aside = join(dirname(file), `before-restore-${time}`);
        const destinations = getDestinations(settings);
        const deletion = { destinations, now, reason: 'restore' } as const;
        const isDeletedAgain = deleted && deleted === 'again';
        const restored = await showProgress(context, 'Verifying and restoring the copy', () =>
          restoreSqlite({ copy, file, aside, isForced: force, deletion, isDeletedAgain }),
        );
        const { hasStoreAside, deletedAgain, unreadable, isRestored } = restored;
        const deletions = formatDeletions(deletedAgain);
        stdout.write(`${copy} is intact: ${formatContents(restored)}.\n`);
        if (force && !isRestored) {
          const title = `Nothing was restored: of its inquiries, the previous store has deleted ${deletions}.`;
          const fix =
            'Add "--deleted again" to delete them again, or "--deleted keep" if they were deleted by mistake.';
          throw new CliError('MANY_DELETED', title, fix);
        }
        const verb = force ? 'was' : 'would be';
        const moved = `The previous store ${verb} moved to ${aside}, with all inquiries that it has.`;
        const nextStep = hasStoreAside
          ? 'Start the server, verify "inquiries list", then delete the previous store: no command deletes anything in it.'
          : 'Start the server, and verify "inquiries list".';
        const messages = [
          `The copy ${verb} restored to ${file}.`,
          deletions && `Deleted again, as in the previous store, of its inquiries: ${deletions}.`,
          unreadable &&
            `The deletions of the previous store could not be read: ${unreadable}. Delete again what the server logged after the backup as "An inquiry was deleted": "inquiries delete --id ID --force".`,
          hasStoreAside && moved,
          force ? nextStep : dryRun,
        ];
        for (const message of messages) if (message) stderr.write(`${message}\n`);
      }

      async function restoreDatabase(databaseUrl: string) {
        const contents = await readDump(copy, env);
        stdout.write(`${copy} is intact: ${formatContents(contents)}.\n`);
        const name = getDatabaseName(databaseUrl);
        const opening = openStore({ databaseUrl, access: 'current' });
        const store = await opening.catch((error: unknown) => {
          if (!(error instanceof StoreMissing)) throw error;
          return undefined;
        });
        await store?.close();
        if (store && force) {
          const fix = `${replaceHint} Or name an empty database: "inquiries --database NAME restore FILE --force".`;
          throw new CliError('NOT_RESTORED', `Nothing was restored: ${name} has a store.`, fix);
        }
        if (store) stderr.write(`${name} has a store. ${replaceHint}\n`);
        else if (!force) stderr.write(`The copy would be restored to ${name}. ${dryRun}\n`);
        else {
          const restoreAll = () => restoreDump(copy, databaseUrl, env);
          await showProgress(context, 'Restoring the dump', restoreAll);
          stderr.write(`The copy was restored to ${name}.\n`);
        }
      }
    });

const dryRun = 'Dry run: add --force to apply it.';
const replaceHint = 'docs/operate.md and docs/deploy.md say how to replace it.';
