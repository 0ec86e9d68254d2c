import { administrator, firm } from '../../../content/firm.ts';
import { mails } from '../../../content/mails.ts';
import { minuteMs, toDigits, toIso } from '../../../inquiry/format-time.ts';
import { type ConfiguredDestination, toDeliveryError } from '../../../notifications/sender.ts';
import { failed, type CheckResult, ok, warning } from './check-result.ts';

const timeoutMs = 10_000;

/** Connects to a destination without sending, and checks this machine's clock by it. */
export async function checkConnection(
  { checkName, host, checkConnection, fixes }: ConfiguredDestination,
  clock: () => number,
): Promise<CheckResult[]> {
  try {
    const { detail, advice, aheadMs } = await checkConnection(timeoutMs, clock);
    const found = `${host} ${detail}`;
    const result = advice ? warning(checkName, found, advice) : ok(checkName, found);
    return aheadMs === undefined ? [result] : [result, checkClock(aheadMs)];
  } catch (error) {
    const { message } = toDeliveryError(error);
    const detail = `${host} cannot be used: ${message}`;
    return [failed(checkName, detail, findFix(fixes, message))];
  }
}

// The Date header has whole seconds and takes time to arrive.
const maxSkewMs = 30_000;
// Standard Webhooks: receivers reject timestamps that differ by more.
const maxSignatureAgeMs = 5 * minuteMs;

/** `aheadMs`: the clock of the webhook's host minus ours, in milliseconds. */
export function checkClock(aheadMs: number): CheckResult {
  if (Math.abs(aheadMs) <= maxSkewMs) return ok('clock', "matches the webhook's host");
  const seconds = Math.round(Math.abs(aheadMs) / 1000).toLocaleString('en');
  const detail = `${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the webhook's host`;
  const next = 'Set the clock of this machine, preferably by NTP.';
  return Math.abs(aheadMs) > maxSignatureAgeMs
    ? failed('clock', `${detail}, which rejects our signatures`, next)
    : warning('clock', detail, next);
}

/** Sends a test message to a destination once, past the queue. */
export async function sendTest(
  { createSender, testMessage, fixes }: ConfiguredDestination,
  clock: () => number,
): Promise<CheckResult> {
  const { name, accepted } = testMessage;
  const { timeZone } = firm;
  const sender = await createSender({ clock, timeZone, firm: { ...firm, administrator, mails } });
  const { signal } = new AbortController();
  try {
    const sentAt = toIso(clock());
    const id = `test-${toDigits(sentAt)}`;
    const refused = await sender({ id, kind: 'test', sentAt }, signal);
    if (refused.length === 0) return ok(name, accepted);
    return warning(name, `refused for ${refused.join(', ')}`, 'Correct NOTIFY_TO or ESCALATE_TO.');
  } catch (error) {
    const { message } = toDeliveryError(error);
    return failed(name, `not accepted: ${message}`, findFix(fixes, message));
  }
}

const findFix = (fixes: ConfiguredDestination['fixes'], error: string) =>
  fixes.find(([pattern]) => pattern.test(error))?.[1] ?? '';
