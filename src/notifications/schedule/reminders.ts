import { type Deadline, getDeadline, slaMs } from '../../inquiry/deadlines.ts';
import { dayMs, hourMs, toIso } from '../../inquiry/format-time.ts';
import { recordEvents } from '../../store/events.ts';
import { selectAwaiting } from '../../store/inquiries/list-inquiries.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { wrapStoreErrors } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import type { Destination, Reminder } from '../../store/tables.ts';
import { isInSummary } from '../messages/summary.ts';

/** Time before a deadline at which the team is reminded, in milliseconds. */
const reminderLeadMs = 4 * hourMs;

/** A reminder is due from one time to another after the inquiry's arrival, in milliseconds. */
interface ReminderRule {
  dueKind: Deadline['kind'];
  from: number;
  until: number;
}

// A deadline is inclusive. Only the digest reports those late for longer than a day: prevents a flood of
// reminders after an outage.
const { review, response } = slaMs;
const rules: Record<Reminder, ReminderRule> = {
  'review-soon': { dueKind: 'review', from: review - reminderLeadMs, until: review },
  'review-late': { dueKind: 'review', from: review + 1, until: review + dayMs },
  'response-soon': { dueKind: 'response', from: response - reminderLeadMs, until: response },
  'response-late': { dueKind: 'response', from: response + 1, until: response + dayMs },
};

export const reminderKinds = Object.keys(rules) as Reminder[];

/** Finds the deadline that a reminder is about; undefined if obsolete at `now` (ms). */
export function findDue(
  reminder: Reminder,
  inquiry: StoredInquiry,
  now: number,
): Deadline | undefined {
  const { dueKind, from, until } = rules[reminder];
  const ageMs = now - Date.parse(inquiry.receivedAt);
  const due = getDeadline(inquiry);
  return due?.kind === dueKind && from <= ageMs && ageMs <= until ? due : undefined;
}

/** More are recorded by the next run. */
const maxPerRun = 500;

/**
 * Records the reminders that are due at `now` (ms since the epoch), for the team, each once. Throws
 * `StoreUnavailable`.
 */
export async function enqueueReminders(
  store: Store,
  destinations: readonly Destination[],
  now: number,
): Promise<void> {
  const to = destinations.filter(({ reaches }) => reaches === 'team');
  if (to.length === 0) return;
  await wrapStoreErrors('The reminders could not be queued', async () => {
    for (const kind of reminderKinds) {
      const { dueKind, from, until } = rules[kind];
      const due = await selectAwaiting(store, dueKind)
        .select(['id', 'receivedAt'])
        .where('receivedAt', '>=', toIso(now - until))
        .where('receivedAt', '<=', toIso(now - from))
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
      const events = due.map(({ id: inquiryId, receivedAt }) => {
        const at = toIso(Date.parse(receivedAt) + from);
        return { id: `${kind}-${inquiryId}`, kind, inquiryId, at, to };
      });
      await store.db.transaction().execute((transaction) => recordEvents(transaction, events));
    }
  });
}
