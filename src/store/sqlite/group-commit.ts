import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { isLockError } from '../store-errors.ts';
import type { Task, Transact } from '../store.ts';
import type { Tables } from '../tables.ts';
import { rejectOverdue, type WaitingWrite } from './write-lock.ts';

/** Limits the time for which a group blocks the process. */
const maxGroupSize = 64;

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

/**
 * Runs concurrent tasks in one transaction, in order, because the fsync of a commit costs more than
 * a short task. If a task fails, the group is rolled back and each task runs again in its own
 * transaction. Tasks must therefore have no side effects outside the store.
 */
export class GroupCommit {
  readonly #runTransaction: Transact;
  readonly #lockWaitMs: number;
  /** Tasks that wait, in their order. */
  readonly #queue: QueuedTask[] = [];
  /** Tasks of a failed group, which run alone, in their order and before the queue. */
  readonly #retriedAlone: QueuedTask[] = [];
  #isCommitting = false;

  /** `runTransaction` runs a task in a transaction of its own. */
  constructor(runTransaction: Transact, lockWaitMs: number) {
    this.#runTransaction = runTransaction;
    this.#lockWaitMs = lockWaitMs;
  }

  /** Runs a task in the transaction of a group. A callback, which is bound to the queues. */
  readonly transact = <Result>(task: Task<Result>): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      const requestedAt = performance.now();
      this.#queue.push({ task, resolve: resolve as QueuedTask['resolve'], reject, requestedAt });
      if (!this.#isCommitting) void this.#drainQueues();
    });

  async #drainQueues() {
    this.#isCommitting = true;
    while (this.#queue.length + this.#retriedAlone.length > 0) {
      await endOfTurn();
      await this.#commit();
    }
    this.#isCommitting = false;
  }

  async #commit() {
    const attempt: GroupAttempt = { group: undefined, results: [], hasTaskFailed: false };
    try {
      await this.#runTransaction((transaction) => this.#runGroup(attempt, transaction));
      attempt.group?.forEach(({ resolve }, index) => resolve(attempt.results[index]));
    } catch (error) {
      this.#handleFailure(attempt, error);
    }
  }

  async #runGroup(attempt: GroupAttempt, transaction: Transaction<Tables>) {
    // Take the group in its transaction: while that waits for a lock, the time of a task may be over.
    attempt.group = this.#takeGroup();
    for (const { task } of attempt.group) {
      try {
        attempt.results.push(await task(transaction));
      } catch (error) {
        attempt.hasTaskFailed = true;
        throw error;
      }
    }
  }

  #takeGroup(): QueuedTask[] {
    const single = this.#retriedAlone.shift();
    return single ? [single] : this.#queue.splice(0, maxGroupSize);
  }

  #handleFailure({ group, hasTaskFailed }: GroupAttempt, error: unknown) {
    if (group === undefined) this.#handleNotBegun(error);
    else if (hasTaskFailed && group.length > 1) this.#retriedAlone.push(...group);
    // Neither a task that failed alone nor a failed commit is retried.
    else rejectAll(group, error);
  }

  #handleNotBegun(error: unknown) {
    // A lock refuses each task when its own time is over.
    if (isLockError(error)) return;
    rejectAll(this.#retriedAlone.splice(0), error);
    rejectAll(this.#queue.splice(0), error);
  }

  /** Rejects the tasks that have waited for `lockWaitMs`, with the error of a lock. */
  rejectOverdue(error: unknown): void {
    for (const waiting of [this.#retriedAlone, this.#queue])
      rejectOverdue(waiting, this.#lockWaitMs, error);
  }
}

function rejectAll(tasks: QueuedTask[], error: unknown) {
  for (const { reject } of tasks) reject(error);
}
