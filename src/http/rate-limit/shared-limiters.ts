import { Pool } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { toPoolConfig } from '../../store/postgres/postgres-connection.ts';
import type { CreateLimiter } from './memory-limiters.ts';

// Separate from the store's connections, where waiting for a lock would delay a count.
const poolSize = 2;
const statementTimeoutMs = 1000;

export interface SharedLimiters {
  createLimiter: CreateLimiter;
  close(): Promise<void>;
}

/**
 * Creates limiters that all servers on a database share; without the database, each counts alone with
 * `createMemoryLimiter`.
 */
export function createSharedLimiters(
  databaseUrl: string,
  createMemoryLimiter: CreateLimiter,
): SharedLimiters {
  const storeClient = new Pool({
    ...toPoolConfig(databaseUrl),
    connectionTimeoutMillis: statementTimeoutMs,
    max: poolSize,
    query_timeout: statementTimeoutMs,
    statement_timeout: statementTimeoutMs,
  });
  // A closed connection fails its query, or the pool replaces it.
  storeClient.on('error', () => undefined);
  storeClient.on('connect', (client) => client.on('error', () => undefined));
  return {
    createLimiter: (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        insuranceLimiter: createMemoryLimiter(options),
      }),
    close: () => storeClient.end(),
  };
}
