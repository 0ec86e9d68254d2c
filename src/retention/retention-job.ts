import { setTimeout as sleep } from 'node:timers/promises';
import { type JobLog, type Loop, startLoop } from '../jobs/run-loop.ts';
import {
  type Condition,
  eraseBatch,
  receivedBefore,
  selectIds,
  spamBefore,
} from '../store/inquiries/delete-inquiries.ts';
import { orUnavailable } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import { expiredBefore, nextEraseAt, spamExpiredBefore } from './retention-times.ts';

/** A machine's clock may be set while the loop sleeps; also how soon it tries again. */
const longestSleepMs = 60_000;

// SQLite works in this process: so few take about 10 ms, and requests get their turn in between.
const batchSize = 25;
const pauseMs = 25;

/** How many inquiries were erased, by the reason. */
export interface Erased {
  age: number;
  spam: number;
}

export interface RetentionDependencies {
  store: Store;
  /** How long an inquiry is kept; undefined for ever. Spam is erased all the same. */
  months: number | undefined;
  /** The firm's (IANA name). */
  timeZone: string;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  log: JobLog;
  /** Called with what each batch erased. */
  onErased?: ((erased: Erased) => void) | undefined;
}

/**
 * Erases what is not to be kept any longer, and clears the store's files of it: now, then every day
 * at a quiet hour, until stopped.
 */
export function startRetention({
  store,
  months,
  timeZone,
  clock,
  log,
  onErased,
}: RetentionDependencies): Loop {
  const isSqlite = store.kind === 'sqlite';
  // What the last quiet hour would have erased is erased by a start that comes after it.
  let dueAt = -Infinity;
  let mayHoldErased = false;
  let isTold = false;
  return startLoop(async (signal) => {
    let count = 0;
    if (clock() >= dueAt) {
      count = await look(signal);
      // A command, another process or one that crashed may have left something in SQLite's files.
      mayHoldErased ||= isSqlite || count > 0;
    }
    if (mayHoldErased) await scrub(count);
    return Math.min(Math.max(dueAt - clock(), 0), longestSleepMs);
  });

  /** Resolves to how many were erased, also by a look that failed later. */
  async function look(signal: AbortSignal): Promise<number> {
    const now = clock();
    const erased: Erased = { age: 0, spam: 0 };
    try {
      await orUnavailable('Expired inquiries could not be erased', async () => {
        if (months !== undefined) {
          await eraseAll('age', receivedBefore(expiredBefore(now, timeZone, months)));
        }
        await eraseAll('spam', spamBefore(spamExpiredBefore(now)));
      });
      dueAt = nextEraseAt(now, timeZone);
    } catch (err) {
      log.error({ err }, 'Expired inquiries wait for the store');
      dueAt = now + longestSleepMs;
    }
    const count = erased.age + erased.spam;
    if (count) log.info({ ...erased }, 'Expired inquiries were erased');
    return count;

    // Several processes may do so at once: each takes what the others leave.
    async function eraseAll(why: keyof Erased, condition: Condition) {
      while (!signal.aborted) {
        // Looks before it takes the write lock: mostly there is nothing to erase.
        if (!(await selectIds(store.db, condition).limit(1).executeTakeFirst())) return;
        const taken = await eraseBatch(store, (transaction) =>
          selectIds(transaction, condition).limit(batchSize).forUpdate().skipLocked(),
        );
        if (!taken) return;
        erased[why] += taken;
        onErased?.({ age: 0, spam: 0, [why]: taken });
        await sleep(pauseMs);
      }
    }
  }

  /** Where it fails, or others read the store, the loop's next turn tries again. */
  async function scrub(count: number) {
    try {
      // PostgreSQL always leaves something, which it writes over by itself.
      mayHoldErased = !(await store.scrub()) && isSqlite;
    } catch (err) {
      log.error({ err }, 'The files of the store could not be cleared of what was erased');
      return;
    }
    if (mayHoldErased && count && !isTold) {
      log.warn({}, 'What was erased stays in the files of the store while others read them');
      isTold = true;
    }
    if (!mayHoldErased && isTold) {
      log.info({}, 'The files of the store are clear of what was erased');
      isTold = false;
    }
  }
}
