import type { AttemptDependencies } from '../outbox/attempt-delivery.ts';
import { type DeliveryLoop, destinationsOf, startWorkers } from '../outbox/delivery-workers.ts';
import { readNews } from './load-notification.ts';
import type { News, NotificationSenders } from './notification.ts';
import { trackOutage } from './outages.ts';
import { lastDigestAttemptAt } from './schedule/digest-times.ts';

export interface DeliveryDependencies extends Pick<
  AttemptDependencies<never>,
  'store' | 'clock' | 'random' | 'retryMs' | 'log' | 'onAttempt'
> {
  /** Destinations of this server: what fails at one is reported to another. */
  senders: NotificationSenders;
  /** The firm's (IANA name), which says when a digest's day is over. */
  timeZone: string;
}

/** Sends the notifications in the outbox to each destination until it is stopped. */
export const startDeliveries = (dependencies: DeliveryDependencies): DeliveryLoop =>
  startWorkers({ ...dependencies, ...notificationHandlers(dependencies) });

/** What the outbox has to know of notifications. */
export function notificationHandlers({
  store,
  clock,
  senders,
  timeZone,
}: Pick<DeliveryDependencies, 'store' | 'clock' | 'senders' | 'timeZone'>): Pick<
  AttemptDependencies<News>,
  'load' | 'lastAttemptAt' | 'onOutcome'
> {
  const destinations = destinationsOf(senders);
  return {
    load: (delivery) => readNews(store, delivery, { now: clock(), timeZone }),
    lastAttemptAt: ({ day }) => (day === null ? Infinity : lastDigestAttemptAt(day, timeZone)),
    onOutcome: (transaction, delivery, outcome) =>
      trackOutage(transaction, delivery, outcome, { now: clock(), destinations }),
  };
}
