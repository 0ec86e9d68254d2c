import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Store } from '../src/store/store.ts';

/** Ends a retry loop without a pause, so that the test fails instead of hanging. */
const maxFailures = 50;

/** Returns the same store, whose statements of one kind fail while `failures.isOn`. */
export function failingStore(store: Store, kind: RootOperationNode['kind']) {
  const failures = { isOn: true, count: 0 };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== kind || !failures.isOn) return node;
      failures.count += 1;
      failures.isOn = failures.count < maxFailures;
      throw new Error(`Every ${kind} fails in this test`);
    },
    transformResult: async ({ result }) => result,
  };
  return { store: { ...store, db: store.db.withPlugin(plugin) }, failures };
}

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
