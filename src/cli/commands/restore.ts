import { dirname, join, resolve } from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import type { StoreLocation } from '../../config/setting-values.ts';
import { readSettings } from '../../config/settings.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { describeForeignOwner } from '../../store/store-advice.ts';
import { restoreSqlite } from '../../store/sqlite/restore-sqlite.ts';
import { createUnusableCopyError, StoreUnavailable } from '../../store/store-errors.ts';
import { examples, type CliContext } from '../context.ts';
import { badSettings, CliError } from '../errors.ts';
import { forceHelp } from '../option-values.ts';
import { formatContents, formatJson } from '../output/format.ts';
import { withStore } from '../with-store.ts';
import { hashFile, readStoredHash } from './backup/copy-files.ts';
import { countInquiries, type StoreCounts, tryRestore } from './restore/dry-run.ts';

const scratchHelp =
  'Empty PostgreSQL database for --dry-run: its name on the server of DATABASE_URL, or its URL.';

export const restore = (program: Command, context: CliContext) =>
  program
    .command('restore <file>')
    .description('Replace the store by a copy from "backup". The previous store is moved aside.')
    .option('--force', forceHelp)
    .addOption(
      new Option('--dry-run', 'Restore to a scratch place and remove it.').conflicts('force'),
    )
    .option('--scratch <database>', scratchHelp)
    .option('--json', 'Print the contents of the copy and the outcome as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries restore /backups/inquiries-2026-11-21.sqlite             # verifies the copy',
        'inquiries restore /backups/inquiries-2026-11-21.sqlite --dry-run   # while the server runs',
        'inquiries restore /backups/inquiries-2026-11-21.sqlite --force     # with the server stopped',
        'inquiries restore /backups/inquiries.dump --dry-run --scratch restore_test   # PostgreSQL',
      ),
    )
    .action(async (name, { force: isForced = false, dryRun: isDryRun, scratch, json }) => {
      const { stdout, stderr } = context;
      const read = readSettings(context.env);
      if (!read.ok) throw badSettings(read.problems);
      const copy = resolve(name);
      if (isDryRun)
        return runDryRun(context, { copy, location: read.settings.store, scratch, json });
      if ('databaseUrl' in read.settings.store) {
        stdout.write(renderPostgresSteps(copy));
        return;
      }
      const { file } = read.settings.store;
      const time = toIso(context.clock()).replaceAll(/[-:]|\.\d+/g, '');
      const aside = join(dirname(file), `before-restore-${time}`);
      const restored = await verifyHash(copy)
        .then(() => restoreSqlite({ copy, file, aside, isForced }))
        .catch((error: unknown) => {
          throw toCliError(error, [copy, dirname(file), file]);
        });

      const { inquiries, newestArrival, tables, hasStoreAside } = restored;
      if (json) {
        const facts = { restored: isForced, copy, store: file, inquiries, newestArrival, tables };
        stdout.write(formatJson({ ...facts, ...(hasStoreAside && { aside }) }));
      } else {
        stdout.write(`${copy} is intact: ${formatContents(restored)}.\n`);
      }
      const verb = isForced ? 'was' : 'would be';
      stderr.write(`The copy ${verb} restored to ${file}.\n`);
      if (hasStoreAside) stderr.write(`The previous store ${verb} moved to ${aside}.\n`);
      stderr.write(
        isForced
          ? 'Start the server, verify "inquiries list", then delete the previous store.\n'
          : 'Dry run: add --force to apply it.\n',
      );
    });

interface DryRunOptions {
  copy: string;
  location: StoreLocation;
  scratch: string | undefined;
  json: true | undefined;
}

