import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command } from '@commander-js/extra-typings';
import { toIso } from '../../inquiry/format-time.ts';
import { saveLastBackup } from '../../store/shared-values.ts';
import { getReason, StoreUnavailable } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError, notWritten } from '../errors.ts';
import { withProgress } from '../output/progress.ts';
import { withStore } from '../with-store.ts';

export const backup = (program: Command, context: CliContext) =>
  program
    .command('backup <file>')
    .description('Copy the store to a new file while the server runs. Uses pg_dump for PostgreSQL.')
    .option('--json', 'Print the path of the copy as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries backup /backups/inquiries-2026-11-21.sqlite',
        'inquiries backup /backups/inquiries.dump   # PostgreSQL',
      ),
    )
    .action((path, { json }) => {
      const file = resolve(path);
      const startedAt = toIso(context.clock());
      return withStore(context, 'readable', async (store, settings) => {
        if ('databaseUrl' in settings.store) {
          await dumpPostgres(settings.store.databaseUrl, file, context.env);
        } else {
          await withProgress(context, { label: 'Copied, in MB' }, async (onProgress) =>
            store.backUp?.(file, (bytes) => onProgress(Math.floor(bytes / 1e6))),
          ).catch((error: unknown) => {
            throw notWritten(file, error);
          });
        }
        context.stderr.write('Backup complete. Only this user can read the copy.\n');
        await recordBackup(store, startedAt, context);
        context.stdout.write(json ? `${JSON.stringify({ file })}\n` : `${file}\n`);
      });
    });

/** Records the time for the metrics. The copy is complete either way. */
async function recordBackup(store: Store, at: string, { stderr }: CliContext) {
  try {
    await saveLastBackup(store, at);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    stderr.write(`${error.message}: the metrics show an older backup. Check the store.\n`);
  }
}

/** Runs pg_dump from the PATH of `env` into a new file with mode 0600. */
async function dumpPostgres(databaseUrl: string, file: string, env: CliContext['env']) {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    throw notWritten(file, error);
  }
  const program = spawn('pg_dump', ['--format=custom', '--no-password', `--file=${file}`], {
    env: { ...env, ...libpqEnvironment(databaseUrl) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const [errorOutput, [exitCode]] = await Promise.all([
      text(program.stderr),
      once(program, 'close'),
    ]);
    if (exitCode !== 0) throw new Error(errorOutput.trim());
  } catch (error) {
    rmSync(file);
    throw new CliError(
      'NOT_DUMPED',
      `pg_dump could not copy the database.\n${getReason(error)}`,
      'Resolve the error. If pg_dump is not installed or older than the database, install the PostgreSQL client programs (Debian: apt-get install postgresql-client).',
    );
  }
}

/** Converts the URL to libpq's environment, because other users can see arguments. */
export function libpqEnvironment(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const option = (name: string) => searchParams.get(name) ?? '';
  // `require` verifies the certificate in our driver, but not in libpq.
  const isVerified = /^(require|verify-)/.test(option('sslmode'));
  const isEncrypted = isVerified || option('sslmode') === 'no-verify';
  const settings = {
    PGHOST: option('host') || hostname.replace(/^\[(.*)\]$/, '$1'),
    PGPORT: option('port') || port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: isVerified ? 'verify-full' : isEncrypted ? 'require' : 'disable',
    PGSSLROOTCERT: option('sslrootcert') || (isVerified ? 'system' : ''),
    PGSSLCERT: option('sslcert'),
    PGSSLKEY: option('sslkey'),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value));
}
