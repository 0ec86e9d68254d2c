import { toIso } from '../../inquiry/to-iso.ts';
import { type JobLog, type Loop, startLoop } from '../../jobs/run-loop.ts';
import { insertDeliveries, newDelivery } from '../../outbox/enqueue-deliveries.ts';
import { orUnavailable } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import { digestAt, nextDigestAt } from './digest-times.ts';
import { nextReminderAt, queueReminders } from './queue-reminders.ts';

/** How long what others changed may go unseen, such as a review that makes a response due. */
const longestSleepMs = 60_000;

export interface NoticeDependencies {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  /** The firm's (IANA name): says what a business morning is. */
  timeZone: string;
  log: Pick<JobLog, 'error'>;
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

/** Queues this morning's digest, once. Resolves to whether it did. Throws `StoreUnavailable`. */
export async function queueDigest({ db }: Store, now: number, timeZone: string): Promise<boolean> {
  const digest = digestAt(now, timeZone);
  if (!digest) return false;
  const { day, at } = digest;
  const nextAttemptAt = toIso(at);

  return orUnavailable('The digest could not be queued', async () => {
    const queued = await db
      .selectFrom('deliveries')
      .select('day')
      .where('day', '=', day)
      .executeTakeFirst();
    if (queued) return false;
    const row = newDelivery({ kind: 'digest', destination: 'email', day, nextAttemptAt });
    await db.transaction().execute((transaction) => insertDeliveries(transaction, [row]));
    return true;
  });
}
