import { orUnavailable } from '../store-errors.ts';
import type { Store } from '../store.ts';
import { storedFields, type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';

export type Found =
  | { outcome: 'found'; inquiry: StoredInquiry }
  | { outcome: 'unknown' }
  /** Several ids start so; `ids` has the first of them. */
  | { outcome: 'ambiguous'; ids: string[] };

const ambiguousShown = 5;

/**
 * The inquiry whose id starts so, in upper or lower case, with or without hyphens. Throws
 * `StoreUnavailable`.
 */
export async function findInquiry({ db }: Store, idPrefix: string): Promise<Found> {
  const range = idsStartingWith(idPrefix);
  if (!range) return { outcome: 'unknown' };

  const rows = await orUnavailable('The inquiry could not be read', () =>
    db
      .selectFrom('inquiries')
      .select(storedFields)
      .where('id', '>=', range.first)
      .where('id', '<=', range.last)
      .orderBy('id')
      .limit(ambiguousShown)
      .execute(),
  );
  const [row, ...others] = rows;
  if (!row) return { outcome: 'unknown' };
  if (others.length) return { outcome: 'ambiguous', ids: rows.map(({ id }) => id) };
  return { outcome: 'found', inquiry: toStoredInquiry(row) };
}

// Bounds in the shape of whole ids: those compare alike by every collation of every database.
function idsStartingWith(prefix: string) {
  const digits = prefix.toLowerCase().replaceAll('-', '');
  if (!/^[\da-f]{1,32}$/.test(digits)) return undefined;
  return { first: toUuid(digits.padEnd(32, '0')), last: toUuid(digits.padEnd(32, 'f')) };
}

const toUuid = (digits: string) =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
