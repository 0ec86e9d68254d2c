import { mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { dayMs, toIso } from '../../inquiry/format-time.ts';
import { saveSharedValue } from '../../store/shared-values.ts';
import { getReason, StoreUnavailable } from '../../store/store-errors.ts';
import { backUpSqlite } from '../../store/sqlite/sqlite-maintenance.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError } from '../errors.ts';
import { toCount } from '../option-values.ts';
import { formatContents } from '../output/format.ts';
import { showProgress } from '../output/progress.ts';
import { withStore } from '../with-store.ts';
import { pruneCopies, writeCopy } from './backup/copy-files.ts';
import { backUpPostgres } from './backup/postgres-tools.ts';

export const backup = (program: Command, context: CliContext) =>
  program
    .command('backup <file>')
    .description(
      'Copy the store to a new file while the server runs, and verify the copy. Uses pg_dump and pg_restore for PostgreSQL.',
    )
    .option(
      '--keep <days>',
      'Then remove older copies that it named. The file is a folder, made if missing.',
      toCount,
    )
    .addHelpText(
      'after',
      examples(
        'inquiries backup /backups/before-upgrade.sqlite',
        'inquiries backup /backups --keep 14   # a folder: named after the time',
      ),
    )
    .action((path, { keep }) =>
      withStore(context, async (store, { store: location }) => {
        const { clock, env, stdout, stderr } = context;
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
            'file' in location
              ? backUpSqlite(location.file, unverified, at)
              : backUpPostgres(location.databaseUrl, unverified, env),
          );
        }).catch((error: unknown) => {
          throw toCliError(file, error);
        });
        stderr.write(
          `Backup complete and verified: ${formatContents(contents)}. Only this user can read the copy.\n`,
        );
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
    return new CliError(
      'NOT_VERIFIED',
      `The copy failed its verification and was removed. ${error.message}.`,
      'Keep the earlier backups. Run "inquiries check" and follow its advice, then back up again.',
    );
  }
  return new CliError(
    'NOT_WRITTEN',
    `${file} could not be written: ${getReason(error)}.`,
    'Name a new file, in a folder that exists, is writable and has free space.',
  );
}
