import { toIso } from '../../inquiry/format-time.ts';
import { isAwaiting } from '../../store/inquiries/list-inquiries.ts';
import { wrapStoreErrors } from '../../store/store-errors.ts';
import type { Database, Store } from '../../store/store.ts';
import type { Reminder } from '../../store/tables.ts';
import { enqueueDeliveries } from '../enqueue-notifications.ts';
import { type ReminderRule, reminders } from './reminders.ts';

const rules = Object.entries(reminders) as [Reminder, ReminderRule][];

// Keeps the write lock short.
const batchSize = 500;

/**
 * Queues the reminders that became due by `now` (ms since the epoch). Resolves to their number.
 * Throws `StoreUnavailable`.
 */
export async function enqueueReminders({ db }: Store, now: number): Promise<number> {
  let count = 0;
  for (const [reminder] of rules) {
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
      rules.map(async ([, { dueKind, afterMs }]) => {
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
    const { afterMs } = reminders[reminder];
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
  const { dueKind, afterMs, windowMs } = reminders[reminder];
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
