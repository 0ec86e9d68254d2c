import { hasMailedInHour } from '../../store/outbox/mailed-in-hour.ts';
import type { ArrivalPolicy } from './arrival-policy.ts';

/**
 * Number of e-mails about new inquiries in an hour after which only the daily digest names
 * suspected spam.
 */
const maxMailsBefore = 10;

/**
 * Never acknowledges suspected spam, because its address may be a stranger's. In a flood, also
 * skips the e-mail to the team.
 */
export const skipSuspectedSpam: ArrivalPolicy = async (transaction, arrival, destination) => {
  const { receivedAt, suspectedSpam } = arrival;
  if (suspectedSpam === null || destination.reaches === 'programs') return undefined;
  if (destination.reaches === 'inquirer') return 'suspected-spam';
  const isFlood = await hasMailedInHour(transaction, receivedAt, destination, maxMailsBefore);
  return isFlood ? 'suspected-flood' : undefined;
};
