import type { Destination } from '../config/destinations.ts';
import { spamRetentionDays } from '../content/periods.ts';
import { deleteExpiredKeys } from '../store/inquiries/content-keys.ts';
import {
  deleteInquiries,
  markedSpamBefore,
  receivedBefore,
} from '../store/inquiries/delete-inquiries.ts';
import { deleteEventsBefore } from '../store/outbox/events.ts';
import type { Store } from '../store/store.ts';
import { dayMs, type EpochMs, hourMs, type IsoTime, toIso } from '../text/format-time.ts';

/** Days for which an event is kept that belongs to no inquiry. */
const eventRetentionDays = 365;

export interface ExpiryContext {
  store: Store;
  /** Destinations that are notified of deletions. */
  destinations: readonly Destination[];
  /** Retention of inquiries in months; undefined without a limit. Spam expires in any case. */
  months: number | undefined;
  /** Time zone (IANA name). */
  timeZone: string;
}

/** Numbers of inquiries that expired by age, and as spam. */
interface Expired {
  age: number;
  spam: number;
}

/** Deletes what has expired at `now`, in batches until `signal` is aborted. */
export async function deleteExpired(
  context: ExpiryContext,
  now: EpochMs,
  signal: AbortSignal,
): Promise<Expired> {
  const age = await deleteOld(context, now, signal);
  const spam = await deleteSpam(context, now, signal);
  // Keep a year of deletions, which a restored copy is compared with.
  await deleteEventsBefore(context.store, toIso(now - eventRetentionDays * dayMs), signal);
  await deleteExpiredKeys(context.store, toIso(now), signal);
  return { age, spam };
}

async function deleteOld(
  { store, destinations, months, timeZone }: ExpiryContext,
  now: EpochMs,
  signal: AbortSignal,
): Promise<number> {
  if (months === undefined) return 0;
  const isOld = receivedBefore(expiredBefore(now, timeZone, months));
  return deleteInquiries(store, isOld, { destinations, now, reason: 'age' }, signal);
}

/**
 * Returns the time before which inquiries must have arrived to expire at `now`. At the next run, an
 * hour later, they would be older than `months`.
 */
export function expiredBefore(now: EpochMs, timeZone: string, months: number): IsoTime {
  const nextRun = Temporal.Instant.fromEpochMilliseconds(now + hourMs).toZonedDateTimeISO(timeZone);
  return toIso(nextRun.subtract({ months }).epochMilliseconds);
}

function deleteSpam(
  { store, destinations }: ExpiryContext,
  now: EpochMs,
  signal: AbortSignal,
): Promise<number> {
  const isOldSpam = markedSpamBefore(toIso(now - spamRetentionDays * dayMs));
  return deleteInquiries(store, isOldSpam, { destinations, now, reason: 'spam' }, signal);
}
