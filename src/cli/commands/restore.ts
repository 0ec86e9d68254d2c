import { dirname, join, resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { readSettings } from '../../config/settings.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { describeForeignOwner } from '../../store/store-advice.ts';
import { restoreSqlite } from '../../store/sqlite/restore-sqlite.ts';
import { createUnusableCopyError, StoreUnavailable } from '../../store/store-errors.ts';
import { examples, type CliContext } from '../context.ts';
import { badSettings, CliError } from '../errors.ts';
import { forceHelp } from '../option-values.ts';
import { formatContents, formatJson } from '../output/format.ts';
import { hashFile, readStoredHash } from './backup/copy-files.ts';

export const restore = (program: Command, context: CliContext) =>
  program
    .command('restore <file>')
    .description('Replace the store by a copy from "backup". The previous store is moved aside.')
    .option('--force', forceHelp)
    .option('--json', 'Print the contents of the copy and the outcome as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries restore /backups/inquiries-2026-11-21.sqlite           # verifies the copy',
        'inquiries restore /backups/inquiries-2026-11-21.sqlite --force   # with the server stopped',
      ),
    )
    .action(async (name, { force: isForced = false, json }) => {
      const { stdout, stderr } = context;
      const read = readSettings(context.env);
      if (!read.ok) throw badSettings(read.problems);
      const copy = resolve(name);
      const { store: location } = read.settings;
      if ('databaseUrl' in location) {
        await verifyHash(copy).catch(throwCliError(copy));
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

/** Compares a copy with the SHA-256 beside it, if there is one. Throws `StoreUnavailable`. */
async function verifyHash(copy: string) {
  const stored = readStoredHash(copy);
  if (stored === undefined || stored === (await hashFile(copy))) return;
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
