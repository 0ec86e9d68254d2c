import { type Deadline, getDeadline, slaMs } from '../../inquiry/deadlines.ts';
import { dayMs, hourMs, toIso } from '../../inquiry/format-time.ts';
import { recordEvents } from '../../store/events.ts';
import { selectAwaiting } from '../../store/inquiries/list-inquiries.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Store } from '../../store/store.ts';
import type { Destination, Reminder } from '../../store/tables.ts';
import { isInSummary } from '../messages/summary.ts';
import { type BusinessCalendar, findOfficeDay, type OfficeDay } from './office-hours.ts';

/** Time before a deadline at which the team is reminded, in milliseconds. */
const reminderLeadMs = 4 * hourMs;

interface ReminderRule {
  dueKind: Deadline['kind'];
  /** Before the deadline; otherwise after it. */
  isEarly: boolean;
}

const rules: Record<Reminder, ReminderRule> = {
  'review-soon': { dueKind: 'review', isEarly: true },
  'review-late': { dueKind: 'review', isEarly: false },
  'response-soon': { dueKind: 'response', isEarly: true },
  'response-late': { dueKind: 'response', isEarly: false },
};

export const reminderKinds = Object.keys(rules) as Reminder[];

/** Finds the deadline that a reminder is about; undefined if obsolete at `now` (ms). */
export function findDue(
  reminder: Reminder,
  inquiry: StoredInquiry,
  now: number,
): Deadline | undefined {
  const { dueKind, isEarly } = rules[reminder];
  const due = getDeadline(inquiry);
  if (due?.kind !== dueKind || inquiry.suspectedSpam) return undefined;
  const dueMs = Date.parse(due.at);
  // Only the digest reports older ones: prevents a flood of reminders after an outage.
  const isCurrent = isEarly ? now <= dueMs : dueMs < now && now <= dueMs + dayMs;
  return isCurrent ? due : undefined;
}

/**
 * Returns between which arrivals (ms) inquiries are to be reminded of at `now`, in an office day. A
 * deadline is inclusive. An early reminder that would come while the office is closed comes in the last
 * hour before, if the inquiry has arrived by then. A deadline that passes while the office is closed
 * stands in the digest that opens the next day.
 */
function findArrivals(
  { dueKind, isEarly }: ReminderRule,
  now: number,
  { opensAt, closesAt }: OfficeDay,
  calendar: BusinessCalendar,
) {
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

/** More are recorded by the next run. */
const maxPerRun = 500;

/**
 * Records the reminders that are due at `now` (ms since the epoch), for the team, each once and in office
 * hours. Suspected spam has none. Throws `StoreUnavailable`.
 */
export async function enqueueReminders(
  store: Store,
  destinations: readonly Destination[],
  now: number,
  calendar: BusinessCalendar,
): Promise<void> {
  const day = findOfficeDay(now, calendar);
  if (now < day.opensAt) return;
  const to = destinations.filter(({ reaches }) => reaches === 'team');
  if (to.length === 0) return;
  for (const kind of reminderKinds) {
    const rule = rules[kind];
    const { from, until } = findArrivals(rule, now, day, calendar);
    const due = await selectAwaiting(store, rule.dueKind)
      .select(['id', 'receivedAt'])
      .where('receivedAt', '>=', toIso(from))
      .where('receivedAt', '<=', toIso(until))
      .where('suspectedSpam', 'is', null)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('events')
              .select('number')
              .whereRef('events.inquiryId', '=', 'inquiries.id')
              .where('kind', '=', kind),
          ),
        ),
      )
      // In a flood, only the digest reminds.
      .where((builder) => builder.not(isInSummary(builder)))
      .limit(maxPerRun)
      .execute();
    // Avoids the write lock when nothing is new.
    if (due.length === 0) continue;
    const events = due.map(({ id: inquiryId }) => {
      return { id: `${kind}-${inquiryId}`, kind, inquiryId, at: toIso(now), to };
    });
    await store.db.transaction().execute((transaction) => recordEvents(transaction, events));
  }
}
