import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import type { Store } from './store.ts';
import { getReason, StoreUnavailable } from './store-errors.ts';

/**
 * Creates a placeholder for a store whose database cannot be opened for now. Each operation fails
 * with `cause`.
 */
export function createUnavailableStore(kind: Store['kind'], cause: StoreUnavailable): Store {
  const fail = () => Promise.reject(new StoreUnavailable(getReason(cause), { cause }));
  const pool = { options: {}, connect: fail, end: async () => undefined };
  return {
    kind,
    name: '',
    // Any dialect works: the pool rejects before a statement runs.
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    transact: fail,
    confirmCommits: fail,
    hashKey: randomBytes(32),
    checkpoint: fail,
    readDisk: () => undefined,
    getDamage: () => undefined,
    close: async () => undefined,
  };
}
