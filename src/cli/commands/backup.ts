import { lstatSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import type { StoreLocation } from '../../config/setting-values.ts';
import { dayMs, toIso } from '../../inquiry/format-time.ts';
import { saveLastBackup } from '../../store/shared-values.ts';
import { getReason, StoreUnavailable } from '../../store/store-errors.ts';
import { backUpSqlite } from '../../store/sqlite/sqlite-maintenance.ts';
import type { CopyContents } from '../../store/store.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError } from '../errors.ts';
import { toCount } from '../option-values.ts';
import { formatContents } from '../output/format.ts';
import { showProgress } from '../output/progress.ts';
import { withStore } from '../with-store.ts';
import { pruneCopies, publishCopy, unverifiedEnding } from './backup/copy-files.ts';
import { dumpPostgres, readDump } from './backup/postgres-tools.ts';

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
        const { clock, stdout, stderr } = context;
        const startedMs = clock();
        const isFolder = keep !== undefined || isDirectory(path);
        if (keep !== undefined) createFolder(path);
        const time = toIso(startedMs).slice(0, 19).replaceAll(':', '');
        const ending = store.kind === 'sqlite' ? 'sqlite' : 'dump';
        const file = resolve(path, isFolder ? `inquiries-${time}.${ending}` : '');
        const contents = await showProgress(context, 'Copying and verifying the store', () =>
          writeCopy(file, location, startedMs, context),
        );
        stderr.write(
          `Backup complete and verified: ${formatContents(contents)}. Only this user can read the copy.\n`,
        );
        if (keep) pruneCopies(file, startedMs - keep * dayMs, (line) => stderr.write(`${line}.\n`));
        stdout.write(`${file}\n`);
        await saveLastBackup(store, toIso(startedMs));
      }),
    );

const isDirectory = (path: string) =>
  Boolean(statSync(path, { throwIfNoEntry: false })?.isDirectory());

/** Creates a folder whose parent exists: the path of a disk that is not mounted is no place for copies. */
function createFolder(path: string) {
  try {
    if (!isDirectory(path)) mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    throw notWritten(path, error);
  }
}

/** Writes a copy under the name of an unverified one, verifies it, and gives it its name. */
async function writeCopy(
  file: string,
  location: StoreLocation,
  startedMs: number,
  { env }: CliContext,
) {
  for (const name of [file, `${file}.sha256`]) {
    // Also a link that leads nowhere.
    if (lstatSync(name, { throwIfNoEntry: false }))
      throw notWritten(name, new Error('it exists already'));
  }
  const unverified = file + unverifiedEnding;
  const remove = () => {
    for (const ending of ['', '-journal']) rmSync(unverified + ending, { force: true });
  };
  // A killed process may have left one.
  remove();
  try {
    let contents: CopyContents;
    if ('databaseUrl' in location) {
      await dumpPostgres(location.databaseUrl, unverified, env);
      contents = { inquiries: await readDump(unverified, env) };
    } else contents = await backUpSqlite(location.file, unverified, toIso(startedMs));
    await publishCopy(file);
    return contents;
  } catch (error) {
    remove();
    if (error instanceof StoreUnavailable) {
      throw new CliError(
        'NOT_VERIFIED',
        `The copy failed its verification and was removed. ${error.message}.`,
        'Keep the earlier backups. Run "inquiries check" and follow its advice, then back up again.',
      );
    }
    throw error instanceof CliError ? error : notWritten(file, error);
  }
}

const notWritten = (file: string, error: unknown) =>
  new CliError(
    'NOT_WRITTEN',
    `${file} could not be written: ${getReason(error)}.`,
    'Name a new file, in a folder that exists, is writable and has free space.',
  );
