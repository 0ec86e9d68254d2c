import { sql, type SqlBool } from 'kysely';
import { type Deadline, type DeadlineKind, slaMs } from '../inquiry/deadlines.ts';
import { dayMs, hourMs } from '../inquiry/format-time.ts';
import { selectDueBetween } from '../store/inquiries/due-inquiries.ts';
import type { Database } from '../store/store.ts';
import type { Reminder } from '../store/tables.ts';
import { isSkippedInFlood } from './arrival/flood.ts';
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
 * Returns the deadlines of which a reminder is due at `now` (ms since the epoch), in the team's day.
 *
 * An early reminder comes `leadMs` before its deadline: for one at 16:00, at 12:00. If that is after the
 * team's day, it comes in the last hour of the day, if the inquiry has arrived by then: for one at 23:00, at
 * 17:00. A late one comes after its deadline; a deadline that passes after the team's day stands in the
 * digest that begins the next one.
 */
export function findDeadlines(
  kind: Reminder,
  now: number,
  calendar: BusinessCalendar,
): DeadlineRange {
  const { dueKind, isEarly } = reminderRules[kind];
  const { startsAt, endsAt } = findTeamDay(now, calendar);
  if (!isEarly) return { from: startsAt, until: now };
  const untilLead = firstAfter(now + leadMs);
  const lastHourAt = endsAt - hourMs;
  if (now < lastHourAt) return { from: now, until: untilLead };
  const nextDay = findTeamDay(endsAt, calendar);
  // Of later deadlines, the early reminder comes in the next day, or the inquiry arrived too late.
  const untilNextDay = Math.min(nextDay.startsAt + leadMs, firstAfter(lastHourAt + slaMs[dueKind]));
  return { from: now, until: Math.max(untilLead, untilNextDay) };
}

/** Returns the end of a range that includes `ms`. */
const firstAfter = (ms: number): number => ms + 1;

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
 * Finds the reminders that are due at `now` (ms since the epoch), in the team's day. An inquiry that flood
 * digests name has none.
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
      .where(sql<SqlBool>`not ${isSkippedInFlood}`)
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
