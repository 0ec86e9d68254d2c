import type { Transaction } from 'kysely';
import type { Destination } from '../config/destinations.ts';
import type { SkipReason, Tables } from '../store/tables.ts';
import type { IsoTime } from '../text/format-time.ts';

/** An inquiry that arrives. */
export interface Arrival {
  email: string;
  receivedAt: IsoTime;
  /** Reason to suspect spam; null without suspicion. */
  suspectedSpam: string | null;
}

/**
 * Returns the reason to skip the notification of a destination, in the transaction that stores the
 * inquiry; undefined to leave the choice to the next policy. Servers on PostgreSQL do not wait for one
 * another, and may exceed a limit by one each.
 */
export type ArrivalPolicy = (
  transaction: Transaction<Tables>,
  arrival: Arrival,
  destination: Destination,
) => Promise<SkipReason | undefined>;
