import type { Delivery } from '../inquiries/delivery/list-deliveries.ts';
import { toMinute } from './times.ts';

/** What a delivery tells: "review-late", "digest 2026-11-23". */
export const whatOf = ({ kind, day }: Delivery): string => (day ? `${kind} ${day}` : kind);

/** When it was sent, or is due; nothing for what was given up or not sent. */
export const whenOf = ({ deliveredAt, nextAttemptAt }: Delivery): string =>
  toMinute(deliveredAt ?? nextAttemptAt ?? '');

/** One line about a delivery of an inquiry. */
export function describeDelivery(delivery: Delivery): string {
  const { destination, state, lastError } = delivery;
  const why = lastError ? ` (${lastError})` : '';
  return `  ${whenOf(delivery).padEnd(16)}  ${whatOf(delivery)} to ${destination}: ${state}${why}`;
}
