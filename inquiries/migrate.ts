import { type Kysely, sql } from 'kysely';
import { createMigrations, type SchemaDialect } from './migrations.ts';
import { StoreTooNew } from './store-unavailable.ts';
import type { Tables } from './tables.ts';

/** Brings the store `name` up to date; several processes may do so at once. Throws `StoreTooNew`. */
export async function migrate(db: Kysely<Tables>, name: string, dialect: SchemaDialect) {
  const migrations = createMigrations(dialect);
  const isUpToDate = async () => {
    const executed = await executedMigrations(db);
    const unknown = executed.find((name) => !Object.hasOwn(migrations, name));
    if (unknown) {
      throw new StoreTooNew(`${name} was used by a newer version of this program (${unknown})`);
    }
    return executed.length === Object.keys(migrations).length;
  };
  if (await isUpToDate()) return;

  const { Migrator } = await import('kysely/migration');
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: db.withoutPlugins(), provider }).migrateToLatest();
  // A newer program may have been first.
  if (error && !(await isUpToDate())) throw error;
}

/** Whether the store is at the last step that this program knows, and at none beyond. */
export async function hasCurrentTables({ db }: { db: Kysely<Tables> }): Promise<boolean> {
  // Every dialect has the same steps.
  const known = createMigrations({ tableOptions: '', byteOrder: '', isShared: false });
  const executed = await executedMigrations(db);
  return executed.toSorted().join() === Object.keys(known).join();
}

/** None where there is no table of them yet, or no database at all. */
const executedMigrations = (db: Kysely<Tables>): Promise<string[]> =>
  sql<{ name: string }>`select name from kysely_migration`.execute(db).then(
    ({ rows }) => rows.map(({ name }) => name),
    () => [],
  );
