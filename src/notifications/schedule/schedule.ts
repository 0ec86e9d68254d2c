import { sql, type SqlBool } from 'kysely';
import { slaMs } from '../../inquiry/deadlines.ts';
import { hourMs, minuteMs, toIso } from '../../inquiry/format-time.ts';
import type { Log } from '../../jobs/log.ts';
import { type Loop, startLoop } from '../../jobs/run-loop.ts';
import { type NewEvent, recordEvents } from '../../store/events.ts';
import { selectDueBetween } from '../../store/inquiries/due-inquiries.ts';
import type { Database } from '../../store/store.ts';
import type { Destination, Reminder } from '../../store/tables.ts';
import { isToldByDigest } from '../arrival/flood.ts';
import type { NotificationContext } from '../messages/message.ts';
import { reminderKinds, reminderRules } from '../messages/reminder.ts';
import { enqueueFloodDigest } from './flood-digest.ts';
import { type BusinessCalendar, findOfficeDay, type OfficeDay, toZoned } from './office-hours.ts';

/** Hour of a business day until which its digest is queued. A server that starts later skips the day. */
const digestEndHour = 12;
/** Time before a deadline at which the team is reminded. */
const reminderLeadMs = 4 * hourMs;
/** Reminders of a kind. More are recorded by the next run. */
const maxPerRun = 500;

interface ScheduleDependencies extends NotificationContext {
  destinations: readonly Destination[];
}

/** Queues reminders and digests when they are due, until stopped. */
export function startSchedule(
  dependencies: ScheduleDependencies & { log: Pick<Log, 'error'>; wakeDeliveries: () => void },
): Loop {
  return startLoop(async () => {
    try {
      await enqueueDue(dependencies);
      dependencies.wakeDeliveries();
    } catch (err) {
      const message = 'Reminders and digests could not be queued; retrying in a minute';
      dependencies.log.error({ err }, message);
    }
    return minuteMs;
  });
}

/**
 * Records the digests and the reminders that are due, for the team, each once: a flood digest at any
 * time, the others in office hours. Throws `StoreUnavailable`.
 */
export async function enqueueDue(dependencies: ScheduleDependencies): Promise<void> {
  const { store, destinations, clock } = dependencies;
  const now = clock();
  const to = destinations.filter(({ reaches }) => reaches === 'team');
  if (to.length === 0) return;
  await enqueueFloodDigest(store, now, to);
  const day = findOfficeDay(now, dependencies);
  if (now < day.opensAt) return;
  const events = await findDigest(store, now, dependencies, to);
  for (const kind of reminderKinds) {
    const deadlines = findDeadlines(kind, now, day, dependencies);
    for (const { id } of await findUnreminded(store, kind, deadlines))
      events.push({ id: `${kind}-${id}`, kind, inquiryId: id, at: toIso(now), to });
  }
  // Avoids the write lock when nothing is new.
  if (events.length === 0) return;
  await store.db.transaction().execute((transaction) => recordEvents(transaction, events));
}

/** Returns the events of the day's digest if it is due and not recorded. */
async function findDigest(
  { db }: Database,
  now: number,
  calendar: BusinessCalendar,
  to: Destination[],
): Promise<NewEvent[]> {
  const time = toZoned(now, calendar);
  if (time.hour >= digestEndHour) return [];
  const about = time.toPlainDate().toString();
  const id = `digest-${about}`;
  if (await db.selectFrom('events').select('id').where('id', '=', id).executeTakeFirst()) return [];
  const event = { about, at: toIso(now) };
  const escalatedTo = to.filter(({ escalates }) => escalates);
  return [
    { ...event, id, kind: 'digest', to },
    // Skipped when it is loaded, unless an inquiry is two business days late.
    { ...event, id: `escalation-${about}`, kind: 'escalation', to: escalatedTo },
  ];
}

/** Deadlines from `from` to before `until`, in milliseconds since the epoch. */
interface DeadlineRange {
  from: number;
  until: number;
}

/**
 * Returns the deadlines of which the team is to be reminded at `now`, in an office day. A deadline is
 * inclusive. An early reminder that would come while the office is closed comes in the last hour before, if
 * the inquiry has arrived by then. A deadline that passes while the office is closed stands in the digest
 * that opens the next day.
 */
function findDeadlines(
  kind: Reminder,
  now: number,
  { opensAt, closesAt }: OfficeDay,
  calendar: BusinessCalendar,
): DeadlineRange {
  const { dueKind, isEarly } = reminderRules[kind];
  if (!isEarly) return { from: opensAt, until: now };
  const until = now + reminderLeadMs + 1;
  const lastHour = closesAt - hourMs;
  if (now < lastHour) return { from: now, until };
  const nextOpening = findOfficeDay(closesAt, calendar).opensAt;
  const arrivedByLastHour = lastHour + slaMs[dueKind] + 1;
  const untilOpening = Math.min(nextOpening + reminderLeadMs, arrivedByLastHour);
  return { from: now, until: Math.max(until, untilOpening) };
}

/** Finds the inquiries of which no such reminder is recorded. What digests tell has none. */
function findUnreminded(store: Database, kind: Reminder, { from, until }: DeadlineRange) {
  const isUnreminded = sql<SqlBool>`(
    not ${isToldByDigest}
    and not exists (select 1 from events where inquiry_id = inquiries.id and kind = ${kind})
  )`;
  const { dueKind } = reminderRules[kind];
  const due = selectDueBetween(store, dueKind, from, until).where(isUnreminded);
  return due.select('id').limit(maxPerRun).execute();
}
