import type { Destination } from '../tables.ts';
import { createAlarm, sleep } from './alarm.ts';
import { attemptDelivery, type AttemptDependencies } from './attempt-delivery.ts';
import { leaseDelivery, whenDue } from './leases.ts';
import { destinationsOf, type Sender } from './sender.ts';

/** How long what another process left behind may go unseen. */
const longestSleepMs = 5000;

/** How soon to look again for what another process is leasing right now. */
const shortestSleepMs = 100;

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
export function startDeliveries(dependencies: AttemptDependencies): DeliveryLoop {
  const { store, clock, log, senders } = dependencies;
  const drained = new AbortController();
  const alarm = createAlarm();
  const progressAt = new Map<Destination, number>();
  let isStopping = false;

  const lanes = destinationsOf(senders).map((destination) =>
    deliverTo(destination, senders[destination] as Sender),
  );
  return {
    wake: alarm.ring,
    lastProgressAt: () => Math.min(clock(), ...progressAt.values()),
    stop,
  };

  async function deliverTo(destination: Destination, send: Sender) {
    progressAt.set(destination, clock());
    while (!isStopping) {
      const woken = alarm.next();
      let sleepMs = longestSleepMs;
      try {
        const now = clock();
        const dueAt = (await whenDue(store, destination, now)) ?? Infinity;
        const delivery = dueAt <= now ? await leaseDelivery(store, destination, now) : undefined;
        if (delivery) await attemptDelivery(dependencies, delivery, send, drained.signal);
        progressAt.set(destination, clock());
        if (delivery) continue;
        sleepMs = Math.min(Math.max(dueAt - now, shortestSleepMs), longestSleepMs);
      } catch (err) {
        log.error({ destination, err }, 'Deliveries wait for the store');
      }
      await sleep(sleepMs, woken);
    }
  }

  async function stop(drainMs: number) {
    isStopping = true;
    alarm.ring();
    const timer = setTimeout(() => drained.abort(), drainMs);
    await Promise.all(lanes);
    clearTimeout(timer);
  }
}
