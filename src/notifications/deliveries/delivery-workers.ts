import type { Destination } from '../../config/destinations.ts';
import { limitLog } from '../../jobs/log.ts';
import { startLoop } from '../../jobs/run-loop.ts';
import type { Sender, Senders } from '../sender.ts';
import { attemptDelivery, type AttemptDependencies } from './attempt-delivery.ts';
import { leaseDelivery, nextDueAt } from './leases.ts';

/** Maximum delay until a delivery queued or released by another process is seen. */
const maxSleepMs = 5000;

/** Delay before polling again when another process takes the due delivery. */
const minSleepMs = 100;

interface WorkerOptions extends AttemptDependencies {
  /** One for each destination. */
  senders: Senders;
}

/** Starts a worker for each destination, which delivers what is due until stopped. */
export function startDeliveryWorkers(options: WorkerOptions) {
  const dependencies = { ...options, successLog: limitLog(options.log) };
  const draining = new AbortController();
  const workers = options.destinations.map((destination) =>
    startLoop(async (stopSignal) => {
      try {
        const send = options.senders[destination.name] as Sender;
        return await deliverDue(dependencies, destination, send, draining.signal, stopSignal);
      } catch (err) {
        const message = 'Deliveries could not be processed; retrying in 5 seconds';
        options.log.error({ destination: destination.name, err }, message);
        return maxSleepMs;
      }
    }),
  );
  return {
    /** Polls at once, such as after a new inquiry. */
    wake: () => workers.forEach((worker) => worker.wake()),

    /** Takes no more deliveries; after `drainMs` aborts attempts in progress and ends their leases. */
    async stop(drainMs: number) {
      const timer = setTimeout(() => draining.abort(), drainMs);
      await Promise.all(workers.map((worker) => worker.stop()));
      clearTimeout(timer);
    },
  };
}

/**
 * Attempts one delivery after the other to a destination until none is due, or `stopSignal` is aborted.
 * Resolves to the time to sleep in milliseconds. Throws `StoreUnavailable`.
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
    const dueAt = await nextDueAt(store, destination, now);
    const delivery = dueAt <= now ? await leaseDelivery(store, destination, now) : undefined;
    if (!delivery) return Math.min(Math.max(dueAt - now, minSleepMs), maxSleepMs);
    await attemptDelivery(dependencies, delivery, send, drainSignal);
  }
  return maxSleepMs;
}
