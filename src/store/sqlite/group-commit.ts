import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../tables.ts';

export type Task<Result> = (transaction: Transaction<Tables>) => Promise<Result>;

/** Does `work` in a transaction, which is on disk when the promise resolves. */
export type Transact = <Result>(work: Task<Result>) => Promise<Result>;

interface QueuedTask {
  work: Task<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** So that a group does not keep the process from everything else for long. */
const maxGroupSize = 64;

/**
 * Lets what arrived in one turn of the event loop, and waited for the commit before, share a
 * transaction: a commit waits for the disk, which costs more than all the rest of a short work. The
 * works follow each other in the order of their calls. Where one of them fails, the group is taken
 * back and each is done again in a transaction of its own, so none fails for another's sake; a work
 * must therefore have no other effects than those on the store.
 */
export function createGroupCommit(db: Kysely<Tables>): Transact {
  const queue: QueuedTask[] = [];
  let isCommitting = false;

  return <Result>(work: Task<Result>) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ work, resolve: resolve as QueuedTask['resolve'], reject });
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
      const results = await db.transaction().execute(async (transaction) => {
        const done: unknown[] = [];
        try {
          for (const { work } of group) done.push(await work(transaction));
        } catch (error) {
          hasTaskFailed = true;
          throw error;
        }
        return done;
      });
      group.forEach(({ resolve }, index) => resolve(results[index]));
    } catch (error) {
      // A commit that failed may fail differently next time, without having reached the disk.
      if (hasTaskFailed && group.length > 1) for (const member of group) await commit([member]);
      else for (const { reject } of group) reject(error);
    }
  }
}
