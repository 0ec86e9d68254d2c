import { minuteMs } from '../../inquiry/format-time.ts';
import { type JobLog, type Loop, startLoop } from '../../jobs/run-loop.ts';
import type { Store } from '../../store/store.ts';
import type { Destination } from '../../store/tables.ts';
import { enqueueDigest } from './digest.ts';
import type { BusinessCalendar } from './office-hours.ts';
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

/** Queues reminders and digests when they are due, until stopped. */
export function startReminderScheduler(dependencies: ReminderSchedulerDependencies): Loop {
  const { store, destinations, clock, log } = dependencies;
  return startLoop(async () => {
    try {
      const now = clock();
      await enqueueReminders(store, destinations, now, dependencies);
      await enqueueDigest(store, destinations, now, dependencies);
      dependencies.wakeDeliveries();
    } catch (err) {
      log.error({ err }, 'Reminders and digests could not be queued; retrying in a minute');
    }
    return intervalMs;
  });
}
