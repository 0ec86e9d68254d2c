import { sql, type SqlBool, type Transaction } from 'kysely';
import { getWindowBounds, hourMs, minuteMs, toIso } from '../../inquiry/format-time.ts';
import type { NewEvent, Recipient } from '../../store/events.ts';
import type { Destination, Tables } from '../../store/tables.ts';

/** E-mails about new inquiries in an hour that come one by one. */
export const maxSingleMails = 30;
/** After as many, suspected spam is named by the digest alone. */
const maxBeforeSuspected = 10;
/** By then, a transaction that named an inquiry has been committed or has failed. */
const commitMs = 15_000;

/** Reason to skip the e-mail about an inquiry, which the summary with this id names. */
const toSkipReason = (summaryId: string) => `Named in ${summaryId}`;

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
  const [since, until] = getWindowBounds(at, hourMs);
  const maxMails = isSuspected ? maxBeforeSuspected : maxSingleMails;
  // Retries and redeliveries of older inquiries do not count, nor do those that a clock ahead dated.
  const { rows } = await sql`
    select event from deliveries join events on number = event
    where state in ('waiting', 'delivered', 'failed') and destination = ${first.name}
      and next_attempt_at > ${since} and kind = 'received' and at > ${since} and at < ${until}
    limit ${sql.lit(maxMails)}`.execute(transaction);
  if (rows.length < maxMails) return { to, summary: [] };
  const summary = isSuspected ? [] : [await planSummary(transaction, at, team)];
  const skipReason = summary[0] ? toSkipReason(summary[0].id) : 'Named in the digest';
  return { to: to.map((one) => (team.includes(one) ? { ...one, skipReason } : one)), summary };
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
  const [since, until] = getWindowBounds(at, hourMs);
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

/** Tells of an inquiry if the summary with this id names it. */
export const isNamedIn = (summaryId: string) => sql<SqlBool>`exists (
  select 1 from events join deliveries on event = number
  where events.inquiry_id = inquiries.id and kind = 'received'
    and state = 'void' and last_error = ${toSkipReason(summaryId)}
)`;
