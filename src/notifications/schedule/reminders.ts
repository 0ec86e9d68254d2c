import {
  type Deadline,
  getDeadline,
  getUrgency,
  reminderLeadMs,
  slaMs,
} from '../../inquiry/deadlines.ts';
import { dayMs, toIso } from '../../inquiry/format-time.ts';
import { listDue } from '../../store/inquiries/list-inquiries.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { wrapStoreErrors } from '../../store/store-errors.ts';
import { recordEvents } from '../../store/events.ts';
import type { Store } from '../../store/store.ts';
import type { Destination, Reminder } from '../../store/tables.ts';

interface ReminderRule {
  dueKind: Deadline['kind'];
  isLate: boolean;
  /** Time from the inquiry's arrival to the reminder, in milliseconds. */
  afterMs: number;
  /** Time after that during which the reminder may still be queued, in milliseconds. */
  windowMs: number;
}

const rules: Record<Reminder, ReminderRule> = {
  'review-soon': soonRule('review'),
  'review-late': lateRule('review'),
  'response-soon': soonRule('response'),
  'response-late': lateRule('response'),
};

function soonRule(dueKind: Deadline['kind']): ReminderRule {
  const afterMs = slaMs[dueKind] - reminderLeadMs;
  return { dueKind, isLate: false, afterMs, windowMs: reminderLeadMs };
}

function lateRule(dueKind: Deadline['kind']): ReminderRule {
  // 1 ms after the deadline, which is inclusive. Only the digest reports those late for longer than a
  // day: prevents a flood of reminders after an outage.
  return { dueKind, isLate: true, afterMs: slaMs[dueKind] + 1, windowMs: dayMs };
}

/** Finds the deadline that a reminder is about; undefined if obsolete at `now` (ms). */
export function findDue(
  reminder: Reminder,
  inquiry: StoredInquiry,
  now: number,
): Deadline | undefined {
  const { dueKind, isLate } = rules[reminder];
  const due = getDeadline(inquiry);
  if (due?.kind !== dueKind) return undefined;
  return (getUrgency(due, now) === 'late') === isLate ? due : undefined;
}

/** More are recorded by the next run. */
const maxPerRun = 500;

/**
 * Records the reminders that became due by `now` (ms since the epoch), for the team. Resolves to their
 * number, and to the time of the next one, Infinity if none is known. Throws `StoreUnavailable`.
 */
export async function enqueueReminders(
  store: Store,
  destinations: readonly Destination[],
  now: number,
): Promise<{ count: number; nextAt: number }> {
  const reminders = (await listDue(store)).flatMap(findReminders);
  const nextAt = Math.min(...reminders.map(({ at }) => at).filter((at) => at > now), Infinity);
  const due = reminders.filter(({ at, windowMs }) => at <= now && now <= at + windowMs);
  const to = destinations.filter(({ reaches }) => reaches === 'team');
  if (due.length === 0 || to.length === 0) return { count: 0, nextAt };
  const events = due.map(({ kind, inquiryId, at }) => {
    return { id: `${kind}-${inquiryId}`, kind, inquiryId, at: toIso(at), to };
  });
  return wrapStoreErrors('The reminders could not be queued', async () => {
    // Avoids the write lock when nothing is new. A query may have a limited number of ids.
    for (let start = 0; start < events.length; start += maxPerRun) {
      const batch = events.slice(start, start + maxPerRun);
      const ids = batch.map(({ id }) => id);
      const stored = await store.db
        .selectFrom('events')
        .select('id')
        .where('id', 'in', ids)
        .execute();
      const known = new Set(stored.map(({ id }) => id));
      const missing = batch.filter(({ id }) => !known.has(id));
      if (missing.length === 0) continue;
      await store.db.transaction().execute((transaction) => recordEvents(transaction, missing));
      return { count: missing.length, nextAt };
    }
    return { count: 0, nextAt };
  });
}

/** Finds the reminders of an inquiry's deadline, past ones included. */
function findReminders(inquiry: StoredInquiry) {
  const { id: inquiryId, receivedAt } = inquiry;
  const dueKind = getDeadline(inquiry)?.kind;
  return (Object.keys(rules) as Reminder[])
    .filter((kind) => rules[kind].dueKind === dueKind)
    .map((kind) => {
      const { afterMs, windowMs } = rules[kind];
      return { kind, inquiryId, at: Date.parse(receivedAt) + afterMs, windowMs };
    });
}
