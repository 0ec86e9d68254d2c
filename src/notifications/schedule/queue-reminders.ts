import { toIso } from '../../inquiry/to-iso.ts';
import { insertDeliveries, newDelivery } from '../../outbox/enqueue-deliveries.ts';
import { waitingFor } from '../../store/inquiries/is-awaiting.ts';
import { orUnavailable } from '../../store/store-errors.ts';
import type { Database, Store } from '../../store/store.ts';
import type { Reminder } from '../../store/tables.ts';
import { type ReminderRule, reminders } from './reminders.ts';

const rules = Object.entries(reminders) as [Reminder, ReminderRule][];

// So few that the server's own writes hardly wait.
const batchSize = 500;

/**
 * Queues the reminders that are due at `now` (ms since the epoch) and were not before. Resolves to
 * how many. Throws `StoreUnavailable`.
 */
export async function queueReminders({ db }: Store, now: number): Promise<number> {
  let count = 0;
  for (const [reminder] of rules) {
    let batch: number;
    do {
      batch = await orUnavailable('The reminders could not be queued', () =>
        queueBatch(db, reminder, now),
      );
      count += batch;
    } while (batch === batchSize);
  }
  return count;
}

/** When the next reminder is due, after `now`; undefined when none is. Throws `StoreUnavailable`. */
export async function nextReminderAt({ db }: Store, now: number): Promise<number | undefined> {
  const next = await orUnavailable('The inquiries could not be read', () =>
    Promise.all(
      rules.map(async ([, { what, afterMs }]) => {
        const inquiry = await arrivals(db, what)
          .where('receivedAt', '>', toIso(now - afterMs))
          .limit(1)
          .executeTakeFirst();
        return inquiry ? Date.parse(inquiry.receivedAt) + afterMs : Infinity;
      }),
    ),
  );
  const first = Math.min(...next);
  return first === Infinity ? undefined : first;
}

async function queueBatch(db: Store['db'], reminder: Reminder, now: number): Promise<number> {
  // Looks before it takes the write lock: mostly there is nothing to queue.
  const isDue = await unreminded(db, reminder, now).limit(1).executeTakeFirst();
  if (!isDue) return 0;

  return db.transaction().execute(async (transaction) => {
    const due = await unreminded(transaction, reminder, now).limit(batchSize).execute();
    const { afterMs } = reminders[reminder];
    const rows = due.map(({ id, receivedAt }) =>
      newDelivery({
        kind: reminder,
        destination: 'email',
        inquiryId: id,
        nextAttemptAt: toIso(Date.parse(receivedAt) + afterMs),
      }),
    );
    await insertDeliveries(transaction, rows);
    return rows.length;
  });
}

function unreminded(db: Database, reminder: Reminder, now: number) {
  const { what, afterMs, forMs } = reminders[reminder];
  return arrivals(db, what)
    .where('receivedAt', '>=', toIso(now - afterMs - forMs))
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

const arrivals = (db: Database, what: ReminderRule['what']) =>
  db
    .selectFrom('inquiries')
    .select(['id', 'receivedAt'])
    .where(waitingFor(what))
    .orderBy('receivedAt');
