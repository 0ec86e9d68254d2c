import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs, minuteMs, toIso } from '../inquiry/format-time.ts';
import { type JobLog, type Loop, startLoop } from '../jobs/run-loop.ts';
import {
  type InquiryCondition,
  deleteBatch,
  receivedBefore,
  selectIds,
  markedSpamBefore,
} from '../store/inquiries/delete-inquiries.ts';
import { wrapStoreErrors } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { Destination } from '../store/tables.ts';

/** Bounds the effect of a clock change during a sleep; also the retry delay. */
const maxSleepMs = minuteMs;

// SQLite runs in this process: a batch blocks requests for about 10 ms.
const batchSize = 25;
const pauseMs = 25;

/** Number of deleted inquiries by reason. */
export interface ExpiredCounts {
  age: number;
  spam: number;
}

export interface RetentionDependencies {
  store: Store;
  /** Retention of inquiries; undefined for no limit. Spam expires in any case. */
  months: number | undefined;
  /** The firm's time zone (IANA name). */
  timeZone: string;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  log: JobLog;
  /** Destinations that are notified of deletions (default: none). */
  destinations?: readonly Destination[];
  /** Called after each batch. */
  onExpired?: ((deleted: ExpiredCounts) => void) | undefined;
}

/**
 * Deletes expired inquiries and clears them from the store's files, at start and then daily at 3:00,
 * until stopped.
 */
export function startRetention(dependencies: RetentionDependencies): Loop {
  const { store, months, timeZone, clock, log, destinations = [] } = dependencies;
  const isSqlite = store.kind === 'sqlite';
  // Runs at start, in case the last run was missed.
  let dueAt = -Infinity;
  let needsCheckpoint = false;
  let hasWarned = false;
  return startLoop(async (signal) => {
    let count = 0;
    if (clock() >= dueAt) {
      count = await deleteExpired(signal);
      // The command or another process may have left deleted rows in SQLite's files.
      needsCheckpoint ||= isSqlite || count > 0;
    }
    if (needsCheckpoint) await checkpoint(count);
    return Math.min(Math.max(dueAt - clock(), 0), maxSleepMs);
  });

  /** Resolves to the number of deleted inquiries, also if a later batch failed. */
  async function deleteExpired(signal: AbortSignal): Promise<number> {
    const now = clock();
    const deleted: ExpiredCounts = { age: 0, spam: 0 };
    try {
      await wrapStoreErrors('Expired inquiries could not be deleted', async () => {
        if (months !== undefined) {
          await deleteBatches('age', receivedBefore(expiredBefore(now, timeZone, months)));
        }
        await deleteBatches('spam', markedSpamBefore(spamExpiredBefore(now)));
        await forgetDeletions(store, spamExpiredBefore(now));
      });
      dueAt = nextRetentionRunAt(now, timeZone);
    } catch (err) {
      log.error({ err }, 'Expired inquiries could not be deleted; retrying in a minute');
      dueAt = now + maxSleepMs;
    }
    const count = deleted.age + deleted.spam;
    if (count) log.info({ ...deleted }, 'Expired inquiries were deleted');
    return count;

    // Several processes may run this at once: each skips rows that another one has locked.
    async function deleteBatches(reason: keyof ExpiredCounts, condition: InquiryCondition) {
      while (!signal.aborted) {
        // Avoids the write lock when nothing has expired.
        if (!(await selectIds(store.db, condition).limit(1).executeTakeFirst())) return;
        const batchCount = await deleteBatch(store, { destinations, now: clock() }, (transaction) =>
          selectIds(transaction, condition).limit(batchSize).forUpdate().skipLocked(),
        );
        if (!batchCount) return;
        deleted[reason] += batchCount;
        dependencies.onExpired?.({ age: 0, spam: 0, [reason]: batchCount });
        await sleep(pauseMs);
      }
    }
  }

  /** Retried within a minute if it fails or other processes are reading. */
  async function checkpoint(count: number) {
    try {
      // PostgreSQL reuses dead rows itself.
      needsCheckpoint = !(await store.checkpoint()) && isSqlite;
    } catch (err) {
      log.error(
        { err },
        'Deleted inquiries could not be cleared from the database files; retrying in a minute',
      );
      return;
    }
    if (needsCheckpoint && count && !hasWarned) {
      log.warn({}, 'Deleted inquiries stay in the database files while another process reads them');
      hasWarned = true;
    }
    if (!needsCheckpoint && hasWarned) {
      log.info({}, 'Deleted inquiries are cleared from the database files');
      hasWarned = false;
    }
  }
}

/** The command lists for as long as spam stays that a deletion was delivered. */
const forgetDeletions = ({ db }: Store, before: string) =>
  db.transaction().execute((transaction) =>
    transaction
      .deleteFrom('deliveries')
      .where('kind', 'like', 'deleted-%')
      // Finds the few rows without either by an index.
      .where('inquiryId', 'is', null)
      .where('day', 'is', null)
      .where('state', 'in', ['delivered', 'void'])
      .where('nextAttemptAt', '<', before)
      .execute(),
  );

/** Outside daylight-saving gaps in most time zones. */
const runTime = '03:00';

/** Days for which spam is kept after it was marked, and the mark can be undone. */
export const spamRetentionDays = 30;

/** Returns the next 3:00 after `now` (ms since the epoch) in `timeZone` (IANA name). */
export function nextRetentionRunAt(now: number, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const at = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: runTime }).epochMilliseconds;
  return at(today) > now ? at(today) : at(today.add({ days: 1 }));
}

/**
 * Returns the cutoff (ISO 8601 in UTC): inquiries received earlier expire at `now`, because they
 * would be older than `months` by the next run.
 */
export function expiredBefore(now: number, timeZone: string, months: number): string {
  const next = Temporal.Instant.fromEpochMilliseconds(nextRetentionRunAt(now, timeZone));
  return next.toZonedDateTimeISO(timeZone).subtract({ months }).toInstant().toString({
    smallestUnit: 'millisecond',
  });
}

/** Returns the cutoff (ISO 8601 in UTC): spam marked earlier expires at `now`. */
export const spamExpiredBefore = (now: number): string => toIso(now - spamRetentionDays * dayMs);
