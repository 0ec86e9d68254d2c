import { minuteMs, toIso } from '../../inquiry/format-time.ts';
import { type JobLog, type Loop, startLoop } from '../../jobs/run-loop.ts';
import { wrapStoreErrors } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import type { Destination } from '../../store/tables.ts';
import { type NewEvent, recordEvents } from '../../store/events.ts';
import { reportOutages } from '../outages.ts';
import { type BusinessCalendar, digestAt } from './digest-times.ts';
import { readDigest } from './read-digest.ts';
import { enqueueReminders } from './reminders.ts';

const intervalMs = minuteMs;

export interface ReminderSchedulerDependencies extends BusinessCalendar {
  store: Store;
  /** Destinations of this server. */
  destinations: readonly Destination[];
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  log: Pick<JobLog, 'error'>;
  wakeDeliveries: () => void;
}

/** Queues reminders, digests and reports of outages when they are due, until stopped. */
export function startReminderScheduler(dependencies: ReminderSchedulerDependencies): Loop {
  const { store, destinations, clock, log } = dependencies;
  return startLoop(async () => {
    try {
      const now = clock();
      await enqueueReminders(store, destinations, now);
      await enqueueDigest(store, destinations, now, dependencies);
      await reportOutages(store, destinations, now);
      dependencies.wakeDeliveries();
    } catch (err) {
      log.error({ err }, 'Reminders and reports could not be queued; retrying in a minute');
    }
    return intervalMs;
  });
}

/**
 * Records today's digest for the team, once, and its escalation if inquiries are two business days
 * late. Throws `StoreUnavailable`.
 */
export async function enqueueDigest(
  store: Store,
  destinations: readonly Destination[],
  now: number,
  calendar: BusinessCalendar,
): Promise<void> {
  const { db } = store;
  const due = digestAt(now, calendar);
  const to = destinations.filter(({ reaches }) => reaches === 'team');
  if (!due || to.length === 0) return;
  const { day } = due;
  const event = { about: day, at: toIso(due.at) };

  await wrapStoreErrors('The digest could not be queued', async () => {
    const id = `digest-${day}`;
    const query = db.selectFrom('events').select('id').where('id', '=', id);
    if (await query.executeTakeFirst()) return;
    const events: NewEvent[] = [{ ...event, id, kind: 'digest', to }];
    const digest = await readDigest(store, day, now, calendar);
    const escalating = to.filter(({ escalates }) => escalates);
    if (digest?.isEscalated && escalating.length) {
      events.push({ ...event, id: `escalation-${day}`, kind: 'escalation', to: escalating });
    }
    await db.transaction().execute((transaction) => recordEvents(transaction, events));
  });
}
