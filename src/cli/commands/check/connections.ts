import type { MailSettings, WebhookSettings } from '../../../config/settings.ts';
import { checkMailServer } from '../../../notifications/email/mail-sender.ts';
import { checkWebhookHost } from '../../../notifications/webhook/webhook-sender.ts';
import { toDeliveryError } from '../../../outbox/delivery-error.ts';
import { getMailFix, getWebhookFix } from './delivery-advice.ts';
import { failed, type CheckResult, ok } from './check-result.ts';

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
export async function checkWebhook({ url, allowHosts }: WebhookSettings, clock: () => number) {
  // Omits the path, which may be a secret.
  const where = url.host;
  try {
    const at = await checkWebhookHost(url, { timeoutMs, allowHosts });
    const aheadMs = at === undefined ? undefined : at - clock();
    return { result: ok('webhook', `${where} responds`), aheadMs };
  } catch (error) {
    const { message } = toDeliveryError(error);
    const result = failed('webhook', `${where} is unreachable: ${message}`, getWebhookFix(message));
    return { result };
  }
}
