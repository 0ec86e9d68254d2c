import type { PoolConfig } from 'pg';

const connectionTimeoutMs = 3000;
const keepAliveDelayMs = 10_000;
// Stronger than what a server or database may be set to: a commit is on disk when it is answered,
// and a submission that waited for another with the same key sees what that one stored.
const sessionSettings =
  '-c synchronous_commit=on -c default_transaction_isolation=read\\ committed';

/** How to reach the database that `databaseUrl` names. */
export function connectionOf(databaseUrl: string): PoolConfig {
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  searchParams.set('options', `${searchParams.get('options') ?? ''} ${sessionSettings}`.trim());
  // pg takes these for `verify-full` too, and warns that it will not do so for ever.
  if (/^(require|verify-ca)$/.test(searchParams.get('sslmode') ?? '')) {
    searchParams.set('sslmode', 'verify-full');
  }
  return {
    connectionString: url.href,
    application_name: 'inquiries',
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
  };
}

/** Where a database is, without who may read it. */
export function getDatabaseName(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return (searchParams.get('host') ?? host) + decodeURI(pathname);
}

/** Tells that `lock_timeout` ended a wait, by https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';
