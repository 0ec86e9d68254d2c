import { sql } from 'kysely';
import type { IsoTime, RecentTimes } from '../../text/format-time.ts';
import type { Database } from '../store.ts';

export interface Acknowledged {
  /** Address of the inquirer, as entered. */
  email: string;
  /** Time of the event. */
  at: IsoTime;
}

/** Reads the newest `limit` acknowledgements of a period that were not skipped, newest first. */
export async function readAcknowledged(
  { db }: Database,
  { since, until }: RecentTimes,
  limit: number,
): Promise<Acknowledged[]> {
  // The kind is a literal, because SQLite does not use the partial index for a parameter.
  const { rows } = await sql<Acknowledged>`
    select inquiries.email, events.at from events
    join deliveries on deliveries.event = events.number and deliveries.state <> 'void'
    join inquiries on inquiries.id = events.inquiry_id
    where events.kind = 'acknowledgement' and events.at > ${since} and events.at < ${until}
    order by events.at desc
    limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
