import { sql, type SqlBool, type Transaction } from 'kysely';
import { formatTime, getWindow, hourMs, minuteMs, toIso } from '../../inquiry/format-time.ts';
import type { NewEvent, Recipient } from '../../store/events.ts';
import { readNewest } from '../../store/inquiries/list-inquiries.ts';
import type { Database } from '../../store/store.ts';
import type { Destination, Tables } from '../../store/tables.ts';
import { describeEntry, describeRest, formatCount, nameFirst } from '../email/describe-inquiry.ts';
import { notes } from '../email/render-mail.ts';
import type { Message, StoredEvent } from './message.ts';

/** E-mails about new inquiries in an hour that come one by one. */
const maxSingleMails = 30;
/** After as many, suspected spam is named by the digest alone. */
const maxBeforeSuspected = 10;
/** Inquiries that a summary names: Gmail cuts an e-mail at 102 kB. */
const maxNamed = 20;
/** By then, a transaction that named an inquiry has been committed or has failed. */
const commitMs = 15_000;

const toReason = (summaryId: string) => `Named in ${summaryId}`;

type Summary = NonNullable<Awaited<ReturnType<typeof readSummary>>>;

/** New inquiries, when more arrive than the team can be told one by one. */
export const summary: Message<Summary> = {
  kind: 'summary',
  load: (event, { store }) => readSummary(store, event),

  mail({ until, count, first }, context) {
    const total = formatCount(count, 'new inquiry', 'new inquiries');
    return {
      subject: `${total} until ${formatTime(context.timeZone, Date.parse(until))}`,
      news: 'More than 30 came within an hour: new ones come together.',
      excerpt: nameFirst(first, context.timeZone),
      heading: total,
      parts: [
        ...first.map((inquiry) => describeEntry(inquiry, context)),
        describeRest({ count, first }),
        notes('Only the digest reminds you of these.'),
      ],
    };
  },
};

/**
 * Plans the notification of an inquiry that arrives at `at` (ISO 8601), in the transaction that stores
 * it: at most 30 in an hour reach the team one by one. Above that, the delivery is skipped, and a summary
 * names the inquiry; of suspected spam, the digest names all but the first 10. Servers on PostgreSQL do
 * not wait for one another, and may exceed the limit by one.
 */
export async function planArrival(
  transaction: Transaction<Tables>,
  at: string,
  to: readonly Destination[],
  isSuspected: boolean,
): Promise<{ to: readonly Recipient[]; summary: NewEvent[] }> {
  const team = to.filter(({ reaches }) => reaches === 'team');
  const [first] = team;
  if (!first) return { to, summary: [] };
  const [since, until] = getWindow(at, hourMs);
  const maxMails = isSuspected ? maxBeforeSuspected : maxSingleMails;
  // Retries and redeliveries of older inquiries do not count, nor do those that a clock ahead dated.
  const { rows } = await sql`
    select event from deliveries join events on number = event
    where state in ('waiting', 'delivered', 'failed') and destination = ${first.name}
      and next_attempt_at > ${since} and kind = 'received' and at > ${since} and at < ${until}
    limit ${sql.lit(maxMails)}`.execute(transaction);
  if (rows.length < maxMails) return { to, summary: [] };
  const summary = isSuspected ? [] : [await planSummary(transaction, at, team)];
  const skipped = summary[0] ? toReason(summary[0].id) : 'Named in the digest';
  return { to: to.map((one) => (team.includes(one) ? { ...one, skipped } : one)), summary };
}

/**
 * Returns the summary that names an inquiry: the one that waits, or a new one in a minute, or 15 minutes
 * after the last. Until the transaction ends, the lock keeps other servers from leasing it, should the
 * transaction take long.
 */
async function planSummary(
  transaction: Transaction<Tables>,
  at: string,
  to: Destination[],
): Promise<NewEvent> {
  const now = Date.parse(at);
  const [since, until] = getWindow(at, hourMs);
  const last = await transaction
    .selectFrom('events')
    .innerJoin('deliveries', 'deliveries.event', 'events.number')
    .select(['at', 'state', 'attempts'])
    .where((eb) => eb.and({ kind: 'summary', inquiryId: null, destination: to[0]?.name ?? '' }))
    .where('at', '>', since)
    .where('at', '<', until)
    .orderBy('at', 'desc')
    .limit(1)
    .forShare('deliveries')
    .executeTakeFirst();
  const isOpen =
    last?.state === 'waiting' && last.attempts === 0 && last.at > toIso(now + commitMs);
  const lastDue = last ? Date.parse(last.at) : -Infinity;
  const due = isOpen ? lastDue : Math.max(now + minuteMs, lastDue + 15 * minuteMs);
  const id = `summary-${toIso(due)}`;
  return { id, kind: 'summary', at: toIso(due), about: toIso(due - hourMs), to };
}

/** Tells of an inquiry if summaries began in the hour of its arrival: only the digest reminds of it. */
export const isInFlood = sql<SqlBool>`exists (
  select 1 from events
  where kind = 'summary' and events.inquiry_id is null
    and at >= inquiries.received_at and about <= inquiries.received_at
)`;

/** Reads a summary; undefined if all its inquiries are deleted. Throws `StoreUnavailable`. */
export async function readSummary(
  { db }: Database,
  { id, at: until, about }: Pick<StoredEvent, 'id' | 'at' | 'about'>,
) {
  const isNamed = sql<SqlBool>`(
    received_at between ${about ?? ''} and ${until} and exists (
      select 1 from events join deliveries on event = number
      where events.inquiry_id = inquiries.id and kind = 'received'
        and state = 'void' and last_error = ${toReason(id)}
    )
  )`;
  const newest = await readNewest(db.selectFrom('inquiries').where(isNamed), maxNamed);
  return newest.count ? { until, ...newest } : undefined;
}
