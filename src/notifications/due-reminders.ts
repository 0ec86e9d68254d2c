import { type Deadline, type DeadlineKind, promisedMs } from '../inquiry/deadlines.ts';
import { findUnreminded } from '../store/inquiries/find-unreminded.ts';
import type { Database } from '../store/store.ts';
import type { Reminder } from '../store/tables.ts';
import { dayMs, type EpochMs, hourMs } from '../text/format-time.ts';
import { type BusinessCalendar, findTeamDay } from './team-days.ts';

interface ReminderRule {
  dueKind: DeadlineKind;
  /** Sent before the deadline; otherwise after it. */
  isEarly: boolean;
}

/** Each reminder tells of one kind of deadline, before it or after it. */
const reminderRules: Record<Reminder, ReminderRule> = {
  'review-soon': { dueKind: 'review', isEarly: true },
  'review-late': { dueKind: 'review', isEarly: false },
  'response-soon': { dueKind: 'response', isEarly: true },
  'response-late': { dueKind: 'response', isEarly: false },
};

export const reminderKinds = Object.keys(reminderRules) as Reminder[];

/** An early reminder comes this long before its deadline, if that is in the team's day. */
const leadMs = 4 * hourMs;
/** Maximum number of reminders of a kind in a run. The next run finds the others. */
const maxPerRun = 500;

/** The deadlines at `from` and later, but before `until`. */
interface DeadlineRange {
  from: EpochMs;
  until: EpochMs;
}

/** Returns the deadlines of which a reminder is due at `now`, in the team's day. */
export function findDeadlines(
  kind: Reminder,
  now: EpochMs,
  calendar: BusinessCalendar,
): DeadlineRange {
  const { dueKind, isEarly } = reminderRules[kind];
  return isEarly ? findSoonDeadlines(dueKind, now, calendar) : findLateDeadlines(now, calendar);
}

/**
 * Returns the deadlines that have passed since the team's day began. A deadline that passes outside of the
 * team's day has no late reminder: the digest that begins the next day names it.
 */
function findLateDeadlines(now: EpochMs, calendar: BusinessCalendar): DeadlineRange {
  return { from: findTeamDay(now, calendar).startsAt, until: now };
}

/**
 * Returns the coming deadlines of which the team is reminded early. The reminder comes `leadMs` before the
 * deadline: at 12:00 for one at 16:00. If the team's day is over by then, the reminder comes in the last
 * hour of the day: at 17:00 for one at 23:00.
 */
function findSoonDeadlines(
  dueKind: DeadlineKind,
  now: EpochMs,
  calendar: BusinessCalendar,
): DeadlineRange {
  const today = findTeamDay(now, calendar);
  const lastHourAt = today.endsAt - hourMs;
  const isLastHour = now >= lastHourAt;
  const afterLead = firstAfter(now + leadMs);
  if (!isLastHour) return { from: now, until: afterLead };
  const nextDay = findTeamDay(today.endsAt, calendar);
  const firstOfNextDay = nextDay.startsAt + leadMs;
  // An inquiry that arrives within the last hour has no early reminder in it.
  const afterLastArrival = firstAfter(lastHourAt + promisedMs[dueKind]);
  const afterLastHour = Math.min(firstOfNextDay, afterLastArrival);
  return { from: now, until: Math.max(afterLead, afterLastHour) };
}

/** Returns the end of a range that includes `ms`. */
const firstAfter = (ms: EpochMs): EpochMs => ms + 1;

/**
 * Tells if a queued reminder is still to be sent at `now`, for an inquiry whose next deadline is `due`. A
 * late reminder is sent for a day: after an outage, only the digest reports older ones.
 */
export function isCurrent(kind: Reminder, due: Deadline, now: EpochMs): boolean {
  const { dueKind, isEarly } = reminderRules[kind];
  if (due.kind !== dueKind) return false;
  const lateMs = now - Date.parse(due.at);
  const isPassed = lateMs > 0;
  return isEarly ? !isPassed : isPassed && lateMs <= dayMs;
}

/** A reminder that is due, and that the store has no event of. */
interface DueReminder {
  kind: Reminder;
  inquiryId: string;
}

/**
 * Finds the reminders that are due at `now`, in the team's day. Inquiries that flood digests name have
 * none.
 */
export async function findDueReminders(
  store: Database,
  now: EpochMs,
  calendar: BusinessCalendar,
): Promise<DueReminder[]> {
  const reminders: DueReminder[] = [];
  for (const kind of reminderKinds) {
    const { dueKind } = reminderRules[kind];
    const query = { reminder: kind, dueKind, ...findDeadlines(kind, now, calendar) };
    for (const inquiryId of await findUnreminded(store, query, maxPerRun))
      reminders.push({ kind, inquiryId });
  }
  return reminders;
}
