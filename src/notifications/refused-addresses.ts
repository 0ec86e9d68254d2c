import { domainToASCII } from 'node:url';
import type { Transaction } from 'kysely';
import type { MailSettings } from '../config/settings.ts';
import { toIso } from '../inquiry/format-time.ts';
import { wrapStoreErrors } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { enqueueReport } from './enqueue-notifications.ts';

export type RefusedAddress = Tables['refusedAddresses'];

/** Recipients of an e-mail. The mail server accepts it for one of them at least. */
export interface Receipt {
  accepted: string[];
  refused: { address: string; error: string }[];
}

/**
 * Records the team's addresses that the mail server refuses until it accepts them again, and queues
 * an e-mail to the others about a new one. `now` is in milliseconds since the epoch.
 */
export async function trackRefusedAddresses(
  transaction: Transaction<Tables>,
  { accepted, refused }: Receipt,
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
  const report = { kind: 'address-refused', destination: 'email', nextAttemptAt: since } as const;
  await enqueueReport(transaction, report);
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
