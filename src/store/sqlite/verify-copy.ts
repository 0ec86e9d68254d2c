import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { Kysely, sql } from 'kysely';
import { readApplied } from '../migrations/migrate.ts';
import { createUnusableCopyError, getReason } from '../store-errors.ts';
import type { CopyContents } from '../store.ts';
import type { Tables } from '../tables.ts';
import { markAsCopy } from './copy-mark.ts';
import { createSqliteDialect, getSqliteResultCode } from './sqlite-dialect.ts';

/**
 * Verifies a copy: its pages, indexes and tables, and the `rows` of each table, if given. Opens it
 * read-only, or merges its write-ahead log. `name` is for messages. Throws `StoreUnavailable`.
 */
export async function verifyCopy(
  file: string,
  options: { name?: string; mergesLog?: boolean; rows?: Record<string, number> } = {},
): Promise<CopyContents & { tables: string }> {
  const { name = file, mergesLog = false, rows: expectedRows } = options;
  const unusable = (reason: string) => createUnusableCopyError(name, reason);
  const database = new DatabaseSync(file, { readOnly: !mergesLog });
  try {
    if (mergesLog) markAsCopy(database);
    const [found] = database.prepare('pragma integrity_check(1)').all();
    const damage = String(Object.values(found ?? {})[0]);
    if (damage !== 'ok') throw unusable(damage);
    const dialect = createSqliteDialect(database, 0);
    const db = new Kysely<Tables>({ dialect });
    const last = (await readApplied({ db, kind: 'sqlite', name })).at(-1);
    if (!last) throw unusable('it is not a store of this program');
    if (expectedRows && !isDeepStrictEqual(countRows(database), expectedRows)) {
      throw unusable('it does not have the rows of the store');
    }
    const { rows } = await sql<CopyContents>`
      select count(*) as inquiries, max(received_at) as "newestArrival" from inquiries`.execute(db);
    const [{ inquiries, newestArrival } = { inquiries: 0, newestArrival: undefined }] = rows;
    return { inquiries, newestArrival: newestArrival ?? undefined, tables: last };
  } catch (error) {
    throw getSqliteResultCode(error) === undefined ? error : unusable(getReason(error));
  } finally {
    if (database.isOpen) database.close();
  }
}

/** Counts the rows of each table, not of an index, which may be damaged. */
export function countRows(database: DatabaseSync): Record<string, number> {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  const count = (name: string) =>
    Number(
      database.prepare(`select count(*) as count from "${name}" not indexed`).get()?.['count'],
    );
  return Object.fromEntries(tables.map(({ name }) => [String(name), count(String(name))]));
}
