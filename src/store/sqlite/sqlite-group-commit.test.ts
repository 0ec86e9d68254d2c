import { DatabaseSync } from 'node:sqlite';
import { sql, type Transaction } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryFile, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { receiveInquiry } from '../../receive-inquiry/receive-inquiry.ts';
import { listInquiries } from '../inquiries/list-inquiries.ts';
import type { Task } from '../store.ts';
import type { Tables } from '../tables.ts';
import { GroupCommit } from './group-commit.ts';

async function setUp() {
  const location = temporaryFile();
  const { store } = await temporaryStore({ location });
  const submit = (changes: Partial<Inquiry> = {}) =>
    receiveInquiry({ store, clock: Date.now, destinations: [] }, { ...sampleInquiry, ...changes });
  const messages = async () => (await listInquiries(store)).map(({ message }) => message).sort();
  return { location, store, submit, messages };
}

const numbered = (count: number, first = 0) =>
  Array.from(
    { length: count },
    (_, index) => `Inquiry number ${String(first + index).padStart(3, '0')}`,
  );

it('shares a commit among concurrent tasks and resolves none before it', async () => {
  const { location, store } = await setUp();
  const other = new DatabaseSync(location.file);
  onTestFinished(() => other.close());
  const seenByOthers = () =>
    other.prepare('select count(*) as count from secrets').get()?.['count'];
  const before = Number(seenByOthers());
  const answered: string[] = [];
  const addSecret = async (transaction: Transaction<Tables>, name: string) => {
    await transaction.insertInto('secrets').values({ name, value: '' }).execute();
    const { length } = await transaction.selectFrom('secrets').select('name').execute();
    return { own: length, others: seenByOthers(), answered: [...answered] };
  };

  const seen = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      store
        .transact((transaction) => addSecret(transaction, name))
        .finally(() => answered.push(name)),
    ),
  );
  expect(seen).toEqual([
    { own: before + 1, others: before, answered: [] },
    { own: before + 2, others: before, answered: [] },
    { own: before + 3, others: before, answered: [] },
  ]);
  expect(answered).toEqual(['a', 'b', 'c']);
  expect(seenByOthers()).toBe(before + 3);
});

it('stores the other inquiry if one of two is refused', async () => {
  const { submit, messages } = await setUp();
  const refusal = expect(submit({ firstName: null as never })).rejects.toThrow(/not null/i);
  const stored = await submit({ message: 'The other inquiry.' });
  expect(stored).toMatchObject({ repeated: false });
  await refusal;
  expect(await messages()).toEqual(['The other inquiry.']);
});

it('shares a commit again after tasks that were to run alone have waited too long', async () => {
  /** Number of tasks that ended, for each transaction. */
  const ended: number[] = [];
  const runTransaction = async <Result>(task: Task<Result>) => {
    // As after a lock of another process that lasts longer than a task may wait.
    if (ended.push(0) === 2) groupCommit.rejectOverdue(new Error('locked'));
    return task({} as Transaction<Tables>);
  };
  const groupCommit = new GroupCommit(runTransaction, 0);
  const succeed = async () => void ended.push((ended.pop() ?? 0) + 1);
  const fail = () => Promise.reject(new Error('refused'));
  const first = await Promise.allSettled([succeed, succeed, fail].map(groupCommit.transact));
  const locked = { status: 'rejected', reason: new Error('locked') };
  expect(first).toEqual([locked, locked, locked]);
  await Promise.all([succeed, succeed, succeed, succeed].map(groupCommit.transact));
  expect(ended).toEqual([2, 0, 4]);
});

it('rejects all tasks if the commit fails, without a retry', async () => {
  const { store } = await setUp();
  const first = vi.fn(async (transaction: Transaction<Tables>) => {
    // Defer the check of foreign keys to the commit.
    await sql`pragma defer_foreign_keys = on`.execute(transaction);
    const orphan = { key: 'a', inquiryId: 'none', fingerprint: 'b', expiresAt: null };
    await transaction.insertInto('idempotencyKeys').values(orphan).execute();
  });
  const second = vi.fn(async () => {});
  const attempts = [store.transact(first), store.transact(second)];
  await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toThrow(/foreign key/i)));
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(1);
});

it('stores nothing on a full disk, and everything later', async () => {
  const { store, submit, messages } = await setUp();
  // Remove the free pages that migrations left.
  await sql`vacuum`.execute(store.db);
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(store.db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.pageCount ?? 0)}`.execute(store.db);
  const long = numbered(10).map((message) => message + 'x'.repeat(4900));
  const submitAll = () => Promise.allSettled(long.map((message) => submit({ message })));

  for (const attempt of await submitAll())
    expect(attempt).toMatchObject({ reason: { fix: expect.stringMatching(/^Free space/) } });
  expect(await messages()).toEqual([]);
  await sql`pragma max_page_count = 1000000`.execute(store.db);
  await submitAll();
  expect(await messages()).toEqual(long);
});

it('stores more inquiries than fit into one commit', async () => {
  const { store, submit, messages } = await setUp();
  const commits = vi.spyOn(store.db, 'transaction');
  await Promise.all(numbered(64).map((message) => submit({ message })));
  expect(commits).toHaveBeenCalledTimes(1);
  await Promise.all(numbered(65, 64).map((message) => submit({ message })));
  expect(commits).toHaveBeenCalledTimes(3);
  expect(await messages()).toEqual(numbered(129));
});
