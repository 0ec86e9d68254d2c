import { createAlarm, sleep } from '../delivery/alarm.ts';
import type { DeliveryLog } from '../delivery/attempt-delivery.ts';
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

export interface RetentionLoop {
  /** Looks for what is due right now. */
  wake(): void;
  /** Ends after the batch that is being erased. */
  stop(): Promise<void>;
}

/** Erases what is not to be kept any longer: now, then every day at a quiet hour, until stopped. */
export function startRetention(dependencies: RetentionDependencies): RetentionLoop {
  const { store, clock, timeZone, log, onErased } = dependencies;
  const alarm = createAlarm();
  const stopping = new AbortController();
  // What the last quiet hour would have erased is erased by a start that comes after it.
  let dueAt = -Infinity;
  const ended = eraseUntilStopped();
  return { wake: alarm.ring, stop };

  async function eraseUntilStopped() {
    while (!stopping.signal.aborted) {
      const woken = alarm.next();
      if (clock() >= dueAt) await look();
      await sleep(Math.min(Math.max(dueAt - clock(), 0), longestSleepMs), woken);
    }
  }

  async function look() {
    const now = clock();
    const erased: Erased = { age: 0, spam: 0 };
    try {
      await eraseExpired(store, dependencies, now, {
        signal: stopping.signal,
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

  function stop() {
    stopping.abort();
    alarm.ring();
    return ended;
  }
}
