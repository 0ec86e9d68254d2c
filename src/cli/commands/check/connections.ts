import type { MailSettings, WebhookSettings } from '../../../config/settings.ts';
import { checkMailServer } from '../../../notifications/email/mail-sender.ts';
import { checkWebhookHost } from '../../../notifications/webhook/webhook-sender.ts';
import { toDeliveryError } from '../../../outbox/delivery-error.ts';
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
    return failed(
      'e-mail',
      `${where} rejects us: ${toDeliveryError(error).message}`,
      'Check host, port, user and password in SMTP_URL, and the network connection.',
    );
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
    const at = await checkWebhookHost(url, { timeoutMs });
    const aheadMs = at === undefined ? undefined : at - clock();
    return { result: ok('webhook', `${where} responds`), aheadMs };
  } catch (error) {
    const result = failed(
      'webhook',
      `${where} is unreachable: ${toDeliveryError(error).message}`,
      'Check WEBHOOK_URL, its certificate, and the network connection.',
    );
    return { result };
  }
}
