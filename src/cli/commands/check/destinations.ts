import { administrator, firm } from '../../../content/firm.ts';
import { mails } from '../../../content/mails.ts';
import { toDigits, toIso } from '../../../inquiry/format-time.ts';
import { test } from '../../../notifications/messages/test.ts';
import {
  type ConfiguredDestination,
  type SenderOptions,
  toDeliveryError,
} from '../../../notifications/sender.ts';
import { failed, type CheckResult, ok, warning } from './check-result.ts';

const timeoutMs = 10_000;

/** Connects to a destination without sending. */
export async function checkConnection({
  checkName,
  host,
  checkConnection,
  getAdvice,
}: ConfiguredDestination): Promise<CheckResult> {
  try {
    const { detail, advice } = await checkConnection(timeoutMs);
    const found = `${host} ${detail}`;
    return advice ? warning(checkName, found, advice) : ok(checkName, found);
  } catch (error) {
    const { message } = toDeliveryError(error);
    return failed(checkName, `${host} cannot be used: ${message}`, getAdvice(message));
  }
}

/** Sends a test message to a destination once, past the queue. */
export async function sendTest(
  { createSender, testMessage, getAdvice }: ConfiguredDestination,
  { clock, links }: Pick<SenderOptions, 'clock' | 'links'>,
): Promise<CheckResult> {
  const { name, accepted } = testMessage;
  const { timeZone } = firm;
  const sender = await createSender({
    clock,
    links,
    timeZone,
    firm: { ...firm, administrator, mails },
  });
  const { signal } = new AbortController();
  try {
    const sentAt = toIso(clock());
    const id = `test-${toDigits(sentAt)}`;
    const refused = await sender({ id, message: test, data: { sentAt } }, signal);
    if (refused.length === 0) return ok(name, accepted);
    const recipients = refused.map(({ recipient, reason }) => `${recipient}: ${reason}`);
    return warning(
      name,
      `refused for ${recipients.join(', ')}`,
      'Correct NOTIFY_TO or ESCALATE_TO.',
    );
  } catch (error) {
    const { message } = toDeliveryError(error);
    return failed(name, `not accepted: ${message}`, getAdvice(message));
  }
}
