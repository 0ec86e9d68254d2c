import { sql, type SqlBool } from 'kysely';
import { slaMs } from '../../inquiry/deadlines.ts';
import { hourMs, minuteMs, toIso } from '../../inquiry/format-time.ts';
import type { Log } from '../../jobs/log.ts';
import { type Loop, startLoop } from '../../jobs/run-loop.ts';
import { type NewEvent, recordEvents } from '../../store/events.ts';
import { selectAwaiting } from '../../store/inquiries/list-inquiries.ts';
import type { Database } from '../../store/store.ts';
import type { Destination, Reminder } from '../../store/tables.ts';
import { isToldByDigest } from '../arrival/flood.ts';
import type { NotificationContext } from '../messages/message.ts';
import { reminderKinds, reminderRules } from '../messages/reminder.ts';
import { enqueueFloodDigest } from './flood-digest.ts';
import { type BusinessCalendar, findOfficeDay, toZoned } from './office-hours.ts';

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
    const arrivals = findArrivals(kind, now, day, dependencies);
    for (const { id } of await findUnreminded(store, kind, arrivals))
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

/**
 * Returns between which arrivals (ms, inclusive) inquiries are to be reminded of at `now`, in an office
 * day. A deadline is inclusive. An early reminder that would come while the office is closed comes in the
 * last hour before, if the inquiry has arrived by then. A deadline that passes while the office is closed
 * stands in the digest that opens the next day.
 */
function findArrivals(
  kind: Reminder,
  now: number,
  { opensAt, closesAt }: ReturnType<typeof findOfficeDay>,
  calendar: BusinessCalendar,
) {
  const { dueKind, isEarly } = reminderRules[kind];
  const sla = slaMs[dueKind];
  if (!isEarly) return { from: opensAt - sla, until: now - sla - 1 };
  const from = now - sla;
  const until = from + reminderLeadMs;
  const lastHour = closesAt - hourMs;
  if (now < lastHour) return { from, until };
  const nextOpening = findOfficeDay(closesAt, calendar).opensAt;
  const dueBeforeOpening = nextOpening - sla + reminderLeadMs;
  return { from, until: Math.max(until, Math.min(dueBeforeOpening - 1, lastHour)) };
}

/** Finds the inquiries of which no such reminder is recorded. Suspected spam has none, nor what digests tell. */
function findUnreminded(
  store: Database,
  kind: Reminder,
  { from, until }: ReturnType<typeof findArrivals>,
) {
  const isUnreminded = sql<SqlBool>`(
    received_at between ${toIso(from)} and ${toIso(until)}
    and suspected_spam is null and not ${isToldByDigest}
    and not exists (select 1 from events where inquiry_id = inquiries.id and kind = ${kind})
  )`;
  const due = selectAwaiting(store, reminderRules[kind].dueKind).where(isUnreminded);
  return due.select('id').limit(maxPerRun).execute();
}
