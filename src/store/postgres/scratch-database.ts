import { Client } from 'pg';
import { StoreUnavailable } from '../store-errors.ts';
import { getDatabaseName, toPoolConfig } from './postgres-connection.ts';

/**
 * Runs `task` on an empty database, whose tables it removes at the end. Throws `StoreUnavailable` if
 * the database is not empty.
 */
export async function withScratchDatabase<Result>(
  databaseUrl: string,
  task: () => Promise<Result>,
): Promise<Result> {
  const client = new Client(toPoolConfig(databaseUrl));
  // A lost connection fails the next query.
  client.on('error', () => undefined);
  await client.connect();
  const listRelations = async (kinds: string) => {
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relkind = any($1) and oid >= 16384 and relnamespace::regnamespace::text !~ '^pg_'`,
      [[...kinds]],
    );
    return rows.map(({ name }) => name);
  };
  try {
    const [found] = await listRelations('rpvmSf');
    if (found) {
      throw new StoreUnavailable(`${getDatabaseName(databaseUrl)} has the table ${found}`, {
        fix: 'Name an empty database: the dry run removes all of its tables.',
      });
    }
    try {
      return await task();
    } finally {
      const tables = await listRelations('rp');
      if (tables.length) await client.query(`drop table ${tables.join()} cascade`);
    }
  } finally {
    await client.end();
  }
}
