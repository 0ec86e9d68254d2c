import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Task, Transact } from '../store.ts';
import { isLockError } from '../store-errors.ts';
import type { Tables } from '../tables.ts';
import { rejectOverdue, type WaitingWrite } from './write-lock.ts';

/** Maximum number of tasks in a group, which limits the time for which it blocks the process. */
const maxGroupSize = 64;

interface QueuedTask extends WaitingWrite {
  task: Task<unknown>;
  resolve(result: unknown): void;
}

/** A transaction of a group of tasks. */
interface GroupAttempt {
  /** Undefined until the transaction has begun. */
  group: QueuedTask[] | undefined;
  /** Results of the tasks that succeeded, in the order of tasks. */
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
  /** Waiting tasks, in order. */
  readonly #queue: QueuedTask[] = [];
  /** Tasks of a failed group, which run alone, in order and before the queue. */
  readonly #retriedAlone: QueuedTask[] = [];
  #isCommitting = false;

  /** `runTransaction` runs a task in its own transaction. */
  constructor(runTransaction: Transact, lockWaitMs: number) {
    this.#runTransaction = runTransaction;
    this.#lockWaitMs = lockWaitMs;
  }

  /**
   * Runs a task in the transaction of a group. An arrow function, because it is passed as a
   * callback.
   */
  readonly transact = <Result>(task: Task<Result>): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      const requestedMs = performance.now();
      this.#queue.push({ task, resolve: resolve as QueuedTask['resolve'], reject, requestedMs });
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
    // Take the group after the transaction has begun: while that waits for a lock, tasks may time
    // out.
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
    // Each task waits for a lock until its own time is over: see `rejectOverdue`.
    if (isLockError(error)) return;
    rejectAll(this.#retriedAlone.splice(0), error);
    rejectAll(this.#queue.splice(0), error);
  }

  /** Rejects the tasks that have waited for `lockWaitMs`, with the error of the lock. */
  rejectOverdue(error: unknown): void {
    for (const waiting of [this.#retriedAlone, this.#queue])
      rejectOverdue(waiting, this.#lockWaitMs, error);
  }
}

function rejectAll(tasks: QueuedTask[], error: unknown) {
  for (const { reject } of tasks) reject(error);
}
