import type { Destination } from '../tables.ts';
import type { News } from './news.ts';

/**
 * Tells one destination. Resolves once the destination has taken it, to what is worth knowing all
 * the same; throws `DeliveryError`. Ends soon after `signal` is aborted.
 */
export type Sender = (news: News, signal: AbortSignal) => Promise<string | undefined>;

export type Senders = Partial<Record<Destination, Sender>>;

export const destinationsOf = (senders: Senders): Destination[] =>
  Object.keys(senders) as Destination[];
