import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../tables.ts';
import { isLockError } from '../store-errors.ts';
import { createLockedError, type ForeignLock, startLockTimer } from './sqlite-dialect.ts';

export type Task<Result> = (transaction: Transaction<Tables>) => Promise<Result>;

/** Runs a task in a transaction that is on disk when the promise resolves. */
export type Transact = <Result>(task: Task<Result>) => Promise<Result>;

interface QueuedTask {
  task: Task<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  /** Milliseconds, as of `performance.now()`. */
  expiresAt: number;
  stopTimer?: () => void;
  /** Its group failed: it runs in a transaction of its own. */
  isAlone: boolean;
}

/** Limits the time for which a group blocks the process. */
const maxGroupSize = 64;

/**
 * Runs queued tasks in one transaction, in order, because the fsync of a commit costs more than a
 * short task. If a task fails, the group is rolled back and each task runs again in its own
 * transaction. Tasks must therefore have no side effects outside the store. A task that waits for
 * longer than `lockWaitMs` while another process holds the lock fails as locked.
 */
export function createGroupCommit(
  db: Kysely<Tables>,
  lockWaitMs: number,
  lock: ForeignLock,
): Transact {
  const queue: QueuedTask[] = [];
  let isCommitting = false;

  return <Result>(task: Task<Result>) =>
    new Promise<Result>((resolve, reject) => {
      const expiresAt = performance.now() + lockWaitMs;
      const settle = { resolve: resolve as QueuedTask['resolve'], reject };
      queue.push(startTimer({ task, ...settle, expiresAt, isAlone: false }));
      if (!isCommitting) void drainQueue();
    });

  function startTimer(queued: QueuedTask) {
    const ms = Math.max(queued.expiresAt - performance.now(), 0);
    queued.stopTimer = startLockTimer(lock, ms, () => {
      queue.splice(queue.indexOf(queued), 1);
      queued.reject(createLockedError());
    });
    return queued;
  }

  async function drainQueue() {
    isCommitting = true;
    while (queue.length > 0) {
      await endOfTurn();
      await commit();
    }
    isCommitting = false;
  }

  async function commit() {
    let group: QueuedTask[] = [];
    let hasTaskFailed = false;
    try {
      const outcomes = await db.transaction().execute(async (transaction) => {
        // Not earlier: a task may expire while the transaction waits for a lock.
        group = takeGroup();
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
      if (hasTaskFailed && group.length > 1) {
        queue.unshift(...group.map((queued) => startTimer({ ...queued, isAlone: true })));
      } else if (group.length > 0) {
        // A failed commit is not retried: all of its tasks are rejected.
        for (const { reject } of group) reject(error);
      } else if (!isLockError(error)) {
        for (const { reject } of takeGroup()) reject(error);
      }
    }
  }

  function takeGroup() {
    const size = queue[0]?.isAlone ? 1 : maxGroupSize;
    const next = queue.slice(0, size).findIndex(({ isAlone }, index) => isAlone && index > 0);
    const group = queue.splice(0, next > 0 ? next : size);
    for (const { stopTimer } of group) stopTimer?.();
    return group;
  }
}
