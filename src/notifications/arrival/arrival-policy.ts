import type { Transaction } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import type { SkipReason, Tables } from '../../store/tables.ts';
import type { IsoTime } from '../../text/format-time.ts';

/** Facts about an arriving inquiry that policies judge. */
export interface Arrival {
  email: string;
  receivedAt: IsoTime;
  /** Reason to suspect spam; null if it is not suspected. */
  suspectedSpam: string | null;
}

/**
 * Returns the reason to skip the notification of a destination; undefined to leave the choice to
 * the next policy. Runs in the transaction that stores the inquiry. Servers on PostgreSQL do not
 * wait for one another, so that each may exceed a limit by one.
 */
export type ArrivalPolicy = (
  transaction: Transaction<Tables>,
  arrival: Arrival,
  destination: Destination,
) => Promise<SkipReason | undefined>;
