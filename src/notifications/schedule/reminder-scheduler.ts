import { minuteMs, toIso } from '../../inquiry/format-time.ts';
import { type JobLog, type Loop, startLoop } from '../../jobs/run-loop.ts';
import { wrapStoreErrors } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import type { Destination } from '../../store/tables.ts';
import { type NewEvent, recordEvents } from '../../store/events.ts';
import { reportOutages } from '../outages.ts';
import { type BusinessCalendar, digestAt, nextDigest } from './digest-times.ts';
import { readDigest } from './read-digest.ts';
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
      const { count, nextAt } = await enqueueReminders(store, destinations, now);
      const hasDigest = await enqueueDigest(store, destinations, now, dependencies);
      await reportOutages(store, destinations, now);
      if (count || hasDigest) dependencies.onEnqueued();
      return Math.min(nextAt - now, nextDigest(now, dependencies).at - now, maxSleepMs);
    } catch (err) {
      log.error({ err }, 'Reminders and reports could not be queued; retrying in a minute');
      return maxSleepMs;
    }
  });
}

/**
 * Records today's digest for the team, once, and its escalation if inquiries are two business days
 * late. Resolves to true if recorded now. Throws `StoreUnavailable`.
 */
export async function enqueueDigest(
  store: Store,
  destinations: readonly Destination[],
  now: number,
  calendar: BusinessCalendar,
): Promise<boolean> {
  const { db } = store;
  const due = digestAt(now, calendar);
  const to = destinations.filter(({ reaches }) => reaches === 'team');
  if (!due || to.length === 0) return false;
  const { day } = due;
  const event = { about: day, at: toIso(due.at) };

  return wrapStoreErrors('The digest could not be queued', async () => {
    const id = `digest-${day}`;
    const query = db.selectFrom('events').select('id').where('id', '=', id);
    if (await query.executeTakeFirst()) return false;
    const events: NewEvent[] = [{ ...event, id, kind: 'digest', to }];
    const digest = await readDigest(store, day, now, calendar);
    const escalating = to.filter(({ escalates }) => escalates);
    if (digest?.isEscalated && escalating.length) {
      events.push({ ...event, id: `escalation-${day}`, kind: 'escalation', to: escalating });
    }
    await db.transaction().execute((transaction) => recordEvents(transaction, events));
    return true;
  });
}
