import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Store } from '../inquiries/store.ts';

/**
 * Makes every insert, update or delete on a table fail, with an error other than a constraint
 * violation, until the test ends or the returned function is called.
 */
export async function failStatement(
  { db, kind }: Store,
  statement: 'insert' | 'update' | 'delete',
  table: string,
): Promise<() => Promise<void>> {
  const isSqlite = kind === 'sqlite';
  const trigger = `fail_${statement}_${table}`;
  const execute = (text: string) => sql.raw(text).execute(db);
  if (!isSqlite) {
    await execute(`
      create function ${trigger}() returns trigger language plpgsql as
      $$ begin raise exception 'The ${statement} fails'; end $$`);
  }
  await execute(`
    create trigger ${trigger} before ${statement} on ${table} for each row
    ${isSqlite ? `begin select json('The ${statement} fails'); end` : `execute function ${trigger}()`}`);
  const repair = async () => {
    await execute(
      isSqlite ? `drop trigger if exists ${trigger}` : `drop function if exists ${trigger} cascade`,
    );
  };
  onTestFinished(repair);
  return repair;
}
