import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Terminal } from './command.ts';
import { type CliProblem, problems } from './problems.ts';

/**
 * Has pg_dump, found by the PATH of `env`, write a database into a new file, for this user alone.
 * Throws what creating the file throws, such as EEXIST.
 */
export async function dumpPostgres(
  databaseUrl: string,
  file: string,
  env: Terminal['env'],
): Promise<CliProblem | undefined> {
  closeSync(openSync(file, 'wx', 0o600));
  const problem = await runPgDump(databaseUrl, file, env);
  if (problem) rmSync(file);
  return problem;
}

async function runPgDump(databaseUrl: string, file: string, env: Terminal['env']) {
  const program = spawn('pg_dump', ['--format=custom', '--no-password', `--file=${file}`], {
    env: { ...env, ...libpqEnvironment(databaseUrl) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const [complaints, [exitCode]] = await Promise.all([
      text(program.stderr),
      once(program, 'close'),
    ]);
    return exitCode === 0 ? undefined : problems.notDumped(complaints.trim());
  } catch {
    return problems.noPgDump();
  }
}

/** The same database for the programs of PostgreSQL; arguments could be seen by other users. */
function libpqEnvironment(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const option = (name: string) => searchParams.get(name) ?? '';
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
