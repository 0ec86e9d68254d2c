import type { ExpressionBuilder, Transaction } from 'kysely';
import { formatTime, hourMs, minuteMs, toIso } from '../../inquiry/format-time.ts';
import { countRows } from '../../store/count-rows.ts';
import type { NewEvent, Recipient } from '../../store/events.ts';
import { type StoredInquiry, toStoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Store } from '../../store/store.ts';
import type { Destination, Tables } from '../../store/tables.ts';
import { describeEntry, describeRest, nameFirst } from '../email/describe-inquiry.ts';
import { notes } from '../email/render-mail.ts';
import type { Message } from './message.ts';

/** E-mails about new inquiries in an hour that come one by one. */
const maxSingleMails = 30;
/** After as many, suspected spam is named by the digest alone. */
const maxBeforeSuspected = 10;
/** Inquiries that a summary names: Gmail cuts an e-mail at 102 kB. */
const maxNamed = 20;
/** By then, a transaction that began in the minute has been committed or has failed. */
const commitMs = 15_000;

/** Reasons of deliveries that were skipped. */
const inSummary = 'Named in a summary';
const inDigest = 'Named in the digest';

interface Summary {
  /** Beginning of the minute, in ISO 8601. */
  since: string;
  count: number;
  /** The newest first. */
  first: StoredInquiry[];
}

/** The new inquiries of a minute, when more arrive than the team can be told one by one. */
export const summary: Message<Summary> = {
  kind: 'summary',
  load: ({ about }, { store }) => readSummary(store, about ?? ''),

  mail({ since, count, first }, context) {
    const total = `${count.toLocaleString('en')} new ${count === 1 ? 'inquiry' : 'inquiries'}`;
    return {
      subject: `${total} on ${formatTime(context.timeZone, Date.parse(since))}`,
      news: 'More than 30 came within an hour: new ones come together, once a minute.',
      excerpt: nameFirst(first, context.timeZone),
      heading: total,
      parts: [
        ...first.map((inquiry) => describeEntry(inquiry, 'review', context)),
        ...describeRest(count - first.length),
        notes('Only the digest reminds you of these.'),
      ],
    };
  },
};

/**
 * Plans the notification of an inquiry that arrives at `at` (ISO 8601), in the transaction that stores
 * it: at most 30 in an hour reach the team one by one. Above that, the delivery is skipped, and a summary
 * of its minute is sent; suspected spam stands in the digest instead, and after the first 10. Servers on
 * PostgreSQL do not wait for one another, and may exceed the limit by one.
 */
export async function planArrival(
  transaction: Transaction<Tables>,
  at: string,
  to: readonly Destination[],
  isSuspected: boolean,
): Promise<{ to: readonly Recipient[]; summary: NewEvent[] }> {
  const team = to.filter(({ reaches }) => reaches === 'team');
  const minute = Math.floor(Date.parse(at) / minuteMs) * minuteMs;
  const about = toIso(minute);
  const id = `summary-${about}`;
  const isFlooded =
    (await isFull(transaction, at, team, isSuspected ? maxBeforeSuspected : maxSingleMails)) &&
    (isSuspected || !(await isSummarySent(transaction, id)));
  if (!isFlooded) return { to, summary: [] };
  const skipped = isSuspected ? inDigest : inSummary;
  const dueAt = toIso(minute + minuteMs + commitMs);
  return {
    to: to.map((one) => (team.includes(one) ? { ...one, skipped } : one)),
    summary: isSuspected ? [] : [{ id, kind: 'summary', at, about, dueAt, to: team }],
  };
}

/** Tells if the team was sent so many e-mails about new inquiries in the last hour. */
async function isFull(
  transaction: Transaction<Tables>,
  at: string,
  [team]: Destination[],
  maxMails: number,
) {
  if (!team) return false;
  const hourAgo = toIso(Date.parse(at) - hourMs);
  const mails = await transaction
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .select('event')
    .where('state', 'in', ['waiting', 'delivered', 'failed'])
    .where('destination', '=', team.name)
    .where('nextAttemptAt', '>', hourAgo)
    .where('kind', '=', 'received')
    // Retries and redeliveries of older inquiries do not count.
    .where('at', '>', hourAgo)
    .limit(maxMails)
    .execute();
  return mails.length === maxMails;
}

/**
 * Tells if the summary with this id is being sent or was sent: by a server whose clock is ahead, or after
 * a slow transaction. Until this transaction ends, the lock keeps other servers from leasing it.
 */
async function isSummarySent(transaction: Transaction<Tables>, id: string) {
  const summary = await transaction
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .select(['state', 'attempts'])
    .where('id', '=', id)
    .forShare('deliveries')
    .executeTakeFirst();
  return summary !== undefined && (summary.state !== 'waiting' || summary.attempts > 0);
}

/** Selects inquiries whose notification was skipped for a summary. */
export const isInSummary = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'inquiries'>) =>
  exists(
    selectFrom('events')
      .innerJoin('deliveries', 'deliveries.event', 'events.number')
      .select('number')
      .whereRef('events.inquiryId', '=', 'inquiries.id')
      .where('kind', '=', 'received')
      .where('state', '=', 'void')
      .where('lastError', '=', inSummary),
  );

/** Reads the summary of a minute; undefined if all its inquiries are deleted. Throws `StoreUnavailable`. */
export async function readSummary({ db }: Store, since: string): Promise<Summary | undefined> {
  const inquiries = db
    .selectFrom('inquiries')
    .where('receivedAt', '>=', since)
    .where('receivedAt', '<', toIso(Date.parse(since) + minuteMs))
    .where(isInSummary);
  const rows = await inquiries.selectAll().orderBy('receivedAt', 'desc').limit(maxNamed).execute();
  const first = rows.map(toStoredInquiry);
  return first.length ? { since, count: await countRows(inquiries), first } : undefined;
}
