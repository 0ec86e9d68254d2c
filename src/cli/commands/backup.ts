import { existsSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@commander-js/extra-typings';
import type { StoreLocation } from '../../config/setting-values.ts';
import { dayMs, hourMs, minuteMs, toIso } from '../../inquiry/format-time.ts';
import { readLastBackup, saveLastBackup } from '../../store/shared-values.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import { backUpSqlite } from '../../store/sqlite/sqlite-maintenance.ts';
import type { CopyContents } from '../../store/store.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError, formatCliError, notWritten } from '../errors.ts';
import { toCount, toMinuteOfDay } from '../option-values.ts';
import { formatContents } from '../output/format.ts';
import { withStore } from '../with-store.ts';
import { pruneCopies, publishCopy, unverifiedEnding } from './backup/copy-files.ts';
import { dumpPostgres, readDump } from './backup/postgres-tools.ts';

export const backup = (program: Command, context: CliContext) =>
  program
    .command('backup <file>')
    .description(
      'Copy the store to a new file while the server runs, and verify the copy. Uses pg_dump and pg_restore for PostgreSQL.',
    )
    .option('--keep <copies>', 'Then remove all but the newest verified copies beside it.', toCount)
    .option('--at <time>', 'Repeat this each day at a time in UTC, in a folder.', toMinuteOfDay)
    .option('--json', 'Print the path of the copy and its contents as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries backup /backups/before-upgrade.sqlite',
        'inquiries backup /backups --keep 14              # a folder: named after the time',
        'inquiries backup /backups --keep 14 --at 03:30   # until it is stopped',
      ),
    )
    .action(async (path, { at, ...options }) => {
      const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
      const run = () => backUp(path, { ...options, isFolder }, context);
      if (at === undefined) return run();
      if (!isFolder) {
        throw new CliError('USAGE', `--at needs a folder, not ${path}.`, 'Name one that exists.');
      }
      for (;;) {
        try {
          await sleep(Math.max((await readDueTime(context, at)) - context.clock(), 0));
          await run();
        } catch (error) {
          if (!(error instanceof CliError)) throw error;
          context.stderr.write(formatCliError(error));
          await sleep(hourMs);
        }
      }
    });

/** Returns the first time of day after the last backup, which may have passed; 0 without a backup. */
async function readDueTime(context: CliContext, minuteOfDay: number): Promise<number> {
  const last = await withStore(context, 'readable', readLastBackup);
  if (!last) return 0;
  const lastMs = Date.parse(last);
  const dueMs = lastMs - (lastMs % dayMs) + minuteOfDay * minuteMs;
  return dueMs > lastMs ? dueMs : dueMs + dayMs;
}

function backUp(
  path: string,
  { isFolder, keep, json }: { isFolder: boolean; keep?: number; json?: true },
  context: CliContext,
) {
  const startedAt = toIso(context.clock());
  return withStore(context, 'readable', async (store, { store: location }) => {
    const name = `inquiries-${startedAt.slice(0, 19).replaceAll(':', '')}`;
    const ending = store.kind === 'sqlite' ? 'sqlite' : 'dump';
    const file = resolve(path, isFolder ? `${name}.${ending}` : '');
    const { sha256, ...contents } = await writeCopy(file, location, context);
    context.stderr.write(
      `Backup complete and verified: ${formatContents(contents)}. Only this user can read the copy.\n`,
    );
    // The copy is complete either way.
    await saveLastBackup(store, startedAt).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
      const remedy = 'the metrics show an older backup. Check the store.';
      context.stderr.write(`${error.message}: ${remedy}\n`);
    });
    const removed = keep ? pruneCopies(file, keep) : [];
    for (const earlier of removed) context.stderr.write(`Removed ${earlier}.\n`);
    const facts = { file, sha256, ...contents, removed };
    context.stdout.write(json ? `${JSON.stringify(facts)}\n` : `${file}\n`);
  });
}

/** Writes a copy under the name of an unverified one, verifies it, and gives it its name. */
async function writeCopy(file: string, location: StoreLocation, { env }: CliContext) {
  if (existsSync(file)) throw notWritten(file, new Error('it exists already'));
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
    } else contents = await backUpSqlite(location.file, unverified);
    return { ...contents, sha256: await publishCopy(file) };
  } catch (error) {
    if (error instanceof StoreUnavailable) {
      throw new CliError(
        'NOT_VERIFIED',
        `The copy failed its verification and is kept aside. ${error.message}.`,
        'Keep the earlier backups. Run "inquiries check --thorough" and follow its advice, then back up again.',
      );
    }
    remove();
    throw error instanceof CliError ? error : notWritten(file, error);
  }
}
