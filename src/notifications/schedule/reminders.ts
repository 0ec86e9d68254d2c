import {
  type Deadline,
  getDeadline,
  getUrgency,
  reminderLeadMs,
  slaMs,
} from '../../inquiry/deadlines.ts';
import { dayMs, toIso } from '../../inquiry/format-time.ts';
import { isAwaiting } from '../../store/inquiries/list-inquiries.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { wrapStoreErrors } from '../../store/store-errors.ts';
import type { Database, Store } from '../../store/store.ts';
import type { DeliveryKind, Reminder } from '../../store/tables.ts';
import { enqueueDeliveries } from '../../store/enqueue-deliveries.ts';

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

export const isReminder = (kind: DeliveryKind): kind is Reminder => kind in rules;

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

// Keeps the write lock short.
const batchSize = 500;

/**
 * Queues the reminders that became due by `now` (ms since the epoch). Resolves to their number.
 * Throws `StoreUnavailable`.
 */
export async function enqueueReminders({ db }: Store, now: number): Promise<number> {
  let count = 0;
  for (const reminder of Object.keys(rules) as Reminder[]) {
    let batch: number;
    do {
      batch = await wrapStoreErrors('The reminders could not be queued', () =>
        enqueueBatch(db, reminder, now),
      );
      count += batch;
    } while (batch === batchSize);
  }
  return count;
}

/** Finds the due time of the first reminder after `now`. Throws `StoreUnavailable`. */
export async function nextReminderAt({ db }: Store, now: number): Promise<number | undefined> {
  const next = await wrapStoreErrors('The inquiries could not be read', () =>
    Promise.all(
      Object.values(rules).map(async ({ dueKind, afterMs }) => {
        const inquiry = await selectAwaiting(db, dueKind)
          .where('receivedAt', '>', toIso(now - afterMs))
          .limit(1)
          .executeTakeFirst();
        return inquiry ? Date.parse(inquiry.receivedAt) + afterMs : Infinity;
      }),
    ),
  );
  const earliest = Math.min(...next);
  return earliest === Infinity ? undefined : earliest;
}

async function enqueueBatch(db: Store['db'], reminder: Reminder, now: number): Promise<number> {
  // Avoids the write lock when nothing is due.
  const isDue = await selectUnreminded(db, reminder, now).limit(1).executeTakeFirst();
  if (!isDue) return 0;

  return db.transaction().execute(async (transaction) => {
    const due = await selectUnreminded(transaction, reminder, now).limit(batchSize).execute();
    const { afterMs } = rules[reminder];
    const deliveries = due.map(({ id, receivedAt }) => ({
      kind: reminder,
      destination: 'email' as const,
      inquiryId: id,
      nextAttemptAt: toIso(Date.parse(receivedAt) + afterMs),
    }));
    await enqueueDeliveries(transaction, deliveries);
    return deliveries.length;
  });
}

function selectUnreminded(db: Database, reminder: Reminder, now: number) {
  const { dueKind, afterMs, windowMs } = rules[reminder];
  return selectAwaiting(db, dueKind)
    .where('receivedAt', '>=', toIso(now - afterMs - windowMs))
    .where('receivedAt', '<=', toIso(now - afterMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('kind')
            .whereRef('deliveries.inquiryId', '=', 'inquiries.id')
            .where('destination', '=', 'email')
            .where('kind', '=', reminder),
        ),
      ),
    );
}

const selectAwaiting = (db: Database, dueKind: ReminderRule['dueKind']) =>
  db
    .selectFrom('inquiries')
    .select(['id', 'receivedAt'])
    .where(isAwaiting(dueKind))
    .orderBy('receivedAt');
