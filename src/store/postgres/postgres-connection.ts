import type { PoolConfig } from 'pg';

const connectionTimeoutMs = 3000;
const keepAliveDelayMs = 10_000;
// Overrides weaker server defaults: an acknowledged commit is on disk, and a submission that waited
// for another with the same key sees its result.
const sessionSettings =
  '-c synchronous_commit=on -c default_transaction_isolation=read\\ committed';

/** Returns the connection settings for `databaseUrl`. */
export function toPoolConfig(databaseUrl: string): PoolConfig {
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  searchParams.set('options', `${searchParams.get('options') ?? ''} ${sessionSettings}`.trim());
  // pg treats these as `verify-full` too, with a deprecation warning.
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

/** Returns host and database without credentials. */
export function getDatabaseName(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return (searchParams.get('host') ?? host) + decodeURI(pathname);
}
