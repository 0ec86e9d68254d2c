import { startLoop } from '../jobs/run-loop.ts';
import type { Destination } from '../store/tables.ts';
import { attemptDelivery, type AttemptDependencies, type Sender } from './attempt-delivery.ts';
import { leaseDelivery, whenDue } from './leases.ts';

/** How long what another process left behind may go unseen. */
const longestSleepMs = 5000;

/** How soon to look again for what another process is leasing right now. */
const shortestSleepMs = 100;

export type Senders<Message> = Partial<Record<Destination, Sender<Message>>>;

export const destinationsOf = (senders: Senders<never>): Destination[] =>
  Object.keys(senders) as Destination[];

export interface WorkerDependencies<Message> extends AttemptDependencies<Message> {
  senders: Senders<Message>;
}

export interface DeliveryLoop {
  /** Looks for what is due right now, such as after a new inquiry. */
  wake(): void;
  /**
   * Since when nothing was seen of the destination that is silent for longest: its loop neither
   * looked for what is due nor ended an attempt. Milliseconds since the epoch; now without any.
   */
  lastProgressAt(): number;
  /** Begins nothing new, gives what is under way so long to end, then gives it free. */
  stop(drainMs: number): Promise<void>;
}

/** Delivers what is due until it is stopped, to each destination on its own. */
export function startWorkers<Message>(dependencies: WorkerDependencies<Message>): DeliveryLoop {
  const { store, clock, log, senders } = dependencies;
  const drained = new AbortController();
  const destinations = destinationsOf(senders);
  const progressAt = new Map(destinations.map((destination) => [destination, clock()]));
  const lanes = destinations.map((destination) =>
    startLoop((stopped) =>
      deliverDue(destination, senders[destination] as Sender<Message>, stopped),
    ),
  );
  return {
    wake: () => lanes.forEach((lane) => lane.wake()),
    lastProgressAt: () => Math.min(clock(), ...progressAt.values()),
    stop,
  };

  /** Resolves to how long to sleep. */
  async function deliverDue(destination: Destination, send: Sender<Message>, stopped: AbortSignal) {
    try {
      while (!stopped.aborted) {
        const now = clock();
        const dueAt = (await whenDue(store, destination, now)) ?? Infinity;
        const delivery = dueAt <= now ? await leaseDelivery(store, destination, now) : undefined;
        if (delivery) await attemptDelivery(dependencies, delivery, send, drained.signal);
        progressAt.set(destination, clock());
        if (!delivery) return Math.min(Math.max(dueAt - now, shortestSleepMs), longestSleepMs);
      }
    } catch (err) {
      log.error({ destination, err }, 'Deliveries wait for the store');
    }
    return longestSleepMs;
  }

  async function stop(drainMs: number) {
    const timer = setTimeout(() => drained.abort(), drainMs);
    await Promise.all(lanes.map((lane) => lane.stop()));
    clearTimeout(timer);
  }
}

export function closeSenders(senders: Senders<never>): void {
  for (const send of Object.values(senders)) send.close?.();
}
