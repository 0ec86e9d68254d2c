import type { DeliveryLog } from '../delivery/attempt-delivery.ts';
import { type Loop, startLoop } from '../start-loop.ts';
import type { Store } from '../store.ts';
import { type Erased, eraseExpired, type RetentionRule } from './erase-expired.ts';
import { nextEraseAt } from './retention-times.ts';

/** A machine's clock may be set while the loop sleeps; also how soon it tries again. */
const longestSleepMs = 60_000;

export interface RetentionDependencies extends RetentionRule {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  log: DeliveryLog;
  /** Called with what each batch erased. */
  onErased?: ((erased: Erased) => void) | undefined;
}

export type RetentionLoop = Loop;

/**
 * Erases what is not to be kept any longer, and clears the store's files of it: now, then every day
 * at a quiet hour, until stopped.
 */
export function startRetention(dependencies: RetentionDependencies): RetentionLoop {
  const { store, clock, timeZone, log, onErased } = dependencies;
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
      await eraseExpired(store, dependencies, now, {
        signal,
        onErased: ({ age, spam }) => {
          erased.age += age;
          erased.spam += spam;
          onErased?.({ age, spam });
        },
      });
      dueAt = nextEraseAt(now, timeZone);
    } catch (err) {
      log.error({ err }, 'Expired inquiries wait for the store');
      dueAt = now + longestSleepMs;
    }
    const count = erased.age + erased.spam;
    if (count) log.info({ ...erased }, 'Expired inquiries were erased');
    return count;
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
