import type { MailSettings, Settings, WebhookSettings } from '../../../config/settings.ts';
import { administrator, firm } from '../../../content/firm.ts';
import { toIso } from '../../../inquiry/format-time.ts';
import { checkMailServer, unknownHostError } from '../../../notifications/email/mail-sender.ts';
import { type Sender, toDeliveryError } from '../../../notifications/sender.ts';
import { closeSenders, createSenders } from '../../../notifications/senders.ts';
import { checkWebhookHost } from '../../../notifications/webhook/webhook-sender.ts';
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

/** Checks the connection to the webhook's host, and this machine's clock by it. Posts nothing. */
export async function checkWebhook(
  { url }: WebhookSettings,
  clock: () => number,
): Promise<CheckResult[]> {
  // Omits the path, which may be a secret.
  const where = url.host;
  try {
    const at = await checkWebhookHost(url, timeoutMs);
    const result = isPublicHttp(url)
      ? warning('webhook', `${where} responds without TLS`, 'Set WEBHOOK_URL to its https address.')
      : ok('webhook', `${where} responds`);
    return at === undefined ? [result] : [result, checkClock(at - clock())];
  } catch (error) {
    const { message } = toDeliveryError(error);
    return [failed('webhook', `${where} is unreachable: ${message}`, getWebhookFix(message))];
  }
}

/** Tells if inquiries cross the internet unencrypted: a private network has short or special names. */
const isPublicHttp = ({ protocol, hostname }: URL) =>
  protocol === 'http:' &&
  /\.(?!(internal|local|localhost|lan|arpa)$)[a-z][a-z\d-]*$/.test(hostname);

// The Date header has whole seconds and takes time to arrive.
const maxSkewMs = 30_000;
// Standard Webhooks: receivers reject timestamps that differ by more.
const maxSignatureAgeMs = 5 * 60 * 1000;

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
  sender: Sender,
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

/** Remedies by pattern of a delivery's error; the first match counts. */
type Fixes = readonly (readonly [RegExp, string])[];

const mailFixes: Fixes = [
  [
    new RegExp(unknownHostError),
    'Correct the host name in SMTP_URL, and check that this machine resolves names.',
  ],
  [/EAUTH|^SMTP (530|535)/, 'Correct user and password in SMTP_URL.'],
  [/^SMTP 4/, 'The server asks to try later: run this again in a few minutes.'],
  [
    /EENVELOPE|^SMTP 5/,
    'Correct MAIL_FROM and NOTIFY_TO, or allow this sender on the mail server.',
  ],
  [/ETLS/, 'Check the certificate of the mail server, and that it supports STARTTLS.'],
  [/./, 'Check host, port, user and password in SMTP_URL, and the network connection.'],
];

const webhookFixes: Fixes = [
  [
    /CERT|SIGNED|SIGNATURE/,
    "Check the host's certificate; name a CA of your own in NODE_EXTRA_CA_CERTS.",
  ],
  [/^HTTP 3/, 'Set WEBHOOK_URL to the address that it redirects to: redirects are not followed.'],
  [/^HTTP 40[13]/, 'Give the receiver the secret in WEBHOOK_SECRET, and compare the clocks.'],
  [/^HTTP (404|405|410)/, 'Correct the path of WEBHOOK_URL.'],
  [/^HTTP/, 'See the receiver\'s log. It must accept events of type "test" with any 2xx status.'],
  [/./, 'Check WEBHOOK_URL, its certificate, and the network connection.'],
];

const findFix = (fixes: Fixes, error: string) =>
  fixes.find(([pattern]) => pattern.test(error))?.[1] ?? '';

/** Returns the remedy for the error of an e-mail. */
export const getMailFix = (error: string): string => findFix(mailFixes, error);

/** Returns the remedy for the error of a webhook. */
export const getWebhookFix = (error: string): string => findFix(webhookFixes, error);
