import { hasMailedInHour } from '../../store/outbox/mailed-in-hour.ts';
import type { ArrivalPolicy } from './arrival-policy.ts';

/**
 * Maximum number of e-mails about new inquiries in an hour. A flood digest names further inquiries.
 */
export const maxMailsPerHour = 30;

/**
 * Skips the e-mail to the team in a flood. `enqueue-flood-digest.ts` queues one e-mail about all
 * skipped inquiries instead.
 */
export const skipFlood: ArrivalPolicy = async (transaction, { receivedAt }, destination) => {
  if (destination.reaches !== 'team') return undefined;
  const isFlood = await hasMailedInHour(transaction, receivedAt, destination, maxMailsPerHour);
  return isFlood ? 'flood' : undefined;
};
