import { sql, type SqlBool, type Transaction } from 'kysely';
import type { IsoTime, RecentTimes } from '../../text/format-time.ts';
import type { Database } from '../store.ts';
import type { Tables } from '../tables.ts';

/**
 * Matches skipped deliveries whose inquiry no flood digest names. `clearLostFloodDigests` makes a
 * delivery match again if its digest was given up or skipped. Times are not compared, because
 * clocks differ and transactions may take long.
 */
const isUnnamed = sql<SqlBool>`skip_reason = 'flood' and digest is null`;

/**
 * Finds the time at which the first inquiry arrived that no flood digest names; undefined if there
 * is none.
 */
export async function findFirstUnnamed({ db }: Database): Promise<IsoTime | undefined> {
  const { firstAt } = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .select(({ fn }) => fn.min('events.at').as('firstAt'))
    .where(isUnnamed)
    .executeTakeFirstOrThrow();
  return firstAt ?? undefined;
}

/** Tells if a flood digest was recorded in a period. */
export async function hasFloodDigest(
  { db }: Database,
  { since, until }: RecentTimes,
): Promise<boolean> {
  const digest = await db
    .selectFrom('events')
    .select('id')
    .where('kind', '=', 'flood-digest')
    .where('inquiryId', 'is', null)
    .where('at', '>', since)
    .where('at', '<', until)
    .executeTakeFirst();
  return digest !== undefined;
}

/** Assigns all inquiries that no flood digest names to the one with the event number `digest`. */
export async function nameInFloodDigest(
  transaction: Transaction<Tables>,
  digest: number,
): Promise<void> {
  await transaction.updateTable('deliveries').set({ digest }).where(isUnnamed).execute();
}

/**
 * Leaves to the next flood digest the inquiries that a summary of an earlier version would have
 * named.
 */
export async function leaveToFloodDigest(
  transaction: Transaction<Tables>,
  summaryId: string,
): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ skipReason: 'flood' })
    .where('state', '=', 'void')
    .where('lastError', '=', `Named in ${summaryId}`)
    .execute();
}

/**
 * Matches deliveries that were given up or skipped. A digest without a text for the destination is
 * not lost: the next one could not be sent there either.
 */
const isLost = sql<SqlBool>`
  lost.state in ('failed', 'void') and lost.skip_reason is distinct from 'no-text'`;

const namesInquiries = sql<SqlBool>`exists (
  select 1 from deliveries as named
  where named.skip_reason = 'flood' and named.digest = lost.event
    and named.destination = lost.destination
)`;

/** Leaves to the next flood digest the inquiries of all those that were given up or skipped. */
export async function clearLostFloodDigests({ db }: Database): Promise<void> {
  const lost = await db
    .selectFrom('events')
    .innerJoin('deliveries as lost', 'lost.event', 'events.number')
    .select(['lost.event', 'lost.destination'])
    .where((eb) => eb.and({ kind: 'flood-digest', inquiryId: null }))
    .where(isLost)
    .where(namesInquiries)
    .execute();
  for (const { event, destination } of lost)
    await db
      .updateTable('deliveries')
      .set({ digest: null })
      .where((eb) => eb.and({ skipReason: 'flood', digest: event, destination }))
      .execute();
}
