import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Option } from '@commander-js/extra-typings';
import { getDestinations } from '../../config/destinations.ts';
import type { PostgresLocation } from '../../config/setting-values.ts';
import type { Settings } from '../../config/settings.ts';
import { verifyHash } from '../../store/backup/copy-files.ts';
import { readDump, restoreDump } from '../../store/backup/postgres-tools.ts';
import { type RestoredCopy, restoreSqlite } from '../../store/backup/restore-sqlite.ts';
import { getDatabaseName, openStore } from '../../store/open-store.ts';
import { StoreError, StoreMissing, StoreOutdated } from '../../store/store-errors.ts';
import { toIso } from '../../text/format-time.ts';
import { addCommand, type CliCommand, type CliContext, CliError, forceHelp } from '../command.ts';
import { formatContents, formatDeletions } from '../output/format.ts';
import { showProgress } from '../output/progress.ts';
import { requireSettings } from '../with-store.ts';

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
      const settings = requireSettings(context);
      const copy = resolve(name);
      const remark = `There is no ${basename(copy)}.sha256 beside it: compare its contents with what you expect.\n`;
      try {
        // A name without a file has no SHA-256 either.
        statSync(copy);
        if (!(await verifyHash(copy))) context.stderr.write(remark);
        const restoreContext = { ...context, settings, copy, force, choice: deleted };
        if (settings.store.kind === 'sqlite')
          await restoreFile(restoreContext, settings.store.file);
        else await restoreDatabase(restoreContext, settings.store);
      } catch (error) {
        throw toRestoreError(error);
      }
    });

/** Converts an error of the store or the file system. Returns any other unchanged. */
function toRestoreError(error: unknown) {
  const isStoreError = error instanceof StoreError;
  const isFileSystemError = error instanceof Error && 'syscall' in error;
  if (!isStoreError && !isFileSystemError) return error;
  const fix = (isStoreError && error.fix) || 'Resolve this, then run it again.';
  return new CliError('NOT_RESTORED', `Nothing was restored: ${error.message}.`, fix);
}

interface RestoreContext extends CliContext {
  settings: Settings;
  /** Path of the copy. */
  copy: string;
  force: boolean;
  /** Choice for inquiries that the previous store has deleted. */
  choice: 'again' | 'keep' | undefined;
}

const dryRun = 'Dry run: add --force to apply it.';

/** Remedy if the previous store has deleted more than a tenth of the copy's inquiries. */
const deletionsFix =
  'Add "--deleted again" to delete them again, or "--deleted keep" if they were deleted by mistake.';

/** Restores a copy of an SQLite store to `file` (see `restoreSqlite`). */
async function restoreFile(restoreContext: RestoreContext, file: string) {
  const { settings, copy, force, choice, clock, stdout, stderr } = restoreContext;
  const now = clock();
  const time = toIso(now).replaceAll(/[-:]|\.\d+/g, '');
  const aside = join(dirname(file), `before-restore-${time}`);
  const destinations = getDestinations(settings);
  const deletion = { destinations, now, reason: 'restore' } as const;
  const restored = await showProgress(restoreContext, 'Verifying and restoring the copy', () =>
    restoreSqlite({ copy, file, aside, isForced: force, deletion, choice }),
  );
  stdout.write(`${copy} is intact: ${formatContents(restored)}.\n`);
  if (force && restored.needsChoice) {
    const title = `Nothing was restored. ${describeDeletions(restored)}`;
    throw new CliError('MANY_DELETED', title, deletionsFix);
  }
  const messages = force
    ? describeRestore(restored, file, aside)
    : describeDryRun(restored, file, aside);
  for (const message of messages) stderr.write(`${message}\n`);
}

function describeDryRun(restored: RestoredCopy, file: string, aside: string): string[] {
  const { hasStoreAside, deletedAgain, unreadable, needsChoice } = restored;
  const messages = [`The copy would be restored to ${file}.`];
  if (needsChoice) messages.push(`${describeDeletions(restored)} ${deletionsFix}`);
  else if (deletedAgain.length > 0)
    messages.push(`${describeDeletions(restored)} This would be repeated.`);
  if (unreadable) messages.push(describeUnreadable(unreadable));
  if (hasStoreAside)
    messages.push(`The previous store would be moved to ${aside}, with all inquiries that it has.`);
  messages.push(dryRun);
  return messages;
}

function describeRestore(restored: RestoredCopy, file: string, aside: string): string[] {
  const { hasStoreAside, deletedAgain, unreadable } = restored;
  const messages = [`The copy was restored to ${file}.`];
  if (deletedAgain.length > 0) messages.push(`${describeDeletions(restored)} This was repeated.`);
  if (unreadable) messages.push(describeUnreadable(unreadable));
  if (hasStoreAside) {
    messages.push(
      `The previous store was moved to ${aside}, with all inquiries that it has.`,
      'Start the server, verify "inquiries list", then delete the previous store: no command deletes anything in it.',
    );
  } else messages.push('Start the server, and verify "inquiries list".');
  return messages;
}

/** Describes the inquiries of the copy that the previous store has deleted. */
function describeDeletions({ deletedAgain, needsChoice }: RestoredCopy): string {
  const share = needsChoice ? 'more than a tenth, ' : '';
  return `Of the copy's inquiries, the previous store has deleted ${share}${formatDeletions(deletedAgain)}.`;
}

/** Describes why the deletions of the previous store are unknown. */
const describeUnreadable = (reason: string): string =>
  `The deletions of the previous store could not be read: ${reason}. Delete again what the server logged after the backup as "An inquiry was deleted": "inquiries delete --id ID --force".`;

const replaceHint = 'docs/operate.md and docs/deploy.md say how to replace it.';

/** Restores a dump to an empty PostgreSQL database. */
async function restoreDatabase(restoreContext: RestoreContext, location: PostgresLocation) {
  const { copy, force, env, stdout, stderr } = restoreContext;
  const { databaseUrl } = location;
  const contents = await readDump(copy, env);
  stdout.write(`${copy} is intact: ${formatContents(contents)}.\n`);
  const name = getDatabaseName(databaseUrl);
  const isOccupied = await hasStore(location);
  if (isOccupied && force) {
    const fix = `${replaceHint} Or name an empty database: "inquiries --database NAME restore FILE --force".`;
    throw new CliError('NOT_RESTORED', `Nothing was restored: ${name} has a store.`, fix);
  }
  if (isOccupied) {
    stderr.write(`${name} has a store. ${replaceHint}\n`);
    return;
  }
  if (!force) {
    stderr.write(`The copy would be restored to ${name}. ${dryRun}\n`);
    return;
  }
  await showProgress(restoreContext, 'Restoring the dump', () =>
    restoreDump(copy, databaseUrl, env),
  );
  stderr.write(`The copy was restored to ${name}.\n`);
}

/** Tells if a database has a store, possibly of another version. */
async function hasStore(location: PostgresLocation): Promise<boolean> {
  try {
    const store = await openStore(location, { access: 'current' });
    await store.close();
    return true;
  } catch (error) {
    if (error instanceof StoreMissing) return false;
    if (error instanceof StoreError && error.cause instanceof StoreOutdated) return true;
    throw error;
  }
}
