import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { isLockError } from '../store-errors.ts';
import type { Task, Transact } from '../store.ts';
import type { Tables } from '../tables.ts';
import { rejectOverdue, type WaitingWrite } from './write-lock.ts';

interface QueuedTask extends WaitingWrite {
  task: Task<unknown>;
  resolve(result: unknown): void;
}

/** A transaction of a group of tasks. */
interface GroupAttempt {
  /** Undefined until the transaction has begun. */
  group: QueuedTask[] | undefined;
  /** Results of the tasks that succeeded, in their order. */
  results: unknown[];
  hasTaskFailed: boolean;
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
  /** Tasks of a failed group, which run alone, in their order and before the queue. */
  const retriedAlone: QueuedTask[] = [];
  let isCommitting = false;

  return {
    transact<Result>(task: Task<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const requestedAt = performance.now();
        queue.push({ task, resolve: resolve as QueuedTask['resolve'], reject, requestedAt });
        if (!isCommitting) void drainQueues();
      });
    },
    rejectOverdue(error) {
      for (const waiting of [retriedAlone, queue]) rejectOverdue(waiting, lockWaitMs, error);
    },
  };

  async function drainQueues() {
    isCommitting = true;
    while (queue.length + retriedAlone.length > 0) {
      await endOfTurn();
      await commit();
    }
    isCommitting = false;
  }

  async function commit() {
    const attempt: GroupAttempt = { group: undefined, results: [], hasTaskFailed: false };
    try {
      await runTransaction((transaction) => runGroup(attempt, transaction));
      attempt.group?.forEach(({ resolve }, index) => resolve(attempt.results[index]));
    } catch (error) {
      handleFailure(attempt, error);
    }
  }

  async function runGroup(attempt: GroupAttempt, transaction: Transaction<Tables>) {
    // Not earlier: while the transaction waits for a lock, the time of a task may be over.
    attempt.group = takeGroup();
    for (const { task } of attempt.group) {
      try {
        attempt.results.push(await task(transaction));
      } catch (error) {
        attempt.hasTaskFailed = true;
        throw error;
      }
    }
  }

  function takeGroup(): QueuedTask[] {
    const single = retriedAlone.shift();
    return single ? [single] : queue.splice(0, maxGroupSize);
  }

  function handleFailure({ group, hasTaskFailed }: GroupAttempt, error: unknown) {
    if (group === undefined) handleNotBegun(error);
    else if (hasTaskFailed && group.length > 1) retriedAlone.push(...group);
    // Neither a task that failed alone nor a failed commit is retried.
    else rejectAll(group, error);
  }

  function handleNotBegun(error: unknown) {
    // A lock refuses each task when its own time is over.
    if (isLockError(error)) return;
    rejectAll(retriedAlone.splice(0), error);
    rejectAll(queue.splice(0), error);
  }
}

function rejectAll(tasks: QueuedTask[], error: unknown) {
  for (const { reject } of tasks) reject(error);
}
