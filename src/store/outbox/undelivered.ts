import { sql, type SqlBool } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import { dayMs, hourMs, minuteMs, toIso } from '../../inquiry/format-time.ts';
import type { Database } from '../store.ts';
import type { DeliveryState } from '../tables.ts';

/** Waiting or failed deliveries to one destination. */
export interface Undelivered {
  destination: string;
  state: 'waiting' | 'failed';
  count: number;
  /** Those of `count` that were given up, or have waited for more than an hour. */
  failingCount: number;
  /** Those of `failingCount` that reached some of their recipients. */
  partlyFailingCount: number;
  /** First attempt (before that, due time) of the oldest, in ISO 8601. */
  waitingSince: string;
  /** Milliseconds since then, 0 if the clock was set back. */
  waitingMs: number;
  /** `late` after 5 minutes, `failing` after an hour or if given up. */
  health: 'fine' | 'late' | 'failing';
  /** False for acknowledgements: an inquirer's mailbox that refuses one is not a fault of the server. */
  isOurs: boolean;
}

/** First attempt, before that the due time: `nextAttemptAt` moves with each retry. */
const waitingFrom = sql<string>`coalesce(first_attempt_at, next_attempt_at)`;

/** The condition of the health `failing` in SQL, at `now` (ms since the epoch). */
const isFailing = (now: number) =>
  sql<SqlBool>`(state = 'failed' or ${waitingFrom} < ${toIso(now - hourMs)})`;

/**
 * Counts the waiting and failed deliveries to the configured `destinations` at `now` (ms since the epoch).
 * Those to others hinder nothing: see `readUnconfigured`. Leaves out those of the event with the number
 * `exceptEvent`.
 */
export async function countUndelivered(
  { db }: Database,
  destinations: readonly Destination[],
  now: number,
  exceptEvent?: number,
): Promise<Undelivered[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => [
      'destination',
      'state',
      fn.countAll().as('count'),
      fn.countAll().filterWhere(isFailing(now)).as('failingCount'),
      fn.count('pendingRecipients').filterWhere(isFailing(now)).as('partlyFailingCount'),
      fn.min(waitingFrom).as('waitingSince'),
    ])
    .where('state', 'in', ['waiting', 'failed'])
    .$if(exceptEvent !== undefined, (query) => query.where('event', '!=', exceptEvent as number))
    .groupBy(['destination', 'state'])
    .orderBy('destination')
    .orderBy('state')
    .$narrowType<{ state: Undelivered['state']; waitingSince: string }>()
    .execute();
  const names = destinations.map(({ name }) => name);
  const configured = rows.filter(({ destination }) => names.includes(destination));
  return configured.map(({ count, failingCount, partlyFailingCount, ...row }) => {
    const { destination, state, waitingSince } = row;
    const waitingMs = Math.max(now - Date.parse(waitingSince), 0);
    return {
      destination,
      state,
      count: Number(count),
      failingCount: Number(failingCount),
      partlyFailingCount: Number(partlyFailingCount),
      waitingSince,
      waitingMs,
      health: getHealth(state, waitingMs),
      isOurs: destination !== 'inquirer',
    };
  });
}

function getHealth(state: Undelivered['state'], waitingMs: number): Undelivered['health'] {
  if (state === 'failed' || waitingMs > hourMs) return 'failing';
  return waitingMs >= 5 * minuteMs ? 'late' : 'fine';
}

/** Deliveries to a destination that is not configured: its settings were removed. */
export interface Unconfigured {
  destination: string;
  count: number;
  /** Latest due time, in ISO 8601. Without a worker, it does not move: it is when the settings were removed. */
  lastDueAt: string;
}

/** Reads the deliveries in a state to all destinations except the configured ones. */
export async function readUnconfigured(
  { db }: Database,
  configured: readonly Destination[],
  state: DeliveryState,
): Promise<Unconfigured[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => [
      'destination',
      fn.countAll().as('count'),
      fn.max('nextAttemptAt').as('lastDueAt'),
    ])
    .where('state', '=', state)
    .groupBy('destination')
    .orderBy('destination')
    .execute();
  const names = configured.map(({ name }) => name);
  const others = rows.filter(({ destination }) => !names.includes(destination));
  return others.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}

/** Time for which a delivery is retried, and for which it waits for a destination that was removed. */
export const retryPeriodMs = 4 * dayMs;

/**
 * Skips what has waited for four days since its destination was removed. Of a destination that another
 * server attempts, the latest due time is recent.
 */
export async function skipUnconfigured(
  store: Database,
  configured: readonly Destination[],
  now: number,
): Promise<void> {
  for (const { destination, lastDueAt } of await readUnconfigured(store, configured, 'waiting')) {
    if (lastDueAt >= toIso(now - retryPeriodMs)) continue;
    await store.db
      .updateTable('deliveries')
      .set({ state: 'void', skipReason: 'not-configured' })
      .where((eb) => eb.and({ state: 'waiting', destination }))
      .execute();
  }
}

/** The longest delay of a retry, and an hour for clocks of servers that differ. */
const maxDelayMs = 2 * hourMs;

/**
 * Makes deliveries due at `now` (ms since the epoch) that a clock put off which was ahead: a retry is due
 * within an hour, and a lease ends sooner. Resolves to their number. Throws `StoreUnavailable`.
 */
export async function requeuePutOff({ db }: Database, now: number): Promise<number> {
  const latest = toIso(now + maxDelayMs);
  // What was first attempted in the future would neither count as failing nor be given up.
  const firstAttemptAt = sql<string | null>`
    case when first_attempt_at > ${latest} then null else first_attempt_at end`;
  const update = db
    .updateTable('deliveries')
    .set({ nextAttemptAt: toIso(now), firstAttemptAt, lease: null, leaseEndsAt: null })
    .where('state', '=', 'waiting')
    .where(({ eb, or }) =>
      or([
        eb('nextAttemptAt', '>', latest),
        eb('firstAttemptAt', '>', latest),
        eb('leaseEndsAt', '>', latest),
      ]),
    );
  return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
}
