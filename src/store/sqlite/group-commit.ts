import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { isLockError } from '../store-errors.ts';
import type { Tables } from '../tables.ts';
import { rejectOverdue, type WaitingWrite } from './sqlite-dialect.ts';

type Task<Result> = (transaction: Transaction<Tables>) => Promise<Result>;

/** Runs a task in a transaction that is on disk when the promise resolves. */
export type Transact = <Result>(task: Task<Result>) => Promise<Result>;

interface QueuedTask extends WaitingWrite {
  task: Task<unknown>;
  resolve(result: unknown): void;
}

/** Limits the time for which a group blocks the process. */
const maxGroupSize = 64;

export interface GroupCommit {
  transact: Transact;
  /** Rejects the tasks that have waited for `lockWaitMs`, with the error of a lock. */
  rejectOverdue: (error: unknown) => void;
}

/**
 * Runs concurrent tasks in one transaction, in order, because the fsync of a commit costs more than
 * a short task. If a task fails, the group is rolled back and each task runs again in its own
 * transaction. Tasks must therefore have no side effects outside the store. `runTransaction` runs a task
 * in a transaction of its own.
 */
export function createGroupCommit(runTransaction: Transact, lockWaitMs: number): GroupCommit {
  /** Tasks that wait, in their order. */
  const queue: QueuedTask[] = [];
  let isCommitting = false;
  /** Tasks at the head of the queue that run alone, because their group failed. */
  let alone = 0;

  return {
    transact<Result>(task: Task<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const requestedAt = performance.now();
        queue.push({ task, resolve: resolve as QueuedTask['resolve'], reject, requestedAt });
        if (!isCommitting) void drainQueue();
      });
    },
    rejectOverdue(error) {
      rejectOverdue(queue, lockWaitMs, error);
    },
  };

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
    const results: unknown[] = [];
    try {
      await runTransaction(async (transaction) => {
        // Not earlier: while the transaction waits for a lock, the time of a task may be over.
        group = queue.splice(0, alone > 0 ? 1 : maxGroupSize);
        alone = Math.max(alone - 1, 0);
        for (const { task } of group) results.push(await task(transaction));
      });
      group.forEach(({ resolve }, index) => resolve(results[index]));
    } catch (error) {
      // A task that fails has no result; a commit that fails has all.
      const hasTaskFailed = results.length < group.length;
      if (hasTaskFailed && group.length > 1) {
        queue.unshift(...group);
        alone = group.length;
        return;
      }
      // A lock refuses each task when its own time is over.
      if (group.length === 0 && !isLockError(error)) group = queue.splice(0);
      // A failed commit is not retried.
      for (const { reject } of group) reject(error);
    }
  }
}
