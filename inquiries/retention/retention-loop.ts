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
  log: Pick<DeliveryLog, 'info' | 'error'>;
  /** Called with what each batch erased. */
  onErased?: ((erased: Erased) => void) | undefined;
}

export type RetentionLoop = Loop;

/** Erases what is not to be kept any longer: now, then every day at a quiet hour, until stopped. */
export function startRetention(dependencies: RetentionDependencies): RetentionLoop {
  const { store, clock, timeZone, log, onErased } = dependencies;
  // What the last quiet hour would have erased is erased by a start that comes after it.
  let dueAt = -Infinity;
  return startLoop(async (signal) => {
    if (clock() >= dueAt) await look(signal);
    return Math.min(Math.max(dueAt - clock(), 0), longestSleepMs);
  });

  async function look(signal: AbortSignal) {
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
    if (erased.age + erased.spam) log.info({ ...erased }, 'Expired inquiries were erased');
  }
}
