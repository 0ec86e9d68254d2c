import type { Transaction } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import { getDueDeadline } from '../../inquiry/deadlines.ts';
import { wasSkippedInFlood } from '../../store/inquiries/skipped-in-flood.ts';
import { recordEvents } from '../../store/outbox/events.ts';
import type { Tables } from '../../store/tables.ts';
import type { IsoTime } from '../../text/format-time.ts';
import {
  describePerson,
  describeProfile,
  type MailedInquiry,
  notAcknowledgedText,
} from '../email/describe-inquiry.ts';
import { composeInquiryMail } from '../email/inquiry-mail.ts';
import { loadInquiry, type MailTexts, type Message } from './message.ts';

/**
 * Tells the team that the acknowledgement of an inquiry reached nobody: a letter to that address
 * may fail too.
 */
export const notAcknowledged: Message = {
  kind: 'not-acknowledged',

  /**
   * Loads the inquiry. Undefined once nothing is due, or the acknowledgement was sent again
   * successfully. Also undefined for an inquiry of a flood, because digests report it.
   */
  async load(event, { store }) {
    const mailed = await loadInquiry(store, event);
    if (!mailed?.isUnreachable || !getDueDeadline(mailed.inquiry)) return undefined;
    const isNamed = await wasSkippedInFlood(store, mailed.inquiry.id);
    return isNamed ? undefined : writeNotAcknowledged(mailed);
  },
};

export const writeNotAcknowledged = (mailed: MailedInquiry): MailTexts => ({
  mail(context) {
    const { inquiry } = mailed;
    const parts = [describePerson(mailed), describeProfile(inquiry)];
    const mail = composeInquiryMail(mailed, getDueDeadline(inquiry), parts, context);
    const news = `${notAcknowledgedText} ${mail.news}`;
    return { ...mail, fromLabel: 'not acknowledged', news };
  },
});

/** Records for the team, at `at`, that the acknowledgement of an inquiry reached nobody. */
export async function recordNotAcknowledged(
  transaction: Transaction<Tables>,
  inquiryId: string,
  at: IsoTime,
  destinations: readonly Destination[],
): Promise<void> {
  const to = destinations.filter(({ reaches }) => reaches === 'team');
  const id = `not-acknowledged-${inquiryId}`;
  await recordEvents(transaction, [{ id, kind: 'not-acknowledged', inquiryId, at, to }]);
}
