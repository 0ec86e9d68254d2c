import { type Loop, startLoop } from '../jobs/run-loop.ts';
import type { Log } from '../log/limit-log.ts';
import { readDeleted } from '../store/inquiries/delete-inquiries.ts';
import { clearLostFloodDigests } from '../store/outbox/clear-flood-digest.ts';
import { requeuePutOff } from '../store/outbox/requeue-put-off.ts';
import { skipUnconfigured } from '../store/outbox/skip-unconfigured.ts';
import type { Store } from '../store/store.ts';
import { dayMs, type EpochMs, hourMs, minuteMs, toIso } from '../text/format-time.ts';
import { updateClock } from './clock-jump.ts';
import { deleteExpired, type ExpiryContext } from './delete-expired.ts';

interface MaintenanceDependencies extends ExpiryContext {
  clock: () => EpochMs;
  log: Log;
}

/**
 * Maintains the store at the start and then hourly, until stopped. After a jump of the clock, nothing
 * expires for a day; after its correction, deliveries that it put off are due. After a failure, or while
 * another process keeps deleted inquiries in the files, the next run is a minute later.
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

/** Resolves to the milliseconds until the next run. */
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
  await deletionLog.update(now);
  // Also clears from the files what the command deleted while another process was reading.
  if (await store.checkpoint()) return hourMs;
  if (expired > 0)
    log.warn('Deleted inquiries stay in the database files while another process reads them');
  return minuteMs;
}

/** Saves the time of this run. Resolves to true while nothing may expire, because the clock jumped. */
async function updateClockState(
  { store, log }: MaintenanceDependencies,
  now: EpochMs,
): Promise<boolean> {
  const { lastSeenAt, pausedUntil = '' } = await updateClock(store, now);
  const isPaused = pausedUntil > toIso(now);
  if (isPaused)
    log.error({ lastSeenAt, pausedUntil }, 'The clock jumped: nothing expires for a day');
  return isPaused;
}

async function requeue({ store, log }: MaintenanceDependencies, now: EpochMs) {
  const count = await requeuePutOff(store, now);
  if (count > 0) log.warn({ count }, 'The clock was ahead: deliveries that it put off are due now');
}

/** Resolves to the number of inquiries that expired. */
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
 * Logs the ids of all deleted inquiries, for a restore without the store, also of those that the command
 * deleted; at the start, again those of a day.
 */
class DeletionLog {
  readonly #store: Store;
  readonly #log: Log;
  /** Ids of the deleted inquiries of the last day that are in the log. */
  #logged = new Set<string>();

  constructor({ store, log }: MaintenanceDependencies) {
    this.#store = store;
    this.#log = log;
  }

  async update(now: EpochMs): Promise<void> {
    const deleted = await readDeleted(this.#store, toIso(now - dayMs));
    const recent = new Set(deleted.map(({ id }) => id));
    for (const inquiry of recent.difference(this.#logged))
      this.#log.info({ inquiry }, 'An inquiry was deleted');
    this.#logged = recent;
  }
}
