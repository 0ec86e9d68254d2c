import { Pool } from 'pg';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from 'rate-limiter-flexible';
import { connectionOf } from '../../store/postgres/postgres-connection.ts';

// Beside the store's own connections, whose wait for a lock would delay a count.
const poolSize = 2;
const statementTimeoutMs = 1000;

export interface SharedLimiters {
  createLimiter(options: IRateLimiterOptions): RateLimiterAbstract;
  close(): Promise<void>;
}

/** Limiters that all servers on one database count with; each by itself while it is away. */
export function createSharedLimiters(databaseUrl: string): SharedLimiters {
  const storeClient = new Pool({
    ...connectionOf(databaseUrl),
    connectionTimeoutMillis: statementTimeoutMs,
    max: poolSize,
    query_timeout: statementTimeoutMs,
    statement_timeout: statementTimeoutMs,
  });
  // A connection that ends fails the query that has it, or is replaced.
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
        insuranceLimiter: new RateLimiterMemory(options),
      }),
    close: () => storeClient.end(),
  };
}
