import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { dayMs, hourMs, minuteMs, toIso } from '../inquiry/format-time.ts';
import type { Log } from '../jobs/log.ts';
import { type Loop, startLoop } from '../jobs/run-loop.ts';
import { updateClock } from './clock-jump.ts';
import {
  deleteInquiries,
  markedSpamBefore,
  readDeleted,
  receivedBefore,
} from '../store/inquiries/delete-inquiries.ts';
import type { ChangeContext } from '../store/inquiries/update-status.ts';
import { batchSize, repeatBatches } from '../store/batches.ts';

/** Time in which the mark can be undone. */
const spamRetentionDays = 30;

interface RetentionDependencies extends Required<ChangeContext> {
  /** Retention of inquiries; undefined for no limit. Spam expires in any case. */
  months: number | undefined;
  timeZone: string;
  log: Log;
}

/**
 * Deletes expired inquiries and clears them from the store's files, at start and then hourly, until
 * stopped. After a jump of the clock, nothing expires for a day. Logs the ids of all deleted inquiries,
 * for a restore without the store; at start, again those of a day.
 */
export function startRetention(dependencies: RetentionDependencies): Loop {
  const { store, months, timeZone, clock, log, destinations } = dependencies;
  let logged = new Set<string>();
  return startLoop(async (stopSignal) => {
    try {
      const now = clock();
      const { lastSeenAt, pausedUntil = '' } = await updateClock(store, now);
      const isPaused = pausedUntil > toIso(now);
      if (isPaused)
        log.error({ lastSeenAt, pausedUntil }, 'The clock jumped: nothing expires for a day');
      const expired = isPaused ? 0 : await deleteExpired(now, stopSignal);
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

  async function deleteExpired(now: number, signal: AbortSignal) {
    const daysAgo = (days: number) => toIso(now - days * dayMs);
    const deleteMatching = (condition: RawBuilder<SqlBool>, reason: 'age' | 'spam') =>
      deleteInquiries(store, condition, { destinations, now, reason }, signal);
    const deleteRows = (batch: RawBuilder<unknown>) =>
      repeatBatches(async () => Number((await batch.execute(store.db)).numAffectedRows), signal);
    const cutoff = months === undefined ? undefined : expiredBefore(now, timeZone, months);
    const age = cutoff ? await deleteMatching(receivedBefore(cutoff), 'age') : 0;
    const spam = await deleteMatching(markedSpamBefore(daysAgo(spamRetentionDays)), 'spam');
    if (age || spam) log.info({ age, spam }, 'Expired inquiries were deleted');
    // Digests and deletions. A restored copy is compared with those of a year.
    const oldEvents = sql`select number from events where inquiry_id is null and at < ${daysAgo(365)}`;
    const oldKeys = sql`select key from idempotency_keys where expires_at <= ${toIso(now)}`;
    await deleteRows(sql`delete from events where number in (${oldEvents} limit ${batchSize})`);
    await deleteRows(
      sql`delete from idempotency_keys where key in (${oldKeys} limit ${batchSize})`,
    );
    return age + spam;
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
