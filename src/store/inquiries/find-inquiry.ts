import { sql, type SqlBool } from 'kysely';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { Database } from '../store.ts';
import { toStoredInquiry } from './inquiry-rows.ts';
import { foldCase, toSearchKey } from './search-keys.ts';

/** Finds the inquiry with this id; undefined if there is none, or if it is deleted. */
export async function findInquiry(
  { db }: Database,
  id: string,
): Promise<StoredInquiry | undefined> {
  const query = db.selectFrom('inquiries').selectAll().where('id', '=', id);
  const row = await query.executeTakeFirst();
  return row && toStoredInquiry(row);
}

/** Finds the first five inquiries whose ids have this prefix, ignoring case and hyphens. */
export async function findByIdPrefix({ db }: Database, prefix: string): Promise<StoredInquiry[]> {
  const digits = prefix.toLowerCase().replaceAll('-', '');
  if (!/^[\da-f]{1,32}$/.test(digits)) return [];
  const rows = await db
    .selectFrom('inquiries')
    .selectAll()
    // The bounds have the shape of whole ids, which every collation sorts in the same order.
    .where('id', '>=', toUuid(digits.padEnd(32, '0')))
    .where('id', '<=', toUuid(digits.padEnd(32, 'f')))
    .orderBy('id')
    .limit(5)
    .execute();
  return rows.map(toStoredInquiry);
}

const toUuid = (digits: string) =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Finds the ids of all inquiries from this address, ignoring case, newest first. */
export async function findIdsByEmail(store: Database, email: string): Promise<string[]> {
  const rows = await selectByEmail(store, email).select(['id', 'email']).execute();
  return rows.filter(isFrom(email)).map(({ id }) => id);
}

/**
 * Reads the last ten inquiries that arrived from the same address before an inquiry, newest first.
 */
export async function readEarlier(
  store: Database,
  { id, receivedAt, email }: StoredInquiry,
): Promise<StoredInquiry[]> {
  const rows = await selectByEmail(store, email)
    .selectAll()
    .where(sql<SqlBool>`(received_at, id) < (${receivedAt}, ${id})`)
    .limit(10)
    .execute();
  return rows.filter(isFrom(email)).map(toStoredInquiry);
}

const selectByEmail = ({ db }: Database, email: string) =>
  db
    .selectFrom('inquiries')
    .where('searchEmail', '=', toSearchKey(email))
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc');

/**
 * Creates a filter by address. It is needed because search keys ignore accents, but addresses may
 * differ by them.
 */
const isFrom = (address: string) => (inquiry: { email: string }) =>
  foldCase(inquiry.email) === foldCase(address);

/**
 * Reads the reason to suspect spam; undefined if there is none. An inquiry keeps it after a
 * response, so that a link "Reopen" can restore the suspicion.
 */
export async function readSuspicion({ db }: Database, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('inquiries')
    .select('suspectedSpam')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.suspectedSpam ?? undefined;
}
