import { type Acknowledged, readAcknowledged } from '../../store/outbox/read-acknowledged.ts';
import type { Database } from '../../store/store.ts';
import { dayMs, getRecentTimes, type IsoTime, toIso } from '../../text/format-time.ts';
import type { ArrivalPolicy } from './arrival-policy.ts';
import { toMailbox } from './to-mailbox.ts';

/**
 * Bounds the e-mails that strangers get in a flood. The real inquiries of a firm do not reach this
 * number.
 */
export const maxAcknowledgementsPerDay = 50;

/**
 * Limits acknowledgements in 24 hours, for each address and in total, because anybody can enter the
 * address of a stranger.
 */
export const limitAcknowledgements: ArrivalPolicy = async (transaction, arrival, destination) => {
  if (destination.reaches !== 'inquirer') return undefined;
  const acknowledged = await readRecent({ db: transaction }, arrival.receivedAt);
  if (acknowledged.length === maxAcknowledgementsPerDay) return 'acknowledged-total';
  const mailbox = toMailbox(arrival.email);
  const isKnown = acknowledged.some((earlier) => toMailbox(earlier.email) === mailbox);
  return isKnown ? 'acknowledged-address' : undefined;
};

/**
 * Finds the time from which inquirers are acknowledged again; undefined if the total limit is not
 * reached at `at`.
 */
export async function findAcknowledgedAgainAt(
  store: Database,
  at: IsoTime,
): Promise<IsoTime | undefined> {
  const acknowledged = await readRecent(store, at);
  const oldest = acknowledged[maxAcknowledgementsPerDay - 1];
  return oldest && toIso(Date.parse(oldest.at) + dayMs);
}

/** Reads the acknowledgements of the last 24 hours, newest first, up to the total limit. */
const readRecent = (store: Database, at: IsoTime): Promise<Acknowledged[]> =>
  readAcknowledged(store, getRecentTimes(at, dayMs), maxAcknowledgementsPerDay);
