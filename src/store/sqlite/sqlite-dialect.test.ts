import { constants, DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { StoreUnavailable } from '../store-errors.ts';
import { connectSqlite } from './sqlite-dialect.ts';

/**
 * Connects to a database in memory with one table. Statements in `refused`, such as `ROLLBACK`,
 * fail once.
 */
function setUp(refused: string[] = []) {
  const writer = new DatabaseSync(':memory:');
  writer.exec('create table secrets (name text, value text)');
  const once = new Set<string | null>(refused);
  const { SQLITE_DENY, SQLITE_OK } = constants;
  writer.setAuthorizer((_, statement) => (once.delete(statement) ? SQLITE_DENY : SQLITE_OK));
  const db = connectSqlite({ writer });
  const insert = (name: string, into = db) =>
    into.insertInto('secrets').values({ name, value: '' }).execute();
  const transact = (name: string, end?: () => void) =>
    db.transaction().execute((transaction) => insert(name, transaction).then(end));
  return { writer, insert, transact };
}

const fail = () => {
  throw new Error('not done');
};

it.each([
  ['a rollback fails', ['ROLLBACK'], fail],
  ['a commit fails', ['COMMIT'], undefined],
  ['a commit and its rollback fail', ['COMMIT', 'ROLLBACK'], undefined],
])('stores what follows, and nothing of the transaction, if %s', async (_, refused, end) => {
  const { writer, insert, transact } = setUp(refused);
  const failed = expect(transact('failed', end)).rejects.toThrow('not authorized');
  await Promise.all([failed, insert('waiting'), transact('waiting too')]);
  await insert('later');
  expect(writer.isTransaction).toBe(false);
  const stored = writer.prepare('select name from secrets').all();
  expect(stored.map(({ name }) => name)).toEqual(['waiting', 'waiting too', 'later']);
});

it('refuses the writes that wait if the database is closed in a transaction', async () => {
  const { writer, insert, transact } = setUp();
  const closed = transact('closed', () => writer.close());
  const outcomes = await Promise.allSettled([closed, insert('waiting')]);
  const refused = { status: 'rejected', reason: expect.any(StoreUnavailable) as Error };
  expect(outcomes).toEqual([refused, refused]);
});
