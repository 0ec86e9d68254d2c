import type { Settings } from '../../../config/settings.ts';
import { administrator, firm } from '../../../content/firm.ts';
import { toIso } from '../../../inquiry/format-time.ts';
import type { NotificationSender } from '../../../notifications/notification.ts';
import { createSenders } from '../../../notifications/senders.ts';
import { toDeliveryError } from '../../../outbox/delivery-error.ts';
import { closeSenders } from '../../../outbox/delivery-workers.ts';
import { failed, type CheckResult, ok, warning } from './check-result.ts';
import { getMailFix, getWebhookFix } from './delivery-advice.ts';

/** Sends a test e-mail to the team and a test event to the webhook, each once, past the outbox. */
export async function sendTests(
  { mail, webhook }: Settings,
  clock: () => number,
): Promise<CheckResult[]> {
  const { timeZone } = firm;
  const options = { clock, timeZone, firm: { ...firm, administrator } };
  const senders = await createSenders({ mail, webhook, acknowledge: false }, options);
  const { email, webhook: post } = senders;
  const sentAt = toIso(clock());
  const to = mail && [...mail.to, ...mail.escalateTo].map(({ address }) => address).join(', ');
  const results = await Promise.all([
    email && send('test e-mail', email, sentAt, `accepted for ${to}`, getMailFix),
    post && send('test event', post, sentAt, 'accepted by the webhook', getWebhookFix),
  ]);
  closeSenders(senders);
  return results.filter((result) => result !== undefined);
}

async function send(
  name: string,
  sender: NotificationSender,
  sentAt: string,
  accepted: string,
  getFix: (error: string) => string,
): Promise<CheckResult> {
  try {
    const receipt = await sender({ kind: 'test', sentAt }, new AbortController().signal);
    const refused = receipt?.refused.map(({ address, error }) => `${address}: ${error}`) ?? [];
    if (refused.length === 0) return ok(name, accepted);
    return warning(name, `refused for ${refused.join(', ')}`, 'Correct NOTIFY_TO or ESCALATE_TO.');
  } catch (error) {
    const { message } = toDeliveryError(error);
    return failed(name, `not accepted: ${message}`, getFix(message));
  }
}
