import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { Kysely, sql } from 'kysely';
import { readCompatibleTables } from '../migrations/migrate.ts';
import { createUnusableCopyError, getReason } from '../store-errors.ts';
import type { CopyContents } from '../store.ts';
import type { Tables } from '../tables.ts';
import { markAsCopy } from './detect-file-replacement.ts';
import { createSqliteDialect, getSqliteResultCode } from './sqlite-dialect.ts';

export interface VerifyOptions {
  /** For messages; defaults to the file. */
  name?: string;
  /** Merges a write-ahead log into the file. Otherwise opens it read-only, without files beside it. */
  mergesLog?: boolean;
  /** Rows of each table that the copy must have. */
  rows?: Record<string, number>;
}

/** Verifies a copy: its pages, indexes and tables. Throws `StoreUnavailable`. */
export async function verifyCopy(
  file: string,
  { name = file, mergesLog = false, rows: expectedRows }: VerifyOptions = {},
): Promise<CopyContents> {
  const unusable = (reason: string) => createUnusableCopyError(name, reason);
  const database = new DatabaseSync(file, { readOnly: !mergesLog });
  try {
    if (mergesLog) markAsCopy(database);
    const [found] = database.prepare('pragma integrity_check(1)').all();
    const damage = String(Object.values(found ?? {})[0]);
    if (damage !== 'ok') throw unusable(damage);
    const dialect = createSqliteDialect(database, { lockWaitMs: 0, checkFiles: () => undefined });
    const db = new Kysely<Tables>({ dialect });
    const { last } = await readCompatibleTables(db, { kind: 'sqlite', name });
    if (!last) throw unusable('it is not a store of this program');
    if (expectedRows && !isDeepStrictEqual(countRows(database), expectedRows)) {
      throw unusable('it does not have the rows of the store');
    }
    const { rows } = await sql<{ count: number; newest: string | null }>`
      select count(*) as count, max(received_at) as newest from inquiries`.execute(db);
    return {
      inquiries: rows[0]?.count ?? 0,
      newestArrival: rows[0]?.newest ?? undefined,
      tables: last,
    };
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
