import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { CopyContents } from '../store.ts';
import { createUnusableCopyError, getReason, StoreUnavailable } from '../store-errors.ts';

type Environment = Record<string, string | undefined>;

/** pg_dump could not copy the database. */
export class DumpFailed extends Error {
  /** Sentences that say what to do. */
  readonly fix =
    'Resolve the error. If pg_dump is not installed or older than the database, install the PostgreSQL client programs (Debian: apt-get install postgresql-client).';
}

/**
 * Runs pg_dump from the PATH of `env` into a new file with mode 0600, and verifies the dump. Throws
 * `DumpFailed`, and `StoreUnavailable` for a dump that cannot be read.
 */
export async function backUpPostgres(databaseUrl: string, file: string, env: Environment) {
  // Open the file before pg_dump runs, so that nobody can put a link in its place.
  const output = openSync(file, 'wx', 0o600);
  const toolEnv = { ...inherit(env), ...libpqEnvironment(databaseUrl) };
  await runTool('pg_dump', ['--format=custom'], toolEnv, output)
    .catch((cause: unknown) => {
      throw new DumpFailed(`pg_dump could not copy the database.\n${getReason(cause)}`, { cause });
    })
    .finally(() => closeSync(output));
  return readDump(file, env);
}

/** Reads a dump to its end and counts its inquiries. Throws `StoreUnavailable` if that fails. */
export async function readDump(file: string, env: Environment): Promise<CopyContents> {
  const rows: Record<string, number> = {};
  let table: string | undefined;
  const onLine = (line: string) => {
    if (line === '\\.') table = undefined;
    else if (table !== undefined) rows[table] = (rows[table] ?? 0) + 1;
    else table = /^COPY (?:\S+\.)?(\w+) .* FROM stdin;$/.exec(line)?.[1];
  };
  const args = ['--data-only', '--file=-', file];
  await runTool('pg_restore', args, inherit(env), onLine).catch((error: unknown) => {
    throw createUnusableCopyError(file, getReason(error));
  });
  if (rows['kysely_migration']) return { inquiries: rows['inquiries'] ?? 0 };
  throw createUnusableCopyError(file, 'it is not a store of this program');
}

/** Restores a dump into a database. Changes nothing if that fails. Throws `StoreUnavailable`. */
export async function restoreDump(file: string, databaseUrl: string, env: Environment) {
  const toolEnv = { ...inherit(env), ...libpqEnvironment(databaseUrl) };
  const database = `--dbname=${toolEnv['PGDATABASE'] ?? ''}`;
  const args = ['--no-owner', '--single-transaction', database, file];
  await runTool('pg_restore', args, toolEnv, 'ignore').catch((cause: unknown) => {
    const fix =
      'Resolve the error. The database must be empty and belong to the user of DATABASE_URL.';
    throw new StoreUnavailable(`pg_restore failed: ${getReason(cause)}`, { fix });
  });
}

/**
 * Runs a PostgreSQL program. Sends its output to a file descriptor, or calls `output` with each
 * line. Throws an error with its messages.
 */
async function runTool(
  name: string,
  args: string[],
  env: Environment,
  output: number | 'ignore' | ((line: string) => void),
) {
  const isRead = typeof output === 'function';
  const stdio: StdioOptions = ['ignore', isRead ? 'pipe' : output, 'pipe'];
  const program = spawn(name, ['--no-password', ...args], { env, stdio });
  if (isRead) readLines(program.stdout as Readable, output);
  const messagesRead = text(program.stderr as Readable);
  const [messages, [code, signal]] = await Promise.all([messagesRead, once(program, 'close')]);
  if (code !== 0) throw new Error(messages.trim() || `${name} ended with ${code ?? signal}`);
}

/** Calls `onLine` with each line of `stream`, in Latin-1. */
function readLines(stream: Readable, onLine: (line: string) => void) {
  // In UTF-8, a line would also end at U+2028 and U+2029, which messages contain.
  stream.setEncoding('latin1');
  createInterface({ input: stream }).on('line', onLine);
}

const inherited = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** Returns the variables that another program needs: no secrets, no `LD_PRELOAD`. */
function inherit(env: Environment): Environment {
  const set = inherited.filter((name) => env[name]);
  return Object.fromEntries(set.map((name) => [name, env[name]]));
}

/** Converts the URL to libpq variables, because other users can see command-line arguments. */
export function libpqEnvironment(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const option = (name: string) => searchParams.get(name) ?? '';
  const sslMode = toLibpqSslMode(option('sslmode'));
  // Without a file, libpq looks for certificates in the user's home folder only.
  const defaultRootCertificate = sslMode === 'verify-full' ? 'system' : '';
  const settings = {
    PGHOST: option('host') || hostname.replace(/^\[(.*)\]$/, '$1'),
    PGPORT: option('port') || port,
    PGUSER: option('user') || decodeURIComponent(username),
    PGPASSWORD: option('password') || decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: sslMode,
    PGSSLROOTCERT: option('sslrootcert') || defaultRootCertificate,
    PGSSLCERT: option('sslcert'),
    PGSSLKEY: option('sslkey'),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value));
}

/** Converts the `sslmode` of our driver to the libpq mode with the same effect. */
function toLibpqSslMode(sslMode: string): 'verify-full' | 'require' | 'disable' {
  // `require` verifies the certificate in our driver, but not in libpq.
  if (/^(require|verify-)/.test(sslMode)) return 'verify-full';
  return sslMode === 'no-verify' ? 'require' : 'disable';
}
