import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import type { StoreLocation } from '../../config/setting-values.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { saveLastBackup } from '../../store/shared-values.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import { backUpSqlite } from '../../store/sqlite/sqlite-maintenance.ts';
import type { CopyContents, Store } from '../../store/store.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError, notWritten } from '../errors.ts';
import { toCount } from '../option-values.ts';
import { formatContents } from '../output/format.ts';
import { withProgress } from '../output/progress.ts';
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
    .option('--json', 'Print the path of the copy and its contents as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries backup /backups/inquiries-2026-11-21.sqlite --keep 14',
        'inquiries backup /backups/inquiries.dump   # PostgreSQL',
      ),
    )
    .action((path, { json, keep }) => {
      const file = resolve(path);
      const startedAt = toIso(context.clock());
      return withStore(context, 'readable', async (store, settings) => {
        const contents = await writeCopy(file, settings.store, context);
        const sha256 = await publishCopy(file).catch((error: unknown) => {
          throw notWritten(file, error);
        });
        const { inquiries, newestArrival } = contents;
        context.stderr.write(
          `Backup complete and verified: ${formatContents(contents)}. Only this user can read the copy.\n`,
        );
        await recordBackup(store, startedAt, context);
        const removed = keep ? pruneCopies(file, keep) : [];
        for (const earlier of removed) context.stderr.write(`Removed ${earlier}.\n`);
        const facts = { file, sha256, inquiries, newestArrival, removed };
        context.stdout.write(json ? `${JSON.stringify(facts)}\n` : `${file}\n`);
      });
    });

/** Writes a copy under the name of an unverified one, and verifies it. */
async function writeCopy(
  file: string,
  location: StoreLocation,
  context: CliContext,
): Promise<CopyContents> {
  if (existsSync(file)) throw notWritten(file, new Error('it exists already'));
  const unverified = file + unverifiedEnding;
  // A killed process may have left one.
  rmSync(unverified, { force: true });
  const progress = { label: 'Copied, in MB' };
  try {
    if ('databaseUrl' in location) {
      await dumpPostgres(location.databaseUrl, unverified, context.env);
      return await readDump(unverified, context.env);
    }
    return await withProgress(context, progress, (onProgress) =>
      backUpSqlite(location.file, unverified, (bytes) => onProgress(Math.floor(bytes / 1e6))),
    );
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (!(error instanceof StoreUnavailable)) throw notWritten(file, error);
    throw new CliError(
      'NOT_VERIFIED',
      `The copy failed its verification and is kept aside. ${error.message}.`,
      'Keep the earlier backups. Run "inquiries check --thorough" and follow its advice, then back up again.',
    );
  }
}

/** Records the time for \`check\` and the metrics. The copy is complete either way. */
async function recordBackup(store: Store, at: string, { stderr }: CliContext) {
  try {
    await saveLastBackup(store, at);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    stderr.write(`${error.message}: the metrics show an older backup. Check the store.\n`);
  }
}
