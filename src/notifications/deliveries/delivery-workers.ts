import type { Destination } from '../../config/destinations.ts';
import { startLoop } from '../../jobs/run-loop.ts';
import { limitLog } from '../../log/limit-log.ts';
import { findNextDueMs, leaseDelivery } from '../../store/outbox/leases.ts';
import type { Sender, Senders } from '../sender.ts';
import type { AttemptDependencies } from './attempt.ts';
import { attemptDelivery } from './attempt-delivery.ts';

/** Maximum delay before a worker sees a delivery that another process queued or released. */
const maxSleepMs = 5000;

/** Delay before the next poll when another process leases the due delivery. */
const minSleepMs = 100;

interface WorkerOptions extends AttemptDependencies {
  /** A sender for each destination. */
  senders: Senders;
}

export interface DeliveryWorkers {
  /** Makes the workers poll at once, such as after a new inquiry. */
  wake: () => void;
  /** Starts no more attempts. After `drainMs`, aborts those in progress and ends their leases. */
  stop: (drainMs: number) => Promise<void>;
}

/** Starts a worker for each destination, which attempts due deliveries until stopped. */
export function startDeliveryWorkers(options: WorkerOptions): DeliveryWorkers {
  const { destinations, senders, log } = options;
  const dependencies = { ...options, successLog: limitLog(log) };
  const draining = new AbortController();

  const startWorker = (destination: Destination) => {
    const send = senders[destination.name];
    if (!send) throw new Error(`The destination ${destination.name} has no sender`);
    return startLoop(async (stopSignal) => {
      try {
        return await deliverDue(dependencies, destination, send, draining.signal, stopSignal);
      } catch (err) {
        const message = 'Deliveries could not be processed; retrying in 5 seconds';
        log.error({ destination: destination.name, err }, message);
        return maxSleepMs;
      }
    });
  };

  const workers = destinations.map(startWorker);
  return {
    wake: () => workers.forEach((worker) => worker.wake()),
    async stop(drainMs) {
      const timer = setTimeout(() => draining.abort(), drainMs);
      await Promise.all(workers.map((worker) => worker.stop()));
      clearTimeout(timer);
    },
  };
}

/**
 * Attempts the deliveries to a destination one after the other, until none is due or `stopSignal`
 * is aborted. Resolves to the time to sleep in milliseconds. Throws `StoreUnavailable`.
 */
export async function deliverDue(
  dependencies: AttemptDependencies,
  destination: Destination,
  send: Sender,
  drainSignal: AbortSignal,
  stopSignal: AbortSignal,
): Promise<number> {
  const { store, clock } = dependencies;
  while (!stopSignal.aborted) {
    const now = clock();
    const dueMs = await findNextDueMs(store, destination, now);
    const sleepMs = Math.min(Math.max(dueMs - now, minSleepMs), maxSleepMs);
    if (dueMs > now) return sleepMs;
    const delivery = await leaseDelivery(store, destination, now);
    if (!delivery) return sleepMs;
    await attemptDelivery(dependencies, delivery, send, drainSignal);
  }
  return maxSleepMs;
}
