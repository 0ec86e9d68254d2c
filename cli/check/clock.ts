import { toMinute } from '../times.ts';
import { failed, type Finding, ok, warning } from './finding.ts';

// The time another host tells has whole seconds and takes a moment to arrive.
const toleratedMs = 30_000;
// Standard Webhooks: receivers refuse what was signed longer ago, or later than now.
const refusedMs = 5 * 60 * 1000;
const next = 'Set the clock of this machine, best by NTP.';

export interface ClockEvidence {
  /** Milliseconds since the epoch. */
  now: number;
  /** ISO 8601 in UTC. */
  newestArrival: string | undefined;
  /** How far the clock of the webhook's host is ahead of ours, in milliseconds. */
  aheadMs: number | undefined;
}

/** Whether the clock of this machine can be right, by what there is to compare it with. */
export function checkClock({ now, newestArrival, aheadMs }: ClockEvidence): Finding {
  if (aheadMs !== undefined && Math.abs(aheadMs) > toleratedMs) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000).toLocaleString('en');
    const detail = `${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the webhook's host`;
    return Math.abs(aheadMs) > refusedMs
      ? failed('clock', `${detail}, which refuses what we sign`, next)
      : warning('clock', detail, next);
  }
  if (newestArrival !== undefined && Date.parse(newestArrival) > now + toleratedMs) {
    const detail = `the newest inquiry arrived at ${toMinute(newestArrival)} UTC, which is to come`;
    return warning('clock', detail, next);
  }
  const compared = aheadMs === undefined ? 'nothing to compare it with' : "as the webhook's host";
  return ok('clock', `no inquiry is of the future; ${compared}`);
}
