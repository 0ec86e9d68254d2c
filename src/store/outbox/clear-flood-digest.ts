import { sql, type SqlBool } from 'kysely';
import type { Database } from '../store.ts';

/**
 * Matches deliveries that were given up or skipped. One without a text for the destination is not lost: nor
 * has the next.
 */
const isLost = sql<SqlBool>`
  lost.state in ('failed', 'void') and lost.skip_reason is distinct from 'no-text'`;

const namesInquiries = sql<SqlBool>`exists (
  select 1 from deliveries as named
  where named.skip_reason = 'flood' and named.digest = lost.event
    and named.destination = lost.destination
)`;

/** Leaves the inquiries of all flood digests that were given up or skipped to the next one. */
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
