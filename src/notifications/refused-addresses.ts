import { domainToASCII } from 'node:url';
import type { Transaction } from 'kysely';
import type { MailSettings } from '../config/settings.ts';
import { toDigits, toIso } from '../inquiry/format-time.ts';
import { recordEvents } from '../store/events.ts';
import { wrapStoreErrors } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { Destination, Tables } from '../store/tables.ts';

export type RefusedAddress = Tables['refusedAddresses'];

/** Recipients of an e-mail. The mail server accepts it for one of them at least. */
export interface Receipt {
  accepted: string[];
  refused: { address: string; error: string }[];
}

/**
 * Records the team's addresses that the mail server refuses until it accepts them again, and queues
 * a message to the team about a new one. `now` is in milliseconds since the epoch.
 */
export async function trackRefusedAddresses(
  transaction: Transaction<Tables>,
  { accepted, refused }: Receipt,
  destinations: readonly Destination[],
  now: number,
): Promise<void> {
  await transaction.deleteFrom('refusedAddresses').where('address', 'in', accepted).execute();
  if (refused.length === 0) return;
  const since = toIso(now);
  const addresses = refused.map(({ address }) => address);
  const rows = refused.map(({ address, error }) => ({ address, since, lastError: error }));
  const known = await transaction
    .selectFrom('refusedAddresses')
    .select('address')
    .where('address', 'in', addresses)
    .execute();
  await transaction
    .insertInto('refusedAddresses')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('address')
        .doUpdateSet(({ ref }) => ({ lastError: ref('excluded.lastError') })),
    )
    .execute();
  if (known.length === rows.length) return;
  const id = `address-refused-${toDigits(since)}`;
  const to = destinations.filter(({ reaches }) => reaches === 'team');
  await recordEvents(transaction, [{ id, kind: 'address-refused', at: since, to }]);
}

/** Reads the refused addresses, longest first. Throws `StoreUnavailable`. */
export const readRefusedAddresses = ({ db }: Store): Promise<RefusedAddress[]> =>
  wrapStoreErrors('The refused addresses could not be read', () =>
    db.selectFrom('refusedAddresses').selectAll().orderBy('since').orderBy('address').execute(),
  );

/** Forgets refused addresses that are no longer in the settings, because no e-mail is sent to them. */
export async function forgetRemovedAddresses(
  { db }: Store,
  mail: Pick<MailSettings, 'to' | 'escalateTo'> | undefined,
): Promise<void> {
  const mailboxes = mail ? [...mail.to, ...mail.escalateTo] : [];
  // As nodemailer sends them.
  const configured = mailboxes.map(({ address }) => address.replace(/[^@]*$/, domainToASCII));
  await db.transaction().execute((transaction) =>
    transaction
      .deleteFrom('refusedAddresses')
      .where('address', 'not in', ['', ...configured])
      .execute(),
  );
}
