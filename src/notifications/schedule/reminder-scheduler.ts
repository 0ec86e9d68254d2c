import { minuteMs, toIso } from '../../inquiry/format-time.ts';
import { type JobLog, type Loop, startLoop } from '../../jobs/run-loop.ts';
import { wrapStoreErrors } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import type { Destination } from '../../store/tables.ts';
import { enqueueDeliveries } from '../../store/enqueue-deliveries.ts';
import { reportOutages } from '../outages.ts';
import { type BusinessCalendar, digestAt, nextDigest } from './digest-times.ts';
import { enqueueReminders } from './reminders.ts';

/** Maximum delay until a change by another process is seen, such as a review. */
const maxSleepMs = minuteMs;

export interface ReminderSchedulerDependencies extends BusinessCalendar {
  store: Store;
  /** Destinations of this server. */
  destinations: readonly Destination[];
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  log: Pick<JobLog, 'error'>;
  /** Called after reminders or a digest were queued. */
  onEnqueued: () => void;
}

/** Queues reminders, digests and reports of outages when they are due, until stopped. */
export function startReminderScheduler(dependencies: ReminderSchedulerDependencies): Loop {
  const { store, destinations, clock, log } = dependencies;
  return startLoop(async () => {
    try {
      const now = clock();
      const { count, nextAt } = await enqueueReminders(store, now);
      const hasDigest = await enqueueDigest(store, now, dependencies);
      await reportOutages(store, destinations, now);
      if (count || hasDigest) dependencies.onEnqueued();
      return Math.min(nextAt - now, nextDigest(now, dependencies).at - now, maxSleepMs);
    } catch (err) {
      log.error({ err }, 'Reminders and reports could not be queued; retrying in a minute');
      return maxSleepMs;
    }
  });
}

/** Queues today's digest, once. Resolves to true if queued now. Throws `StoreUnavailable`. */
export async function enqueueDigest(
  { db }: Store,
  now: number,
  calendar: BusinessCalendar,
): Promise<boolean> {
  const digest = digestAt(now, calendar);
  if (!digest) return false;
  const { day, at } = digest;
  const nextAttemptAt = toIso(at);

  return wrapStoreErrors('The digest could not be queued', async () => {
    const queued = await db
      .selectFrom('deliveries')
      .select('day')
      .where('day', '=', day)
      .executeTakeFirst();
    if (queued) return false;
    const delivery = { kind: 'digest', destination: 'email', day, nextAttemptAt } as const;
    await db.transaction().execute((transaction) => enqueueDeliveries(transaction, [delivery]));
    return true;
  });
}
