import { unknownHostError } from '../../../notifications/email/mail-sender.ts';

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
