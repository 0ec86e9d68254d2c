import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { dayMs, getRecentTimes, type IsoTime, toIso } from '../../text/format-time.ts';
import type { ArrivalPolicy } from './arrival-policy.ts';
import { toMailbox } from './to-mailbox.ts';

/** Bounds the e-mails that strangers get in a flood. A firm's real inquiries do not reach it. */
export const maxAcknowledgementsPerDay = 50;

/** Limits acknowledgements in 24 hours, for each address and in total: anybody can enter a stranger's. */
export const limitAcknowledgements: ArrivalPolicy = async (transaction, arrival, destination) => {
  if (destination.reaches !== 'inquirer') return undefined;
  const acknowledged = await readAcknowledged(transaction, arrival.receivedAt);
  if (acknowledged.length === maxAcknowledgementsPerDay) return 'acknowledged-total';
  const mailbox = toMailbox(arrival.email);
  const isKnown = acknowledged.some((earlier) => toMailbox(earlier.email) === mailbox);
  return isKnown ? 'acknowledged-address' : undefined;
};

/**
 * Resolves to the time from which inquirers are acknowledged again; undefined if the limit in total is not
 * reached at `at`.
 */
export async function findAcknowledgedAgainAt(
  db: Kysely<Tables>,
  at: IsoTime,
): Promise<IsoTime | undefined> {
  const acknowledged = await readAcknowledged(db, at);
  const oldest = acknowledged[maxAcknowledgementsPerDay - 1];
  return oldest && toIso(Date.parse(oldest.at) + dayMs);
}

/** Reads the acknowledgements of 24 hours, newest first, up to the limit in total. */
async function readAcknowledged(db: Kysely<Tables>, at: IsoTime) {
  const { since, until } = getRecentTimes(at, dayMs);
  // The kind is a literal, because SQLite does not use the partial index for a parameter.
  const { rows } = await sql<{ email: string; at: IsoTime }>`
    select inquiries.email, events.at from events
    join deliveries on deliveries.event = events.number and deliveries.state <> 'void'
    join inquiries on inquiries.id = events.inquiry_id
    where events.kind = 'acknowledgement' and events.at > ${since} and events.at < ${until}
    order by events.at desc
    limit ${sql.lit(maxAcknowledgementsPerDay)}`.execute(db);
  return rows;
}
