import { join } from 'node:path';
import * as z from 'zod';
import {
  databaseUrlFormat,
  type LinkSecrets,
  type Mailbox,
  type MailServer,
  parseDatabaseUrl,
  parseHost,
  parseLinkSecrets,
  parseMailbox,
  parseMailboxes,
  parseMailServer,
  parseOrigin,
  parsePath,
  parseRateLimits,
  parseWebhookSecrets,
  parseWebhookUrl,
  type RateLimit,
  type StoreLocation,
} from './setting-values.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

export interface MailSettings {
  server: MailServer;
  from: Mailbox;
  to: Mailbox[];
  /** Also get the digest once an inquiry is two business days late. */
  escalateTo: Mailbox[];
}

export interface WebhookSettings {
  url: URL;
  secrets: string[];
}

/** Validated settings; .env.example documents them. */
export interface Settings {
  host: string;
  /** 0: any free port. */
  port: number;
  metricsHost: string;
  /** Port of the Prometheus metrics; 0: any free port; undefined: none. */
  metricsPort: number | undefined;
  /** Time that the server keeps serving after SIGTERM, in milliseconds. */
  stopDelayMs: number;
  /** Undefined: inquiries are kept without limit. */
  retentionMonths: number | undefined;
  /** Public origin of the site, without a trailing slash. */
  publicUrl: string | undefined;
  /** Absolute path. */
  dataDir: string;
  /** The configured database, or else an SQLite file in `dataDir`. */
  store: StoreLocation;
  logLevel: LogLevel;
  /** Number of proxies that append to X-Forwarded-For. */
  trustedHops: number;
  /** Limits of one network; empty: no limit. */
  rateLimits: RateLimit[];
  mail: MailSettings | undefined;
  webhook: WebhookSettings | undefined;
  /** Sends inquirers an acknowledgement by e-mail. */
  acknowledge: boolean;
  /** Delay after the first failed delivery attempt. */
  deliveryRetryMs: number;
  /** Signing keys of action links; undefined disables them. */
  linkSecrets: LinkSecrets | undefined;
}

export type SettingsResult =
  | {
      ok: true;
      settings: Settings;
      /** Settings for the log, by name; secrets and e-mail addresses as "(set)". */
      loggable: Record<string, unknown>;
      /** Names of removed settings that are still set. */
      removed: string[];
    }
  | { ok: false; problems: string[] };

/** Settings whose values never appear in messages and logs. */
const secretNames = ['DATABASE_URL', 'SMTP_URL', 'WEBHOOK_URL', 'WEBHOOK_SECRET', 'LINK_SECRET'];

/** Settings of earlier versions that have no effect. */
const removedNames = ['WEBHOOK_ALLOW_HOSTS'];

// Messages complete a sentence that begins with "Write".
const generalSchema = z.object({
  HOST: hostName(),
  PORT: integer('a whole number', 0, 65_535, 3000).default(3000),
  METRICS_HOST: hostName(),
  METRICS_PORT: integerOrOff('a whole number', 0, 65_535, 9464).optional(),
  STOP_DELAY_MS: integer('a whole number of milliseconds', 0, 60_000, 5000).default(0),
  RETENTION_MONTHS: integerOrOff('a whole number of months', 1, 120, 18).prefault('18'),
  PUBLIC_URL: parsedText(
    parseOrigin,
    'an http or https address without a path, such as https://www.example.com',
  ).optional(),
  DATA_DIR: parsedText(parsePath, 'the path of a folder, such as ./data').prefault('./data'),
  DATABASE_URL: parsedText(parseDatabaseUrl, databaseUrlFormat).optional(),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  TRUST_PROXY: integer('the number of proxies before this server,', 0, 9, 1).default(0),
  RATE_LIMIT: parsedText(
    parseRateLimits,
    'off, or inquiries per sec, min, hour or day, such as 10/min,50/day',
  ).prefault('10/min,50/day'),
  ACKNOWLEDGE: z.enum(['on', 'off'], 'on or off').default('off'),
  DELIVERY_RETRY_MS: integer('a whole number of milliseconds', 1, 3_600_000, 5000).default(5000),
  LINK_SECRET: parsedText(
    parseLinkSecrets,
    'at least 32 characters without spaces, such as the output of "openssl rand -base64 32"; several with spaces between them',
  ).optional(),
});

const mailSchema = z.object({
  SMTP_URL: parsedText(
    parseMailServer,
    'smtp:// or smtps:// with a host, such as smtps://user:password@smtp.example.com',
  ),
  MAIL_FROM: parsedText(parseMailbox, 'one e-mail address, such as Website <website@example.com>'),
  NOTIFY_TO: mailboxes(),
  ESCALATE_TO: mailboxes().default([]),
});

const webhookSchema = z.object({
  WEBHOOK_URL: parsedText(
    parseWebhookUrl,
    'an http or https address, such as https://hooks.example.com/inquiries',
  ),
  WEBHOOK_SECRET: parsedText(
    parseWebhookSecrets,
    'whsec_ and 24 to 64 bytes in base64, such as "whsec_$(openssl rand -base64 32)"; several with spaces between them',
  ),
});

/** Names of all settings. */
export const settingNames: string[] = [generalSchema, mailSchema, webhookSchema].flatMap(
  ({ shape }) => Object.keys(shape),
);

/**
 * Reads the environment; an empty value counts as unset. Reports all problems at once. In development,
 * action links need no PUBLIC_URL.
 */
