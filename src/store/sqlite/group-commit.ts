import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../tables.ts';

export type Task<Result> = (transaction: Transaction<Tables>) => Promise<Result>;

/** Runs a task in a transaction that is on disk when the promise resolves. */
export type Transact = <Result>(task: Task<Result>) => Promise<Result>;

interface QueuedTask {
  task: Task<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Limits the time for which a group blocks the process. */
const maxGroupSize = 64;

/**
 * Runs queued tasks in one transaction, in order, because the fsync of a commit costs more than a
 * short task. If a task fails, the group is rolled back and each task runs again in its own
 * transaction. Tasks must therefore have no side effects outside the store.
 */
export function createGroupCommit(db: Kysely<Tables>): Transact {
  const queue: QueuedTask[] = [];
  let isCommitting = false;

  return <Result>(task: Task<Result>) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ task, resolve: resolve as QueuedTask['resolve'], reject });
      if (!isCommitting) void drainQueue();
    });

  async function drainQueue() {
    isCommitting = true;
    while (queue.length > 0) {
      await endOfTurn();
      await commit(queue.splice(0, maxGroupSize));
    }
    isCommitting = false;
  }

  async function commit(group: QueuedTask[]) {
    let hasTaskFailed = false;
    try {
      const outcomes = await db.transaction().execute(async (transaction) => {
        const results: unknown[] = [];
        try {
          for (const { task } of group) results.push(await task(transaction));
        } catch (error) {
          hasTaskFailed = true;
          throw error;
        }
        return results;
      });
      group.forEach(({ resolve }, index) => resolve(outcomes[index]));
    } catch (error) {
      // A failed commit is not retried: all of its tasks are rejected.
      if (hasTaskFailed && group.length > 1) for (const queued of group) await commit([queued]);
      else for (const { reject } of group) reject(error);
    }
  }
}
