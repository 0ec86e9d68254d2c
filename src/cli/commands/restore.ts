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
import { countInquiries, tryRestore } from './restore/dry-run.ts';

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
      const { store: location } = read.settings;
      if (isDryRun) return runDryRun(copy, findScratchUrl(location, scratch), json, context);
      if ('databaseUrl' in location) {
        stdout.write(renderPostgresSteps(copy));
        return;
      }
      const { file } = location;
      const time = toIso(context.clock()).replaceAll(/[-:]|\.\d+/g, '');
      const aside = join(dirname(file), `before-restore-${time}`);
      const restored = await verifyHash(copy)
        .then(() => restoreSqlite({ copy, file, aside, isForced }))
        .catch(throwCliError(copy, dirname(file), file));

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

/** Restores a copy to a scratch place, and compares its inquiries with those of the store. */
async function runDryRun(
  copy: string,
  scratchUrl: string | undefined,
  json: true | undefined,
  context: CliContext,
) {
  const startedMs = performance.now();
  const { isHashed, ...contents } = await verifyHash(copy)
    .then(async (isHashed) => ({ isHashed, ...(await tryRestore(copy, scratchUrl, context.env)) }))
    .catch(throwCliError(copy));
  const seconds = Number(((performance.now() - startedMs) / 1000).toFixed(1));
  const { inquiries, newestArrival } = contents;
  // The store may be what was lost.
  const store = await withStore(context, 'readable', (opened) =>
    countInquiries(opened, newestArrival),
  ).catch((error: unknown) => {
    if (error instanceof CliError) return undefined;
    throw error;
  });
  const facts = formatJson({ restored: false, copy, ...contents, seconds, store });
  context.stdout.write(json ? facts : `${copy} is intact: ${formatContents(contents)}.\n`);
  context.stderr.write(`${isHashed ? 'Its SHA-256 is right.' : `There is no ${copy}.sha256.`}
It was restored to a scratch place, opened and removed in ${seconds} s.
${store ? `The store has ${store.until} inquiries from that time, the copy ${inquiries}; ${store.all - store.until} arrived since.` : 'It was not compared with the store, which cannot be read.'}\n`);
}

/** Finds the database for the dry run of a dump; undefined for an SQLite file. */
function findScratchUrl(location: StoreLocation, scratch: string | undefined) {
  if (scratch === undefined && 'file' in location) return undefined;
  if (scratch?.includes('://')) return scratch;
  if (scratch === undefined || 'file' in location) {
    throw new CliError(
      'USAGE',
      'The dry run of a dump needs --scratch with an empty database, by URL without DATABASE_URL.',
      'As the administrator of PostgreSQL: createdb --owner=USER_OF_DATABASE_URL --template=template0 --encoding=UTF8 restore_test',
    );
  }
  const url = new URL(location.databaseUrl);
  url.pathname = scratch;
  return url.href;
}

/** Compares a copy with the SHA-256 beside it; false without one. Throws `StoreUnavailable`. */
async function verifyHash(copy: string): Promise<boolean> {
  const stored = readStoredHash(copy);
  if (stored === undefined) return false;
  if (stored === (await hashFile(copy))) return true;
  throw createUnusableCopyError(copy, `its SHA-256 is not the one in ${copy}.sha256`);
}

/** Converts an error of the store or of the file system, which may be due to the owner of a file. */
const throwCliError =
  (...files: string[]) =>
  (error: unknown): never => {
    const isOfStore = error instanceof StoreUnavailable;
    if (!isOfStore && !(error instanceof Error && 'code' in error)) throw error;
    const fix = isOfStore ? error.fix : files.map(describeForeignOwner).find(Boolean);
    const title = `Nothing was restored: ${error.message}.`;
    throw new CliError('NOT_RESTORED', title, fix ?? 'Resolve this, then run it again.');
  };

const renderPostgresSteps = (copy: string) => `The store is a PostgreSQL database:
1. Stop all servers.
2. As the database's administrator: createdb --owner=USER_OF_DATABASE_URL --template=template0 --encoding=UTF8 NEW_DATABASE
3. pg_restore --no-owner --exit-on-error --dbname=NEW_DATABASE_URL ${copy}
4. Set DATABASE_URL to NEW_DATABASE_URL, run "inquiries list", then start the servers.
5. Drop the previous database once the list is right.
`;
