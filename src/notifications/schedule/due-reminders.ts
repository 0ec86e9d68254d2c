import type { Destination } from '../../config/destinations.ts';
import { type DeadlineKind, promisedMs } from '../../inquiry/deadlines.ts';
import { type BusinessCalendar, findTeamDay } from '../../inquiry/team-days.ts';
import { repeatBatches } from '../../store/batches.ts';
import {
  findUnreminded,
  settleReminder,
  type Unreminded,
} from '../../store/inquiries/find-unreminded.ts';
import { type NewEvent, recordEvents } from '../../store/outbox/events.ts';
import type { Database } from '../../store/store.ts';
import type { Reminder } from '../../store/tables.ts';
import { type EpochMs, hourMs, toIso } from '../../text/format-time.ts';
import { reminderKinds, reminderRules } from '../messages/reminder.ts';

/** Time by which an early reminder precedes its deadline, if it then falls into the team's day. */
const leadMs = 4 * hourMs;
/** Number of reminders of a kind after which a run stops. The next run finds the others. */
const maxPerRun = 500;

/** Range of deadlines, from `from` to before `until`. */
interface DeadlineRange {
  from: EpochMs;
  until: EpochMs;
}

/** Returns the deadlines for which a reminder is due at `now`, a time in the team's day. */
export function findDeadlines(
  kind: Reminder,
  now: EpochMs,
  calendar: BusinessCalendar,
): DeadlineRange {
  const { dueKind, isEarly } = reminderRules[kind];
  return isEarly ? findSoonDeadlines(dueKind, now, calendar) : findLateDeadlines(now, calendar);
}

/**
 * Returns the deadlines that have passed since the team's day began. A deadline that passes outside
 * the team's day has no late reminder: the digest at the start of the next day names it.
 */
function findLateDeadlines(now: EpochMs, calendar: BusinessCalendar): DeadlineRange {
  return { from: findTeamDay(now, calendar).startsAtMs, until: now };
}

/**
 * Returns the coming deadlines for which an early reminder is due. The reminder comes `leadMs`
 * before the deadline: at 12:00 for one at 16:00. If the team's day is over by then, the reminder
 * comes in the last hour of the day: at 17:00 for one at 23:00.
 */
function findSoonDeadlines(
  dueKind: DeadlineKind,
  now: EpochMs,
  calendar: BusinessCalendar,
): DeadlineRange {
  const today = findTeamDay(now, calendar);
  const lastHourStartsAtMs = today.endsAtMs - hourMs;
  const isLastHour = now >= lastHourStartsAtMs;
  const afterLead = firstAfter(now + leadMs);
  if (!isLastHour) return { from: now, until: afterLead };
  const nextDay = findTeamDay(today.endsAtMs, calendar);
  const firstOfNextDay = nextDay.startsAtMs + leadMs;
  // An inquiry that arrives in the last hour gets no early reminder in that hour.
  const afterLastArrival = firstAfter(lastHourStartsAtMs + promisedMs[dueKind]);
  const afterLastHour = Math.min(firstOfNextDay, afterLastArrival);
  return { from: now, until: Math.max(afterLead, afterLastHour) };
}

/** Returns the exclusive end of a range that includes `ms`. */
const firstAfter = (ms: EpochMs): EpochMs => ms + 1;

/**
 * Records the reminders that are due at `now`, a time in the team's day, in batches until
 * `stopSignal` is aborted. Inquiries that flood digests name get none.
 */
export async function recordDueReminders(
  store: Database,
  now: EpochMs,
  calendar: BusinessCalendar,
  to: readonly Destination[],
  stopSignal?: AbortSignal,
): Promise<void> {
  for (const reminder of reminderKinds) {
    const { dueKind } = reminderRules[reminder];
    const query = { reminder, dueKind, ...findDeadlines(reminder, now, calendar) };
    let count = 0;
    let last: Unreminded | undefined;
    await repeatBatches(async () => {
      const found = await findUnreminded(store, query, last);
      last = found.at(-1);
      const events = found
        .filter(({ isOfFlood }) => !isOfFlood)
        .map(({ id }) => createReminder(reminder, id, now, to));
      count += events.length;
      const ids = found.map(({ id }) => id);
      if (ids.length > 0) await recordReminders(store, reminder, ids, events);
      return count < maxPerRun ? found.length : 0;
    }, stopSignal);
  }
}

const createReminder = (
  kind: Reminder,
  inquiryId: string,
  now: EpochMs,
  to: readonly Destination[],
): NewEvent => ({ id: `${kind}-${inquiryId}`, kind, inquiryId, at: toIso(now), to });

/** Records reminders, and settles them for the inquiries with these ids. */
const recordReminders = (
  { db }: Database,
  reminder: Reminder,
  ids: string[],
  events: NewEvent[],
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await recordEvents(transaction, events);
    await settleReminder(transaction, reminder, ids);
  });
