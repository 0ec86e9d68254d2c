import { type Kysely, sql, type SqlBool } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import { type NewEvent, recordEvents } from '../../store/outbox/events.ts';
import type { Database } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import {
  type EpochMs,
  getRecentTimes,
  type IsoTime,
  minuteMs,
  toIso,
} from '../../text/format-time.ts';

/** Time from the first skipped e-mail to the digest, and between two digests. */
const intervalMs = 15 * minuteMs;

/**
 * Matches skipped deliveries whose inquiry no flood digest names: `clearLostFloodDigests` clears the number
 * of one that was given up or skipped. Times do not decide: clocks differ, and transactions may take long.
 */
const isWithoutFloodDigest = sql<SqlBool>`skip_reason = 'flood' and digest is null`;

/**
 * Records a flood digest that names all inquiries that no other names, 15 minutes after the first of
 * them. On PostgreSQL, another server may do so at the same time: each inquiry is then named by one of
 * both digests, since its row is updated once. An inquiry that is committed later is named by the next.
 */
export async function enqueueFloodDigest(
  { db }: Database,
  now: EpochMs,
  to: readonly Destination[],
): Promise<void> {
  const at = toIso(now);
  if (!(await isDue(db, at))) return;
  // To the minute, and without the colons that a Message-ID may not have.
  const id = `flood-digest-${at.slice(0, 16).replaceAll(/\D/g, '')}`;
  const event: NewEvent = { id, kind: 'flood-digest', at, to };
  await db.transaction().execute(async (transaction) => {
    const [digest] = await recordEvents(transaction, [event]);
    if (digest === undefined) return;
    await transaction
      .updateTable('deliveries')
      .set({ digest })
      .where(isWithoutFloodDigest)
      .execute();
  });
}

/** Tells if a flood digest is due at `at`. A time that a clock ahead dated delays none. */
async function isDue(db: Kysely<Tables>, at: IsoTime): Promise<boolean> {
  const { since, until } = getRecentTimes(at, intervalMs);
  const isRecent = (time: IsoTime) => time > since && time < until;
  const waiting = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .select(({ fn }) => fn.min('events.at').as('firstAt'))
    .where(isWithoutFloodDigest)
    .executeTakeFirstOrThrow();
  if (waiting.firstAt === null || isRecent(waiting.firstAt)) return false;
  const last = await db
    .selectFrom('events')
    .select('id')
    .where('kind', '=', 'flood-digest')
    .where('inquiryId', 'is', null)
    .where('at', '>', since)
    .where('at', '<', until)
    .executeTakeFirst();
  return last === undefined;
}
