import { randomUUIDv7 } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { dayMs, getRecentTimes, type IsoTime } from '../../text/format-time.ts';
import type { Tables } from '../tables.ts';
import { createSearchKeys, type SearchKeys } from './search-keys.ts';

/** The row of a new inquiry, before it is checked for spam. */
export interface NewRow extends Inquiry, SearchKeys {
  id: string;
  receivedAt: IsoTime;
  status: 'new';
}

export const createRow = (inquiry: Inquiry, receivedAt: IsoTime): NewRow => ({
  id: randomUUIDv7(),
  receivedAt,
  status: 'new',
  ...inquiry,
  ...createSearchKeys(inquiry),
});

/** Inserts an inquiry. `suspectedSpam`: reason to suspect spam; null if it is not suspected. */
export async function insertInquiry(
  transaction: Transaction<Tables>,
  row: NewRow & { suspectedSpam: string | null },
): Promise<void> {
  await transaction.insertInto('inquiries').values(row).execute();
}

/** Tells if another address sent this message in the last 24 hours. */
export async function isRepeatedMessage(
  transaction: Transaction<Tables>,
  { messageKey, receivedAt, searchEmail }: NewRow,
): Promise<boolean> {
  const { since, until } = getRecentTimes(receivedAt, dayMs);
  // Plain SQL, because Kysely would take as long for this statement as for all others together. The
  // limit bounds the cost of an address that sends the same message again and again.
  const { rows } = await sql`
    select 1 from (
      select search_email from inquiries
      where message_key = ${messageKey}
        and received_at > ${since} and received_at < ${until}
      limit 10
    ) as equal
    where search_email <> ${searchEmail}`.execute(transaction.withoutPlugins());
  return rows.length > 0;
}
