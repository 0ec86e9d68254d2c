/**
 * The lock of an SQLite database, which one write has at a time. Its rules:
 * 1. Each write, a transaction or one statement, waits for a lock of another process for at most
 *    `lockWaitMs` from its own request, its wait for earlier writes of this process included.
 * 2. The writes of this process queue for one connection; the first polls for other processes' lock.
 * 3. A write whose time is over fails as locked, wherever it waits; the others wait on, in their order.
 * 4. Reads have a connection of their own, wait for no write, and see what is committed.
 * 5. A lock whose holder ends is free at once: the operating system releases it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isLockError } from '../store-errors.ts';

/** A write that waits for earlier ones of this process, or for the lock of another process. */
export interface WaitingWrite {
  /** Monotonic time (`performance.now()`) of the request. */
  requestedMs: number;
  reject(error: unknown): void;
}

interface LockOptions {
  /** Maximum time in milliseconds for which a write waits, from its request. */
  lockWaitMs: number;
  /**
   * Called with the error of a lock each time a write finds the database locked and continues to
   * wait.
   */
  onLocked?: ((error: unknown) => void) | undefined;
}

interface QueuedWrite extends WaitingWrite {
  /** Called when the writes before it have ended. */
  resolve(): void;
}

/** Time between two attempts to get a lock that another process holds. */
const lockPollMs = 20;

/** Lock for the writes of one connection. */
export class WriteLock {
  readonly #options: LockOptions;
  /** Writes that wait for the one that holds the lock, in order. */
  readonly #queue: QueuedWrite[] = [];
  #isHeld = false;

  constructor(options: LockOptions) {
    this.#options = options;
  }

  /**
   * Runs `lockDatabase`, a statement that takes the lock, after the earlier writes of this process
   * and once no other process holds the lock. The caller then holds it until `release`. If the
   * statement fails, throws its error, and the caller does not hold the lock.
   */
  async acquire<Result>(lockDatabase: () => Result): Promise<Result> {
    const { lockWaitMs, onLocked } = this.#options;
    const requestedMs = performance.now();
    if (this.#isHeld) await this.#waitForTurn(requestedMs);
    this.#isHeld = true;
    for (;;) {
      try {
        return lockDatabase();
      } catch (error) {
        const mayWait = isLockError(error) && !isOverdue(requestedMs, lockWaitMs);
        if (!mayWait) {
          this.release();
          throw error;
        }
        rejectOverdue(this.#queue, lockWaitMs, error);
        onLocked?.(error);
      }
      await sleep(lockPollMs);
    }
  }

  #waitForTurn(requestedMs: number): Promise<void> {
    return new Promise((resolve, reject) => this.#queue.push({ requestedMs, resolve, reject }));
  }

  /** Gives the lock to the next write that waits. */
  release(): void {
    const next = this.#queue.shift();
    if (next) next.resolve();
    else this.#isHeld = false;
  }
}

/** Rejects the overdue writes of a queue, in which the first was requested first. */
export function rejectOverdue(queue: WaitingWrite[], lockWaitMs: number, error: unknown): void {
  while (queue[0] && isOverdue(queue[0].requestedMs, lockWaitMs)) queue.shift()?.reject(error);
}

const isOverdue = (requestedMs: number, lockWaitMs: number) =>
  performance.now() - requestedMs >= lockWaitMs;
