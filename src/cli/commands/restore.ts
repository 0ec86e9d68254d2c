import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { readSettings } from '../../config/settings.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { describeForeignOwner } from '../../store/store-advice.ts';
import { tooOldFix } from '../../store/migrations/migrate.ts';
import { type RestoreResult, restoreSqlite } from '../../store/sqlite/restore-sqlite.ts';
import { examples, type CliContext } from '../context.ts';
import { type CliError, cliErrors, toAction } from '../errors.ts';
import { forceHelp } from '../option-values.ts';
import { toMinute } from '../output/format.ts';

export const restore = (program: Command, context: CliContext) =>
  program
    .command('restore <file>')
    .description('Replace the store by a copy from "backup". The previous store is moved aside.')
    .option('--force', forceHelp)
    .option('--json', 'Print the contents of the copy and the outcome as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries restore /backups/inquiries-2026-11-21.sqlite           # dry run',
        'inquiries restore /backups/inquiries-2026-11-21.sqlite --force   # with the server stopped',
      ),
    )
    .action(
      toAction(async (name, { force, json }) => {
        const read = readSettings(context.env);
        if (!read.ok) return cliErrors.badSettings(read.problems);
        const { store } = read.settings;
        const copy = resolve(name);
        if ('databaseUrl' in store) {
          context.stdout.write(renderPostgresSteps(copy));
          return undefined;
        }
        if (!existsSync(copy)) return cliErrors.noFile(copy);
        const { file } = store;
        const time = toIso(context.clock()).replaceAll(/[-:]|\.\d+/g, '');
        const aside = join(dirname(file), `before-restore-${time}`);
        try {
          const restored = await restoreSqlite({ copy, file, aside, isForced: Boolean(force) });
          const report = { copy, file, aside, restored };
          return toCliError(report) ?? describe(report, context, Boolean(json));
        } catch (error) {
          if (!(error instanceof Error && 'code' in error)) throw error;
          const fix = [copy, dirname(file), file].map(describeForeignOwner).find(Boolean);
          return cliErrors.notRestored(error.message, fix);
        }
      }),
    );

interface Report {
  copy: string;
  file: string;
  aside: string;
  restored: RestoreResult;
}

function toCliError({ copy, file, restored }: Report): CliError | undefined {
  switch (restored.outcome) {
    case 'in-use':
      return cliErrors.storeInUse(file);
    case 'damaged':
      return cliErrors.copyDamaged(copy, restored.damage);
    case 'not-a-store':
      return cliErrors.copyDamaged(copy, 'it is not a store of this program');
    case 'too-new':
      return cliErrors.storeTooNew(
        `${copy} was made by a newer version of this program (${restored.migration}).`,
      );
    case 'too-old':
      return cliErrors.storeUnavailable(
        `The tables of ${copy} are older than those of 1.0.0 (${restored.migration}).`,
        tooOldFix,
      );
    case 'no-room':
      return cliErrors.notRestored(
        `${dirname(file)} needs ${Math.ceil(restored.neededBytes / 1e6)} MB of free space`,
      );
    case 'done':
    case 'dry-run':
      return undefined;
  }
}

function describe({ copy, file, aside, restored }: Report, context: CliContext, json: boolean) {
  if (!('inquiries' in restored)) return undefined;
  const { stdout, stderr } = context;
  const { inquiries, newestArrival, tables, hasStoreAside } = restored;
  const isDone = restored.outcome === 'done';
  if (json) {
    const facts = { restored: isDone, copy, store: file, inquiries, newestArrival, tables };
    stdout.write(`${JSON.stringify({ ...facts, ...(hasStoreAside && { aside }) }, null, 2)}\n`);
  } else {
    const newest = newestArrival ? `, newest from ${toMinute(newestArrival)} UTC` : '';
    stdout.write(`${copy} is intact: ${inquiries.toLocaleString('en')} inquiries${newest}.\n`);
  }
  const verb = isDone ? 'was' : 'would be';
  stderr.write(`The copy ${verb} restored to ${file}.\n`);
  if (hasStoreAside) stderr.write(`The previous store ${verb} moved to ${aside}.\n`);
  stderr.write(
    isDone
      ? 'Start the server, verify "inquiries list", then delete the previous store.\n'
      : 'Dry run: add --force to apply it.\n',
  );
  return undefined;
}

const renderPostgresSteps = (copy: string) => `The store is a PostgreSQL database:
1. Stop all servers.
2. As the database's administrator: createdb --owner=USER_OF_DATABASE_URL --template=template0 --encoding=UTF8 NEW_DATABASE
3. pg_restore --no-owner --exit-on-error --dbname=NEW_DATABASE_URL ${copy}
4. Set DATABASE_URL to NEW_DATABASE_URL, run "inquiries list", then start the servers.
5. Drop the previous database once the list is right.
`;
