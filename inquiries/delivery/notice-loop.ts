import type { Store } from '../store.ts';
import { createAlarm, sleep } from './alarm.ts';
import type { DeliveryLog } from './attempt-delivery.ts';
import { nextDigestAt } from './digest-times.ts';
import { queueDigest } from './queue-digest.ts';
import { nextReminderAt, queueReminders } from './queue-reminders.ts';

/** How long what others changed may go unseen, such as a review that makes a response due. */
const longestSleepMs = 60_000;

export interface NoticeDependencies {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  /** The firm's (IANA name): says what a business morning is. */
  timeZone: string;
  log: Pick<DeliveryLog, 'error'>;
  /** Called after something was queued. */
  onQueued: () => void;
}

export interface NoticeLoop {
  /** Looks for what is due right now. */
  wake(): void;
  stop(): Promise<void>;
}

/** Queues reminders and digests when they are due, until it is stopped. */
export function startNotices(dependencies: NoticeDependencies): NoticeLoop {
  const { store, clock, timeZone, log, onQueued } = dependencies;
  const alarm = createAlarm();
  let isStopping = false;
  const ended = queueUntilStopped();
  return { wake: alarm.ring, stop };

  async function queueUntilStopped() {
    while (!isStopping) {
      const woken = alarm.next();
      let sleepMs = longestSleepMs;
      try {
        const now = clock();
        const reminded = await queueReminders(store, now);
        const isDigestQueued = await queueDigest(store, now, timeZone);
        if (reminded || isDigestQueued) onQueued();
        const next = (await nextReminderAt(store, now)) ?? Infinity;
        sleepMs = Math.min(next - now, nextDigestAt(now, timeZone) - now, longestSleepMs);
      } catch (err) {
        log.error({ err }, 'Reminders and digests wait for the store');
      }
      await sleep(sleepMs, woken);
    }
  }

  function stop() {
    isStopping = true;
    alarm.ring();
    return ended;
  }
}
