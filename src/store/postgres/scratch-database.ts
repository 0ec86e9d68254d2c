import { Client } from 'pg';
import { StoreUnavailable } from '../store-errors.ts';
import { getDatabaseName, toPoolConfig } from './postgres-connection.ts';

/** Runs `task` on an empty database, and empties it again. Throws `StoreUnavailable` if it has tables. */
export async function withScratchDatabase<Result>(
  databaseUrl: string,
  task: () => Promise<Result>,
): Promise<Result> {
  const client = new Client(toPoolConfig(databaseUrl));
  // A lost connection fails the next query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "select from pg_class where relnamespace = 'public'::regnamespace limit 1",
    );
    if (rowCount) {
      throw new StoreUnavailable(`${getDatabaseName(databaseUrl)} is not empty`, {
        fix: 'Name an empty database: the dry run removes what is in it.',
      });
    }
    return await task().finally(() =>
      client.query('drop schema public cascade; create schema public'),
    );
  } finally {
    await client.end();
  }
}
