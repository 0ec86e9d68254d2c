import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { migrations } from '../src/store/migrations/migrations.ts';
import { NodeSqliteDialect } from '../src/store/sqlite/sqlite-dialect.ts';
import { openStore, type StoreLocation } from '../src/store/store.ts';
import { sampleInquiry } from './sample-inquiry.ts';
import { bareLocation } from './temporary-store.ts';

/** The inquiry of an older store. */
export const olderInquiry = {
  id: '01a1fd11-5a89-78ff-b898-08a7c7dde223',
  receivedAt: '2026-11-21T12:00:00.000Z',
  status: 'new' as const,
  ...sampleInquiry,
};

/** What is there, without this program's own way to open it. */
export const connectTo = (location: StoreLocation) =>
  'file' in location
    ? new Kysely<unknown>({
        dialect: new NodeSqliteDialect(new DatabaseSync(location.file), {
          lockWaitMs: 0,
          checkFiles: () => undefined,
        }),
      })
    : new Kysely<unknown>({
        dialect: new PostgresDialect({
          pool: new Pool({ connectionString: location.databaseUrl }),
        }),
      });

/** A store as a program with no later migrations left it, with one inquiry. */
export async function olderStore(lastMigration: string): Promise<StoreLocation> {
  const location = await bareLocation();
  const last = migrations.findIndex(({ name }) => name === lastMigration);
  await (await openStore({ ...location, migrations: migrations.slice(0, last + 1) })).close();

  const row: Record<string, string> = {};
  for (const [field, value] of Object.entries(olderInquiry)) {
    row[field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = value;
  }
  const db = connectTo(location);
  const columns = sql.raw(Object.keys(row).join());
  await sql`insert into inquiries (${columns}) values (${sql.join(Object.values(row))})`.execute(
    db,
  );
  await db.destroy();
  return location;
}

/** Names of the migrations that a store has, in their order. */
export async function migrationsOf(location: StoreLocation): Promise<string[]> {
  const db = connectTo(location);
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  await db.destroy();
  return rows.map(({ name }) => name);
}
