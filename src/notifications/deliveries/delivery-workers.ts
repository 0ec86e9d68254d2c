import { startLoop } from '../../jobs/run-loop.ts';
import type { Destination } from '../../store/tables.ts';
import { attemptDelivery, type AttemptDependencies, type Sender } from './attempt-delivery.ts';
import { leaseDelivery, nextDueAt } from './leases.ts';

/** Maximum delay until a delivery queued or released by another process is seen. */
const maxSleepMs = 5000;

/** Delay before polling again when another process takes the due delivery. */
const minSleepMs = 100;

export type Senders<Message> = Partial<Record<Destination, Sender<Message>>>;

export const getDestinations = (senders: Senders<never>): Destination[] =>
  Object.keys(senders) as Destination[];

export interface WorkerDependencies<Message> extends AttemptDependencies<Message> {
  senders: Senders<Message>;
}

export interface DeliveryWorkers {
  /** Polls at once, such as after a new inquiry. */
  wake(): void;
  /**
   * Time at which the slowest worker last polled or ended an attempt, in milliseconds since the
   * epoch; the current time without workers.
   */
  lastProgressAt(): number;
  /** Takes no more deliveries; after `drainMs` aborts attempts in progress and ends their leases. */
  stop(drainMs: number): Promise<void>;
}

/** Starts a worker for each destination, which delivers what is due until stopped. */
export function startWorkers<Message>(dependencies: WorkerDependencies<Message>): DeliveryWorkers {
  const { store, clock, log, senders } = dependencies;
  const draining = new AbortController();
  const destinations = getDestinations(senders);
  const progressAt = new Map(destinations.map((destination) => [destination, clock()]));
  const workers = destinations.map((destination) =>
    startLoop((stopSignal) =>
      deliverDue(destination, senders[destination] as Sender<Message>, stopSignal),
    ),
  );
  return {
    wake: () => workers.forEach((worker) => worker.wake()),
    lastProgressAt: () => Math.min(clock(), ...progressAt.values()),
    stop,
  };

  /** Resolves to the time to sleep in milliseconds. */
  async function deliverDue(
    destination: Destination,
    send: Sender<Message>,
    stopSignal: AbortSignal,
  ) {
    try {
      while (!stopSignal.aborted) {
        const now = clock();
        const dueAt = (await nextDueAt(store, destination, now)) ?? Infinity;
        const delivery = dueAt <= now ? await leaseDelivery(store, destination, now) : undefined;
        if (delivery) await attemptDelivery(dependencies, delivery, send, draining.signal);
        progressAt.set(destination, clock());
        if (!delivery) return Math.min(Math.max(dueAt - now, minSleepMs), maxSleepMs);
      }
    } catch (err) {
      log.error({ destination, err }, 'Deliveries could not be processed; retrying in 5 seconds');
    }
    return maxSleepMs;
  }

  async function stop(drainMs: number) {
    const timer = setTimeout(() => draining.abort(), drainMs);
    await Promise.all(workers.map((worker) => worker.stop()));
    clearTimeout(timer);
  }
}

export function closeSenders(senders: Senders<never>): void {
  for (const send of Object.values(senders)) send.close?.();
}
