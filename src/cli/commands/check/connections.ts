import type { MailSettings, WebhookSettings } from '../../../config/settings.ts';
import { checkMailServer } from '../../../notifications/email/mail-sender.ts';
import { checkWebhookHost } from '../../../notifications/webhook/webhook-sender.ts';
import { toDeliveryError } from '../../../outbox/delivery-error.ts';
import { getMailFix, getWebhookFix } from './delivery-advice.ts';
import { failed, type CheckResult, ok, warning } from './check-result.ts';

const timeoutMs = 10_000;

/** Checks connection and sign-in of the mail server. Sends no mail. */
export async function checkMail({ server }: MailSettings): Promise<CheckResult> {
  const { host, port, credentials } = server;
  const where = `${host}:${port}`;
  try {
    await checkMailServer(server, timeoutMs);
    return ok('e-mail', `${where} responds${credentials ? '; signed in' : ''}`);
  } catch (error) {
    const { message } = toDeliveryError(error);
    return failed('e-mail', `${where} cannot be used: ${message}`, getMailFix(message));
  }
}

/**
 * Checks the connection to the webhook's host. Posts nothing. `aheadMs`: the host's clock minus ours,
 * if known.
 */
export async function checkWebhook({ url }: WebhookSettings, clock: () => number) {
  // Omits the path, which may be a secret.
  const where = url.host;
  try {
    const at = await checkWebhookHost(url, timeoutMs);
    const aheadMs = at === undefined ? undefined : at - clock();
    const result = isPublicHttp(url)
      ? warning('webhook', `${where} responds without TLS`, 'Set WEBHOOK_URL to its https address.')
      : ok('webhook', `${where} responds`);
    return { result, aheadMs };
  } catch (error) {
    const { message } = toDeliveryError(error);
    const result = failed('webhook', `${where} is unreachable: ${message}`, getWebhookFix(message));
    return { result };
  }
}

/** Tells if inquiries cross the internet unencrypted: a private network has short or special names. */
const isPublicHttp = ({ protocol, hostname }: URL) =>
  protocol === 'http:' &&
  /\.(?!(internal|local|localhost|lan|arpa)$)[a-z][a-z\d-]*$/.test(hostname);
