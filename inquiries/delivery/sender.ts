import type { Destination } from '../tables.ts';
import type { News } from './news.ts';

/**
 * Tells one destination. Resolves once the destination has taken it, to what is worth knowing all
 * the same; throws `DeliveryError`. Ends soon after `signal` is aborted.
 */
export interface Sender {
  (news: News, signal: AbortSignal): Promise<string | undefined>;
  /** Ends what it keeps open between one delivery and the next; it can't be used after that. */
  close?(): void;
}

export type Senders = Partial<Record<Destination, Sender>>;

export const destinationsOf = (senders: Senders): Destination[] =>
  Object.keys(senders) as Destination[];

export function closeSenders(senders: Senders): void {
  for (const send of Object.values(senders)) send.close?.();
}
