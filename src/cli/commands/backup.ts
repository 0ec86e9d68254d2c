import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backUpSqlite } from '../../store/backup/back-up-sqlite.ts';
import { pruneCopies, writeCopy } from '../../store/backup/copy-files.ts';
import { backUpPostgres, DumpFailed } from '../../store/backup/postgres-tools.ts';
import { saveSharedValue } from '../../store/shared-values.ts';
import type { Store } from '../../store/store.ts';
import {
  getReason,
  restoreCommand,
  SchemaChanged,
  StatementError,
  StoreUnavailable,
} from '../../store/store-errors.ts';
import { dayMs, type IsoTime, toIso } from '../../text/format-time.ts';
import { addCommand, type CliCommand, CliError, toCount } from '../command.ts';
import { formatContents } from '../output/format.ts';
import { showProgress } from '../output/progress.ts';
import { type StoreContext, withStore } from '../with-store.ts';

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
      'Then remove older copies named inquiries-TIME or inquiries-TIME-WORDS. The file is a folder, made if missing.',
      toCount,
    )
    .action((path, { keep }) =>
      withStore(context, async (opened) => {
        const { store, clock, stdout, stderr } = opened;
        const report = (line: string) => stderr.write(`${line}\n`);
        const now = clock();
        const at = toIso(now);
        const isFolder = keep !== undefined || path.endsWith('/') || isDirectory(path);
        const file = isFolder ? join(resolve(path), nameCopy(store.kind, at)) : resolve(path);
        if (isFolder) makeFolder(path, file);
        const contents = await copyVerified(opened, file, at);
        const complete = `Backup complete and verified: ${formatContents(contents)}.`;
        report(`${complete} Only this user can read the copy.`);
        if (keep !== undefined) pruneCopies(file, now - keep * dayMs, (line) => report(`${line}.`));
        stdout.write(`${file}\n`);
        await recordBackup(store, at, report);
      }),
    );

/** Names a copy in a folder after its time, such as inquiries-2026-11-23T120000.sqlite. */
function nameCopy(kind: Store['kind'], at: IsoTime): string {
  const time = at.slice(0, 19).replaceAll(':', '');
  const ending = kind === 'sqlite' ? 'sqlite' : 'dump';
  return `inquiries-${time}.${ending}`;
}

/** Makes the missing folder of the copy `file`. Throws `CliError`. */
function makeFolder(folder: string, file: string) {
  if (isDirectory(folder)) return;
  try {
    // Creates only the last folder. A missing parent may be the mount point of an unmounted disk.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw toBackupError(file, error);
  }
}

/** Copies the store to `file`, and verifies the copy. Throws `CliError` or `StatementError`. */
async function copyVerified(context: StoreContext, file: string, at: IsoTime) {
  try {
    return await showProgress(context, 'Copying and verifying the store', () =>
      writeCopy(file, (to) => copyStore(context, to, at)),
    );
  } catch (error) {
    throw toBackupError(file, error);
  }
}

async function copyStore({ settings, env }: StoreContext, to: string, at: IsoTime) {
  if (settings.store.kind === 'sqlite') return backUpSqlite(settings.store.file, to, at);
  return backUpPostgres(settings.store.databaseUrl, to, env);
}

const recordMs = 30_000;
const recordPauseMs = 500;

/**
 * Records the time of a complete backup. Retries for 30 s, because another program may lock the
 * store.
 */
async function recordBackup(store: Store, at: IsoTime, warn: (line: string) => void) {
  /** Monotonic. */
  const endMs = performance.now() + recordMs;
  for (;;) {
    try {
      return await saveSharedValue(store, 'last-backup', at);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      if (performance.now() >= endMs) {
        return warn(
          `Warning: the time of this backup could not be recorded in the store: ${error.message}. "inquiries check" and the alert BackupMissing look at the one before.`,
        );
      }
    }
    await sleep(recordPauseMs);
  }
}

const isDirectory = (path: string) =>
  Boolean(statSync(path, { throwIfNoEntry: false })?.isDirectory());

/** Converts an error to one of the command. Returns an error of a statement unchanged. */
function toBackupError(file: string, error: unknown): CliError | StatementError {
  if (error instanceof StatementError) return error;
  if (error instanceof DumpFailed) return new CliError('NOT_DUMPED', error.message, error.fix);
  if (error instanceof StoreUnavailable) {
    const cause = `The copy failed its verification and was removed. ${error.message}.`;
    return new CliError('NOT_VERIFIED', cause, getVerificationFix(error));
  }
  const title = `${file} could not be written: ${getReason(error)}.`;
  const fix = 'Name a new file, in a folder that exists, is writable and has free space.';
  return new CliError('NOT_WRITTEN', title, fix);
}

function getVerificationFix(error: StoreUnavailable): string {
  if (error instanceof SchemaChanged) {
    return 'Undo this in the store with sqlite3, such as by "drop view", then back up again.';
  }
  return `Keep the earlier backups. Back up once to another disk. If that fails, too, the store is damaged: stop the server and run ${restoreCommand}.`;
}
