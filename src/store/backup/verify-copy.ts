import { sql } from 'kysely';
import { openDatabase } from '../sqlite/open-database.ts';
import { connectSqlite } from '../sqlite/sqlite-dialect.ts';
import type { CopyContents, Database } from '../store.ts';
import { createUnusableCopyError, getReason, readCode } from '../store-errors.ts';
import { type VerifyOptions, verifySchema } from './verify-schema.ts';

/**
 * Opens a copy and runs a task on it. Merges its log and ends WAL mode: the server recognizes a
 * backup by that.
 */
export async function withCopy<Result>(file: string, task: (copy: Database) => Promise<Result>) {
  using writer = openDatabase(file);
  // Overwrites deleted data with zeros.
  writer.exec('pragma journal_mode = delete; pragma secure_delete = on');
  return await task({ db: connectSqlite({ writer }) });
}

/** Verifies a copy: its schema, then its pages, indexes and rows. Throws `StoreUnavailable`. */
export async function verifyCopy(file: string, options: VerifyOptions): Promise<CopyContents> {
  try {
    return await withCopy(file, async (copy) => {
      await verifySchema(copy, options);
      await assertIntact(copy, options.name);
      return readContents(copy);
    });
  } catch (error) {
    // A driver error at any statement means damage.
    if (readCode(error)) throw createUnusableCopyError(options.name, getReason(error));
    throw error;
  }
}

/** Checks pages, indexes and rows. Throws `StoreUnavailable`. */
async function assertIntact({ db }: Database, name: string): Promise<void> {
  const { rows } = await sql<object>`pragma integrity_check(1)`.execute(db);
  const damage = String(Object.values(rows[0] ?? {})[0]);
  if (damage !== 'ok') throw createUnusableCopyError(name, damage);
}

async function readContents({ db }: Database): Promise<CopyContents> {
  const { rows } = await sql<CopyContents>`
    select count(*) as inquiries, max(received_at) as newest_arrival from inquiries`.execute(db);
  return rows[0] ?? { inquiries: 0 };
}
