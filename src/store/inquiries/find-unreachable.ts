import type { Database } from '../store.ts';

/**
 * Finds the inquiries whose address may be wrong: the acknowledgement reached nobody, not even when
 * it was sent again. Resolves to their ids.
 */
export async function findUnreachable({ db }: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('events as report')
    .innerJoin('events as acknowledgement', 'acknowledgement.inquiryId', 'report.inquiryId')
    .innerJoin('deliveries', 'deliveries.event', 'acknowledgement.number')
    .select('report.inquiryId')
    .where('report.inquiryId', 'in', ids)
    .where('report.kind', '=', 'not-acknowledged')
    .where('acknowledgement.kind', '=', 'acknowledgement')
    .where('deliveries.state', '=', 'failed')
    .execute();
  return new Set(rows.map(({ inquiryId }) => inquiryId ?? ''));
}
