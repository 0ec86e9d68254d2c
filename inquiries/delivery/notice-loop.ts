import { type Loop, startLoop } from '../start-loop.ts';
import type { Store } from '../store.ts';
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

/** Queues reminders and digests when they are due, until it is stopped. */
export function startNotices(dependencies: NoticeDependencies): Loop {
  const { store, clock, timeZone, log, onQueued } = dependencies;
  return startLoop(async () => {
    try {
      const now = clock();
      const reminded = await queueReminders(store, now);
      const isDigestQueued = await queueDigest(store, now, timeZone);
      if (reminded || isDigestQueued) onQueued();
      const next = (await nextReminderAt(store, now)) ?? Infinity;
      return Math.min(next - now, nextDigestAt(now, timeZone) - now, longestSleepMs);
    } catch (err) {
      log.error({ err }, 'Reminders and digests wait for the store');
      return longestSleepMs;
    }
  });
}
