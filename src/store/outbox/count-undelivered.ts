import { sql, type SqlBool } from 'kysely';
import { type Destination, inquirer } from '../../config/destinations.ts';
import { type EpochMs, hourMs, type IsoTime, toIso } from '../../text/format-time.ts';
import type { Database } from '../store.ts';

/** Waiting or failed deliveries to one destination. */
export interface Undelivered {
  destination: string;
  state: 'waiting' | 'failed';
  count: number;
  /** Number of these that were given up, or have waited for more than an hour. */
  failingCount: number;
  /** Number of failing ones that reached some of their recipients. */
  partlyFailingCount: number;
  /** Time of the first attempt at the oldest delivery; before that attempt, its due time. */
  waitingSince: IsoTime;
  /** Milliseconds since `waitingSince`; 0 if the clock was set back. */
  waitingMs: number;
  /**
   * False for acknowledgements: if the mailbox of an inquirer refuses one, the server is not at
   * fault.
   */
  isOurs: boolean;
}

/**
 * Time of the first attempt; before that attempt, the due time. Not `nextAttemptAt` alone, which
 * moves with each retry.
 */
const waitingFrom = sql<IsoTime>`coalesce(first_attempt_at, next_attempt_at)`;

/** Matches deliveries that were given up, or have waited for more than an hour at `now`. */
const isFailing = (now: EpochMs) =>
  sql<SqlBool>`(state = 'failed' or ${waitingFrom} < ${toIso(now - hourMs)})`;

/**
 * Counts the waiting and failed deliveries to the configured `destinations` at `now`, without those
 * of the event `exceptEvent` (a number). See `readUnconfigured` for deliveries to other
 * destinations.
 */
export async function countUndelivered(
  { db }: Database,
  destinations: readonly Destination[],
  now: EpochMs,
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
    .$narrowType<{ state: Undelivered['state']; waitingSince: IsoTime }>()
    .execute();
  const names = destinations.map(({ name }) => name);
  const configured = rows.filter(({ destination }) => names.includes(destination));
  return configured.map(({ count, failingCount, partlyFailingCount, ...row }) => {
    const { destination, state, waitingSince } = row;
    return {
      destination,
      state,
      count: Number(count),
      failingCount: Number(failingCount),
      partlyFailingCount: Number(partlyFailingCount),
      waitingSince,
      waitingMs: Math.max(now - Date.parse(waitingSince), 0),
      isOurs: destination !== inquirer.name,
    };
  });
}
