import { sql, type SqlBool } from 'kysely';
import { type Deadline, type DeadlineKind, slaMs } from '../inquiry/deadlines.ts';
import { dayMs, hourMs } from '../inquiry/format-time.ts';
import { selectDueBetween } from '../store/inquiries/due-inquiries.ts';
import type { Database } from '../store/store.ts';
import type { Reminder } from '../store/tables.ts';
import { isToldByDigest } from './arrival/flood.ts';
import { type BusinessCalendar, findTeamDay } from './team-days.ts';

interface ReminderRule {
  dueKind: DeadlineKind;
  /** Sent before the deadline; otherwise after it. */
  isEarly: boolean;
}

/** The deadline of which a reminder tells. */
const reminderRules: Record<Reminder, ReminderRule> = {
  'review-soon': { dueKind: 'review', isEarly: true },
  'review-late': { dueKind: 'review', isEarly: false },
  'response-soon': { dueKind: 'response', isEarly: true },
  'response-late': { dueKind: 'response', isEarly: false },
};

export const reminderKinds = Object.keys(reminderRules) as Reminder[];

/** Time before a deadline at which the team is reminded. */
const leadMs = 4 * hourMs;
/** Reminders of a kind. The next run finds the others. */
const maxPerRun = 500;

/** Deadlines from `from` to before `until`, in milliseconds since the epoch. */
interface DeadlineRange {
  from: number;
  until: number;
}

/**
 * Returns the deadlines of which a reminder is due at `now` (ms since the epoch), in the team's day. An
 * early reminder that would come after it comes in its last hour, if the inquiry has arrived by then. A
 * deadline that passes after it stands in the digest that begins the next day.
 */
export function findDeadlines(
  kind: Reminder,
  now: number,
  calendar: BusinessCalendar,
): DeadlineRange {
  const { dueKind, isEarly } = reminderRules[kind];
  const { startsAt, endsAt } = findTeamDay(now, calendar);
  if (!isEarly) return lateRange(startsAt, now);
  const early = earlyRange(now);
  const lastHourAt = endsAt - hourMs;
  if (now < lastHourAt) return early;
  const nextStartsAt = findTeamDay(endsAt, calendar).startsAt;
  const overnight = rangeOvernight(now, lastHourAt, nextStartsAt, dueKind);
  // Both start now: the longer one contains the other.
  return early.until > overnight.until ? early : overnight;
}

/** Returns the deadlines that have passed since the team's day began. */
const lateRange = (startsAt: number, now: number): DeadlineRange => ({
  from: startsAt,
  until: now,
});

/** Returns the deadlines up to `leadMs` from now. */
const earlyRange = (now: number): DeadlineRange => ({ from: now, until: after(now + leadMs) });

/**
 * Returns the deadlines whose early reminder would come after the team's day, of inquiries that have
 * arrived when its last hour begins.
 */
function rangeOvernight(
  now: number,
  lastHourAt: number,
  nextStartsAt: number,
  dueKind: DeadlineKind,
): DeadlineRange {
  // From this deadline on, the early reminder comes in the next day.
  const remindedNextDay = nextStartsAt + leadMs;
  const arrivedTooLate = after(lastHourAt + slaMs[dueKind]);
  return { from: now, until: Math.min(remindedNextDay, arrivedTooLate) };
}

/** Returns the first time after `ms`: an `until` that includes `ms`. */
const after = (ms: number): number => ms + 1;

/**
 * Tells if a reminder is still to be sent at `now` (ms since the epoch) of an inquiry whose next deadline is
 * `due`. Only the digest reports what has been late for a day: prevents a flood of reminders after an outage.
 */
export function isCurrent(kind: Reminder, due: Deadline, now: number): boolean {
  const { dueKind, isEarly } = reminderRules[kind];
  if (due.kind !== dueKind) return false;
  const sinceDueMs = now - Date.parse(due.at);
  if (isEarly) return sinceDueMs <= 0;
  return sinceDueMs > 0 && sinceDueMs <= dayMs;
}

/** A reminder that is due and not recorded. */
interface DueReminder {
  kind: Reminder;
  inquiryId: string;
}

/**
 * Finds the reminders that are due at `now` (ms since the epoch), in the team's day. What a flood's digests
 * tell has none.
 */
export async function findDueReminders(
  store: Database,
  now: number,
  calendar: BusinessCalendar,
): Promise<DueReminder[]> {
  const reminders: DueReminder[] = [];
  for (const kind of reminderKinds) {
    const { from, until } = findDeadlines(kind, now, calendar);
    const rows = await selectDueBetween(store, reminderRules[kind].dueKind, from, until)
      .where(sql<SqlBool>`not ${isToldByDigest}`)
      .where(isUnrecorded(kind))
      .select('id')
      .limit(maxPerRun)
      .execute();
    for (const { id } of rows) reminders.push({ kind, inquiryId: id });
  }
  return reminders;
}

const isUnrecorded = (kind: Reminder) => sql<SqlBool>`not exists (
  select 1 from events where inquiry_id = inquiries.id and kind = ${kind}
)`;