/** Restores a copy to a scratch place, and compares its inquiries with those of the store. */
async function runDryRun(
  context: CliContext,
  { copy, location, scratch, json }: DryRunOptions,
): Promise<void> {
  const { stdout, stderr, env } = context;
  const scratchUrl = findScratchUrl(location, scratch);
  const startedMs = performance.now();
  const restored = await verifyHash(copy)
    .then(async (sha256) => ({ sha256, ...(await tryRestore(copy, scratchUrl, env)) }))
    .catch((error: unknown) => {
      throw toCliError(error, [copy]);
    });
  const seconds = Number(((performance.now() - startedMs) / 1000).toFixed(1));
  const { sha256, newestArrival, inquiries } = restored;
  // The store may be what was lost.
  let [store, comparison]: [StoreCounts | undefined, string] = [undefined, ''];
  await withStore(context, 'readable', async (opened) => {
    store = await countInquiries(opened, newestArrival);
    comparison = compare(inquiries, store);
  }).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error;
    comparison = `It was not compared with the store. ${error.message}`;
  });
  if (json) stdout.write(formatJson({ restored: false, copy, ...restored, seconds, store }));
  else stdout.write(`${copy} is intact: ${formatContents(restored)}.\n`);
  stderr.write(
    (sha256 ? '' : `Its SHA-256 was not compared: there is no ${copy}.sha256.\n`) +
      `It was restored to a scratch place, opened and removed in ${seconds} s.\n${comparison}\n`,
  );
}

function compare(inCopy: number, { inquiries, untilNewest }: StoreCounts) {
  const difference = untilNewest - inCopy;
  const later = `${inquiries - untilNewest} arrived after the copy's newest`;
  if (difference === 0) return `The store has the same inquiries; ${later}.`;
  const count = Math.abs(difference);
  return difference < 0
    ? `The store has ${count} fewer, which were deleted since; ${later}.`
    : `The store has ${count} more of that time: they were imported since, or are missing in the copy; ${later}.`;
}

/** Finds the database for the dry run of a dump; undefined for an SQLite file. */
function findScratchUrl(location: StoreLocation, scratch: string | undefined) {
  const databaseUrl = 'databaseUrl' in location ? location.databaseUrl : undefined;
  if (scratch === undefined && databaseUrl === undefined) return undefined;
  const url = URL.parse(scratch?.includes('://') ? scratch : (databaseUrl ?? ''));
  if (scratch === undefined || !url) {
    throw new CliError(
      'USAGE',
      'The dry run of a dump needs --scratch with an empty database, by URL without DATABASE_URL.',
      'As the administrator of PostgreSQL: createdb --owner=USER_OF_DATABASE_URL --template=template0 --encoding=UTF8 restore_test',
    );
  }
  if (!scratch.includes('://')) url.pathname = scratch;
  return url.href;
}

/** Compares a copy with the SHA-256 beside it, if any. Throws `StoreUnavailable`. */
async function verifyHash(copy: string): Promise<string | undefined> {
  const stored = readStoredHash(copy);
  if (stored === undefined || stored === (await hashFile(copy))) return stored;
  throw createUnusableCopyError(copy, `its SHA-256 is not the one in ${copy}.sha256`);
}

/** Converts an error of the store or of the file system, which may be due to a file's owner. */
function toCliError(error: unknown, files: string[]) {
  if (!(error instanceof StoreUnavailable || (error instanceof Error && 'code' in error))) {
    return error;
  }
  const fix =
    error instanceof StoreUnavailable ? error.fix : files.map(describeForeignOwner).find(Boolean);
  return new CliError(
    'NOT_RESTORED',
    `Nothing was restored: ${error.message}.`,
    fix ?? 'Resolve this, then run it again.',
  );
}

const renderPostgresSteps = (copy: string) => `The store is a PostgreSQL database:
1. Stop all servers.
2. As the database's administrator: createdb --owner=USER_OF_DATABASE_URL --template=template0 --encoding=UTF8 NEW_DATABASE
3. pg_restore --no-owner --exit-on-error --dbname=NEW_DATABASE_URL ${copy}
4. Set DATABASE_URL to NEW_DATABASE_URL, run "inquiries list", then start the servers.
5. Drop the previous database once the list is right.
`;
