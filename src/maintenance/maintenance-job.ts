import { type RawBuilder, sql } from 'kysely';
import { spamRetentionDays } from '../content/periods.ts';
import { dayMs, hourMs, minuteMs, toIso } from '../inquiry/format-time.ts';
import type { Log } from '../jobs/limit-log.ts';
import { type Loop, startLoop } from '../jobs/run-loop.ts';
import { updateClock } from './clock-jump.ts';
import {
  deleteInquiries,
  markedSpamBefore,
  readDeleted,
  receivedBefore,
} from '../store/inquiries/delete-inquiries.ts';
import type { ChangeContext } from '../store/inquiries/change-inquiry.ts';
import { batchSize, repeatBatches } from '../store/batches.ts';
import { requeuePutOff, skipUnconfigured } from '../store/outbox/undelivered.ts';

/** Days for which an event is kept that concerns no inquiry. */
const eventRetentionDays = 365;

interface MaintenanceDependencies extends ChangeContext {
  /** Retention of inquiries; undefined for no limit. Spam expires in any case. */
  months: number | undefined;
  /** IANA name. */
  timeZone: string;
  log: Log;
}

/**
 * Deletes expired inquiries and clears them from the store's files, at start and then hourly, until
 * stopped. After a jump of the clock, nothing expires for a day; after its correction, deliveries that it
 * put off are due. Logs the ids of all deleted inquiries,
 * for a restore without the store; at start, again those of a day.
 */
export function startMaintenance(dependencies: MaintenanceDependencies): Loop {
  const { store, months, timeZone, clock, log, destinations } = dependencies;
  let logged = new Set<string>();
  return startLoop(async (stopSignal) => {
    try {
      const now = clock();
      const { lastSeenAt, pausedUntil = '' } = await updateClock(store, now);
      const isPaused = pausedUntil > toIso(now);
      if (isPaused)
        log.error({ lastSeenAt, pausedUntil }, 'The clock jumped: nothing expires for a day');
      const count = await requeuePutOff(store, now);
      if (count > 0)
        log.warn({ count }, 'The clock was ahead: deliveries that it put off are due now');
      const expired = isPaused ? 0 : await deleteExpired(now, stopSignal);
      if (!isPaused) await skipUnconfigured(store, destinations, now);
      const deleted = await readDeleted(store, toIso(now - dayMs));
      const recent = new Set(deleted.map(({ id }) => id));
      for (const inquiry of recent.difference(logged))
        log.info({ inquiry }, 'An inquiry was deleted');
      logged = recent;
      // Also clears what the command deleted while another process was reading.
      if (await store.checkpoint()) return hourMs;
      if (expired)
        log.warn('Deleted inquiries stay in the database files while another process reads them');
    } catch (err) {
      log.error({ err }, 'Expired inquiries could not be deleted; retrying in a minute');
    }
    return minuteMs;
  });

  /** Deletes what expires at `now` (ms since the epoch). Resolves to the number of inquiries. */
  async function deleteExpired(now: number, signal: AbortSignal): Promise<number> {
    const age = await deleteOld(now, signal);
    const spam = await deleteSpam(now, signal);
    if (age > 0 || spam > 0) log.info({ age, spam }, 'Expired inquiries were deleted');
    await deleteOldEvents(now, signal);
    await deleteOldKeys(now, signal);
    return age + spam;
  }

  async function deleteOld(now: number, signal: AbortSignal): Promise<number> {
    if (months === undefined) return 0;
    const isOld = receivedBefore(expiredBefore(now, timeZone, months));
    return deleteInquiries(store, isOld, { destinations, now, reason: 'age' }, signal);
  }

  function deleteSpam(now: number, signal: AbortSignal): Promise<number> {
    const isOldSpam = markedSpamBefore(toIso(now - spamRetentionDays * dayMs));
    return deleteInquiries(store, isOldSpam, { destinations, now, reason: 'spam' }, signal);
  }

  /** Deletes digests and deletions. A restored copy is compared with the deletions of a year. */
  async function deleteOldEvents(now: number, signal: AbortSignal): Promise<void> {
    const before = toIso(now - eventRetentionDays * dayMs);
    const batch = sql`
      delete from events where number in (
        select number from events where inquiry_id is null and at < ${before} limit ${batchSize}
      )`;
    await repeatBatches(() => countAffected(batch), signal);
  }

  async function deleteOldKeys(now: number, signal: AbortSignal): Promise<void> {
    const batch = sql`
      delete from idempotency_keys where key in (
        select key from idempotency_keys where expires_at <= ${toIso(now)} limit ${batchSize}
      )`;
    await repeatBatches(() => countAffected(batch), signal);
  }

  /** Runs a statement. Resolves to the number of rows that it changed. */
  async function countAffected(statement: RawBuilder<unknown>): Promise<number> {
    const { numAffectedRows } = await statement.execute(store.db);
    return Number(numAffectedRows);
  }
}

/**
 * Returns the cutoff (ISO 8601 in UTC): inquiries received earlier expire at `now`, because they
 * would be older than `months` by the next run.
 */
export function expiredBefore(now: number, timeZone: string, months: number): string {
  const nextRun = Temporal.Instant.fromEpochMilliseconds(now + hourMs).toZonedDateTimeISO(timeZone);
  return toIso(nextRun.subtract({ months }).epochMilliseconds);
}
