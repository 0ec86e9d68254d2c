import type { Destination } from '../../config/destinations.ts';
import { type BusinessCalendar, findTeamDay, toZoned } from '../../inquiry/team-days.ts';
import { type Loop, startLoop } from '../../jobs/run-loop.ts';
import type { Log } from '../../log/limit-log.ts';
import { isRecorded, type NewEvent, recordEvents } from '../../store/outbox/events.ts';
import type { Database } from '../../store/store.ts';
import { type EpochMs, minuteMs, toIso } from '../../text/format-time.ts';
import { enqueueFloodDigest } from '../flood/enqueue-flood-digest.ts';
import type { NotificationContext } from '../messages/message.ts';
import { recordDueReminders } from './due-reminders.ts';

/**
 * Hour of a business day before which its digest is queued. A server that starts later skips the
 * digest of that day.
 */
const digestEndHour = 12;

/** Queues reminders and digests when they are due, until stopped. */
export function startSchedule(
  dependencies: NotificationContext & { log: Pick<Log, 'error'>; wakeDeliveries: () => void },
): Loop {
  return startLoop(async (stopSignal) => {
    try {
      await enqueueDue(dependencies, stopSignal);
      dependencies.wakeDeliveries();
    } catch (err) {
      const message = 'Reminders and digests could not be queued; retrying in a minute';
      dependencies.log.error({ err }, message);
    }
    return minuteMs;
  });
}

/**
 * Records the digests and reminders for the team that are due, each once: a flood digest at any
 * time, the others in the team's day. Leaves reminders to the next run once `stopSignal` is
 * aborted. Throws `StoreUnavailable`.
 */
export async function enqueueDue(
  dependencies: NotificationContext,
  stopSignal?: AbortSignal,
): Promise<void> {
  const { store, destinations, clock, officeHours } = dependencies;
  const now = clock();
  const to = destinations.filter(({ reaches }) => reaches === 'team');
  if (to.length === 0) return;
  await enqueueFloodDigest(store, now, to);
  const day = findTeamDay(now, officeHours);
  if (now < day.startsAtMs) return;
  const events = await createDigestEvents(store, now, officeHours, to);
  // Avoids the write lock when nothing is new.
  if (events.length > 0)
    await store.db.transaction().execute((transaction) => recordEvents(transaction, events));
  await recordDueReminders(store, now, officeHours, to, stopSignal);
}

/** Creates the events of the digest of the day; empty if it is not due, or recorded already. */
async function createDigestEvents(
  store: Database,
  now: EpochMs,
  calendar: BusinessCalendar,
  to: Destination[],
): Promise<NewEvent[]> {
  const time = toZoned(now, calendar);
  if (time.hour >= digestEndHour) return [];
  const about = time.toPlainDate().toString();
  const id = `digest-${about}`;
  if (await isRecorded(store, id)) return [];
  const event = { about, at: toIso(now) };
  const escalatedTo = to.filter(({ escalates }) => escalates);
  return [
    { ...event, id, kind: 'digest', to },
    // Skipped when it is loaded, unless an inquiry is two business days late.
    { ...event, id: `escalation-${about}`, kind: 'escalation', to: escalatedTo },
  ];
}
