import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { StoreLocation } from '../src/store/store.ts';

/**
 * Keeps everybody from writing these tables of PostgreSQL, or anything on SQLite, like a program
 * that hangs; resolves to what ends that.
 */
export async function lockStore(
  location: StoreLocation,
  tables = ['inquiries', 'idempotency_keys'],
): Promise<() => Promise<void>> {
  if ('file' in location) {
    // It may have to wait for its turn itself.
    const database = new DatabaseSync(location.file, { timeout: 10_000 });
    database.exec('begin immediate');
    return async () => {
      database.exec('rollback');
      database.close();
    };
  }
  const client = new Client({ connectionString: location.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${tables.join()} in exclusive mode`);
  return () => client.end();
}
