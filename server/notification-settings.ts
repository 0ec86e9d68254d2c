import type { Mailbox, MailServer } from '../inquiries/delivery/mail-sender.ts';
import { parseMailbox, parseMailboxes } from './mailboxes.ts';

export interface MailSettings {
  server: MailServer;
  from: Mailbox;
  to: Mailbox[];
}

export interface WebhookSettings {
  url: URL;
  secrets: string[];
}

interface Setting<Value> {
  name: string;
  parse: (text: string) => Value | undefined;
  expected: string;
  /** Its value has no place in a terminal or a log. */
  isSecret?: boolean;
}

const smtpUrl: Setting<MailServer> = {
  name: 'SMTP_URL',
  parse: toMailServer,
  expected: 'smtp:// or smtps:// with a host, such as smtps://user:password@smtp.example.com',
  isSecret: true,
};
const mailFrom: Setting<Mailbox> = {
  name: 'MAIL_FROM',
  parse: parseMailbox,
  expected: 'one e-mail address, such as Website <website@example.com>',
};
const notifyTo: Setting<Mailbox[]> = {
  name: 'NOTIFY_TO',
  parse: parseMailboxes,
  expected: 'e-mail addresses separated by commas, such as ada@example.com, bob@example.com',
};
const webhookUrl: Setting<URL> = {
  name: 'WEBHOOK_URL',
  parse: toWebhookUrl,
  expected: 'an http or https address, such as https://hooks.example.com/inquiries',
  isSecret: true,
};
const webhookSecret: Setting<string[]> = {
  name: 'WEBHOOK_SECRET',
  parse: toWebhookSecrets,
  expected:
    'whsec_ and 24 to 64 bytes in base64, such as "whsec_$(openssl rand -base64 32)"; several with spaces between them',
  isSecret: true,
};
const acknowledgeInquirers: Setting<'on' | 'off'> = {
  name: 'ACKNOWLEDGE',
  parse: (text) => (text === 'on' || text === 'off' ? text : undefined),
  expected: 'on or off',
};

/** Reads what belongs together whole or not at all, and adds each problem to `problems`. */
export function readNotificationSettings(
  env: Record<string, string | undefined>,
  problems: string[],
): {
  mail: MailSettings | undefined;
  webhook: WebhookSettings | undefined;
  acknowledge: boolean;
} {
  const mailIsWanted = [smtpUrl, mailFrom, notifyTo].some(isSet);
  const [server, from, to] = [
    read(smtpUrl, mailIsWanted),
    read(mailFrom, mailIsWanted),
    read(notifyTo, mailIsWanted),
  ];
  const webhookIsWanted = [webhookUrl, webhookSecret].some(isSet);
  const url = read(webhookUrl, webhookIsWanted);
  const secrets = read(webhookSecret, webhookIsWanted);
  const acknowledge = read(acknowledgeInquirers, isSet(acknowledgeInquirers)) === 'on';
  if (acknowledge && !mailIsWanted) {
    problems.push(
      'ACKNOWLEDGE is "on" without a mail server. Set SMTP_URL, MAIL_FROM and NOTIFY_TO as well, or write off.',
    );
  }
  return {
    mail: server && from && to && { server, from, to },
    webhook: url && secrets && { url, secrets },
    acknowledge,
  };

  function isSet({ name }: { name: string }) {
    return Boolean(env[name]?.trim());
  }

  function read<Value>(setting: Setting<Value>, isWanted: boolean): Value | undefined {
    const { name, parse, expected, isSecret } = setting;
    const text = env[name]?.trim();
    const value = text ? parse(text) : undefined;
    if (value !== undefined || !isWanted) return value;
    const is = !text ? 'is missing' : isSecret ? 'cannot be used' : `is ${JSON.stringify(text)}`;
    problems.push(`${name} ${is}. Write ${expected}.`);
    return undefined;
  }
}

function toMailServer(text: string): MailServer | undefined {
  const url = URL.parse(text);
  if (!url || !/^smtps?:\/\//i.test(text) || !url.hostname) return undefined;
  if (!/^\/?$/.test(url.pathname) || url.search || url.hash) return undefined;
  const [user, pass] = [decode(url.username), decode(url.password)];
  if (user === undefined || pass === undefined || Boolean(user) !== Boolean(pass)) return undefined;
  const isSecure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (isSecure ? 465 : 587),
    isSecure,
    credentials: user ? { user, pass } : undefined,
  };
}

function toWebhookUrl(text: string) {
  const url = URL.parse(text);
  return url && /^https?:\/\//i.test(text) && !url.hash ? url : undefined;
}

function toWebhookSecrets(text: string) {
  const secrets = text.split(/\s+/);
  return secrets.every(isWebhookSecret) ? secrets : undefined;
}

function isWebhookSecret(secret: string) {
  const [, base64] = /^whsec_([\w+/]+={0,2})$/.exec(secret) ?? [];
  if (!base64) return false;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 && bytes.length >= 24 && bytes.length <= 64;
}

function decode(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
