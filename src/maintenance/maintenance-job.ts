import { type Loop, startLoop } from '../jobs/run-loop.ts';
import type { Log } from '../log/limit-log.ts';
import { forEachDeleted } from '../store/inquiries/delete-inquiries.ts';
import { clearLostFloodDigests } from '../store/outbox/flood-digests.ts';
import { requeuePutOff } from '../store/outbox/requeue-put-off.ts';
import { skipUnconfigured } from '../store/outbox/skip-unconfigured.ts';
import { readSharedTime, saveSharedValue } from '../store/shared-values.ts';
import type { Store } from '../store/store.ts';
import { dayMs, type EpochMs, hourMs, type IsoTime, minuteMs, toIso } from '../text/format-time.ts';
import { updateClock } from './clock-jump.ts';
import { deleteExpired, type ExpiryContext } from './delete-expired.ts';

interface MaintenanceDependencies extends ExpiryContext {
  clock: () => EpochMs;
  log: Log;
}

/**
 * Maintains the store at the start and then hourly, until stopped. After a jump of the clock,
 * nothing expires for a day. After its correction, deliveries that it delayed are due. The next run
 * is a minute later after a failure, or while another process keeps deleted inquiries in the files.
 */
export function startMaintenance(dependencies: MaintenanceDependencies): Loop {
  const { clock, log } = dependencies;
  const deletionLog = new DeletionLog(dependencies);
  return startLoop(async (stopSignal) => {
    try {
      return await maintain(dependencies, deletionLog, clock(), stopSignal);
    } catch (err) {
      log.error({ err }, 'The hourly maintenance of the store failed; retrying in a minute');
      return minuteMs;
    }
  });
}

/** Runs the maintenance once. Resolves to the milliseconds until the next run. */
async function maintain(
  dependencies: MaintenanceDependencies,
  deletionLog: DeletionLog,
  now: EpochMs,
  stopSignal: AbortSignal,
): Promise<number> {
  const { store, log } = dependencies;
  const isPaused = await updateClockState(dependencies, now);
  await requeue(dependencies, now);
  const expired = isPaused ? 0 : await expire(dependencies, now, stopSignal);
  await clearLostFloodDigests(store);
  await deletionLog.update(now, stopSignal);
  // Also clear what the command deleted while another process was reading.
  if (await store.checkpoint()) return hourMs;
  if (expired > 0)
    log.warn('Deleted inquiries stay in the database files while another process reads them');
  return minuteMs;
}

/**
 * Saves the time of this run. Resolves to true while nothing may expire because the clock has
 * jumped.
 */
async function updateClockState(
  { store, log }: MaintenanceDependencies,
  now: EpochMs,
): Promise<boolean> {
  const { lastSeenAt, pausedUntil } = await updateClock(store, now);
  const isPaused = pausedUntil !== undefined && pausedUntil > toIso(now);
  if (isPaused)
    log.error({ lastSeenAt, pausedUntil }, 'The clock jumped: nothing expires for a day');
  return isPaused;
}

async function requeue({ store, log }: MaintenanceDependencies, now: EpochMs) {
  const count = await requeuePutOff(store, now);
  if (count > 0) log.warn({ count }, 'The clock was ahead: deliveries that it put off are due now');
}

/** Deletes expired inquiries. Resolves to their number. */
async function expire(
  dependencies: MaintenanceDependencies,
  now: EpochMs,
  stopSignal: AbortSignal,
): Promise<number> {
  const { store, destinations, log } = dependencies;
  const { age, spam } = await deleteExpired(dependencies, now, stopSignal);
  if (age > 0 || spam > 0) log.info({ age, spam }, 'Expired inquiries were deleted');
  await skipUnconfigured(store, destinations, now);
  return age + spam;
}

/**
 * Time within which a deletion may be found late: it was in progress, or the clock of its process
 * is behind.
 */
const overlapMs = hourMs;

/**
 * Logs the id of each deleted inquiry, including those that the command deleted, for a restore
 * without the store. At the start, continues where the last server stopped, and logs the deletions
 * of the overlap again.
 */
class DeletionLog {
  readonly #store: Store;
  readonly #log: Log;
  /** Time of the last run; undefined before the first. */
  #loggedAt: IsoTime | undefined;
  /** Ids of recently deleted inquiries that are in the log. */
  #logged = new Set<string>();

  constructor({ store, log }: MaintenanceDependencies) {
    this.#store = store;
    this.#log = log;
  }

  /** Logs deletions in batches, until `stopSignal` is aborted. */
  async update(now: EpochMs, stopSignal: AbortSignal): Promise<void> {
    const recent = new Set<string>();
    const since = await this.#findStart(now);
    await forEachDeleted(this.#store, since, (id) => this.#logOnce(id, recent), stopSignal);
    if (stopSignal.aborted) return;
    this.#logged = recent;
    this.#loggedAt = toIso(now);
    await saveSharedValue(this.#store, 'deletions-logged', this.#loggedAt);
  }

  async #findStart(now: EpochMs): Promise<IsoTime> {
    const loggedAt = this.#loggedAt ?? (await readSharedTime(this.#store, 'deletions-logged'));
    const isUsable = loggedAt !== undefined && loggedAt <= toIso(now);
    return toIso(isUsable ? Date.parse(loggedAt) - overlapMs : now - dayMs);
  }

  #logOnce(inquiry: string, recent: Set<string>) {
    recent.add(inquiry);
    if (this.#logged.has(inquiry)) return;
    this.#logged.add(inquiry);
    this.#log.info({ inquiry }, 'An inquiry was deleted');
  }
}
