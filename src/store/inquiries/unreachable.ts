import type { Database } from '../store.ts';

/**
 * Finds which of these inquiries have an address that may be wrong: their acknowledgement reached nobody,
 * also when it was sent again. Resolves to their ids.
 */
export async function findUnreachable({ db }: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('events as told')
    .innerJoin('events as acknowledgement', 'acknowledgement.inquiryId', 'told.inquiryId')
    .innerJoin('deliveries', 'deliveries.event', 'acknowledgement.number')
    .select('told.inquiryId')
    .where('told.inquiryId', 'in', ids)
    .where('told.kind', '=', 'not-acknowledged')
    .where('acknowledgement.kind', '=', 'acknowledgement')
    .where('deliveries.state', '=', 'failed')
    .execute();
  return new Set(rows.map(({ inquiryId }) => inquiryId ?? ''));
}