export function readSettings(
  env: Record<string, string | undefined>,
  { isDevelopment = false } = {},
): SettingsResult {
  const values: Record<string, string> = {};
  for (const [name, text] of Object.entries(env)) if (text?.trim()) values[name] = text.trim();

  const general = generalSchema.safeParse(values);
  const mail = readGroup(mailSchema, values);
  const webhook = readGroup(webhookSchema, values);
  const issues = [general, mail, webhook].flatMap((read) => read?.error?.issues ?? []);
  const problems = [
    ...issues.map(({ path, message }) => describeProblem(String(path[0]), values, message)),
    ...findConflicts(values, isDevelopment),
  ];
  if (!general.success || problems.length) return { ok: false, problems };

  const { data } = general;
  return {
    ok: true,
    loggable: toLoggable({ ...data, ...values }),
    removed: removedNames.filter((name) => name in values),
    settings: {
      host: data.HOST,
      port: data.PORT,
      metricsHost: data.METRICS_HOST,
      metricsPort: data.METRICS_PORT,
      stopDelayMs: data.STOP_DELAY_MS,
      retentionMonths: data.RETENTION_MONTHS,
      publicUrl: data.PUBLIC_URL,
      dataDir: data.DATA_DIR,
      store: data.DATABASE_URL
        ? { databaseUrl: data.DATABASE_URL }
        : { file: join(data.DATA_DIR, 'inquiries.sqlite') },
      logLevel: data.LOG_LEVEL,
      trustedHops: data.TRUST_PROXY,
      rateLimits: data.RATE_LIMIT,
      mail: mail?.data && {
        server: mail.data.SMTP_URL,
        from: mail.data.MAIL_FROM,
        to: mail.data.NOTIFY_TO,
        escalateTo: mail.data.ESCALATE_TO,
      },
      webhook: webhook?.data && {
        url: webhook.data.WEBHOOK_URL,
        secrets: webhook.data.WEBHOOK_SECRET,
      },
      acknowledge: data.ACKNOWLEDGE === 'on',
      deliveryRetryMs: data.DELIVERY_RETRY_MS,
      linkSecrets: data.LINK_SECRET,
    },
  };
}

/** Parses settings that are required together; undefined if none is set. */
const readGroup = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  values: Record<string, string>,
) =>
  Object.keys(schema.shape).some((name) => name in values) ? schema.safeParse(values) : undefined;

function describeProblem(name: string, values: Record<string, string>, expected: string) {
  const value = secretNames.includes(name)
    ? 'cannot be used'
    : `is ${JSON.stringify(values[name])}`;
  return `${name} ${name in values ? value : 'is missing'}. Write ${expected}.`;
}

const hiddenInLog = [...secretNames, ...Object.keys(mailSchema.shape)];

const toLoggable = (values: Record<string, unknown>) =>
  Object.fromEntries(
    settingNames
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, hiddenInLog.includes(name) ? '(set)' : values[name]]),
  );

function findConflicts(values: Record<string, string>, isDevelopment: boolean) {
  const { PORT = '3000', METRICS_PORT, ACKNOWLEDGE, LINK_SECRET, PUBLIC_URL } = values;
  const hasMail = Object.keys(mailSchema.shape).some((name) => name in values);
  const problems: string[] = [];
  if (METRICS_PORT === PORT && PORT !== '0') {
    const example = PORT === '9464' ? '9465' : '9464';
    problems.push(
      `METRICS_PORT and PORT are both ${PORT}. Set METRICS_PORT to another port, such as ${example}.`,
    );
  }
  if (ACKNOWLEDGE === 'on' && !hasMail) {
    problems.push(
      'ACKNOWLEDGE is "on" without a mail server. Set SMTP_URL, MAIL_FROM and NOTIFY_TO as well, or set ACKNOWLEDGE=off.',
    );
  }
  if (LINK_SECRET && !PUBLIC_URL && !isDevelopment) {
    problems.push(
      'LINK_SECRET needs PUBLIC_URL. Set PUBLIC_URL to the address where the team reaches the site, such as https://www.example.com.',
    );
  }
  return problems;
}

/** Schema of a text that `parse` converts; undefined rejects it. */
function parsedText<Value>(parse: (text: string) => Value | undefined, expected: string) {
  return z.string(expected).transform((text, context): Value => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue(expected);
    return z.NEVER;
  });
}

function mailboxes() {
  const expected = 'e-mail addresses separated by commas, such as ada@example.com, bob@example.com';
  return parsedText(parseMailboxes, expected);
}

function hostName() {
  const expected = 'a host name or an IP address, such as 127.0.0.1';
  return parsedText(parseHost, expected).default('127.0.0.1');
}

type IntegerRange = [description: string, min: number, max: number, example: number];

function describeRange(...[description, min, max, example]: IntegerRange) {
  return `${description} from ${min} to ${max}, such as ${example}`;
}

function integer(...range: IntegerRange) {
  const [, min, max] = range;
  const isInRange = (text: string) => Number(text) >= min && Number(text) <= max;
  return z
    .string()
    .refine((text) => /^(0|[1-9]\d*)$/.test(text) && isInRange(text), describeRange(...range))
    .transform(Number);
}

function integerOrOff(...range: IntegerRange) {
  const off = z
    .string()
    .regex(/^off$/i)
    .transform(() => undefined);
  return z.union([off, integer(...range)], `off, or ${describeRange(...range)}`);
}
