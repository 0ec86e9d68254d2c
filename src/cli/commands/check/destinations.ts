import type { MailSettings, WebhookSettings } from '../../../config/settings.ts';
import { tryMailServer } from '../../../notifications/email/mail-sender.ts';
import { tryWebhookHost } from '../../../notifications/webhook/webhook-sender.ts';
import { toDeliveryError } from '../../../outbox/delivery-error.ts';
import { failed, type CheckResult, ok } from './check-result.ts';

const timeoutMs = 10_000;

/** That the mail server is there and lets us in; no mail is sent. */
export async function checkMail({ server }: MailSettings): Promise<CheckResult> {
  const { host, port, credentials } = server;
  const where = `${host}:${port}`;
  try {
    await tryMailServer(server, timeoutMs);
    return ok('e-mail', `${where} answers${credentials ? ' and lets us sign in' : ''}`);
  } catch (error) {
    return failed(
      'e-mail',
      `${where} does not take mail from us: ${toDeliveryError(error).message}`,
      'Check host, port, user and password in SMTP_URL, and that this machine may connect there.',
    );
  }
}

/**
 * That the webhook's host is there; nothing is posted. `aheadMs`: how far its clock is ahead of ours,
 * where it tells its time.
 */
export async function checkWebhook({ url }: WebhookSettings, clock: () => number) {
  // The path is often a secret.
  const where = url.host;
  try {
    const at = await tryWebhookHost(url, { timeoutMs });
    const aheadMs = at === undefined ? undefined : at - clock();
    return { finding: ok('webhook', `${where} answers`), aheadMs };
  } catch (error) {
    const finding = failed(
      'webhook',
      `${where} cannot be reached: ${toDeliveryError(error).message}`,
      'Check WEBHOOK_URL, its certificate, and that this machine may connect there.',
    );
    return { finding };
  }
}
