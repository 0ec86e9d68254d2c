import { join } from 'node:path';
import * as z from 'zod';
import {
  databaseUrlForm,
  type LinkSecrets,
  type Mailbox,
  type MailServer,
  parseMailbox,
  parseMailboxes,
  type RateLimit,
  type StoreLocation,
  toDatabaseUrl,
  toHost,
  toLinkSecrets,
  toMailServer,
  toOrigin,
  toPath,
  toRateLimits,
  toWebhookSecrets,
  toWebhookUrl,
} from './setting-values.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

export interface MailSettings {
  server: MailServer;
  from: Mailbox;
  to: Mailbox[];
}

export interface WebhookSettings {
  url: URL;
  secrets: string[];
}

/** What .env.example documents, checked. */
export interface Settings {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Port of the figures for Prometheus, on this machine alone; 0: any free one; without it, none. */
  metricsPort: number | undefined;
  /** How long the server still takes requests after it was told to stop, in milliseconds. */
  stopDelayMs: number;
  /** How long an inquiry is kept; undefined for ever. */
  retentionMonths: number | undefined;
  /** Origin under which visitors reach the site, without a slash at its end. */
  publicUrl: string | undefined;
  /** Absolute path. */
  dataDir: string;
  /** The database that the settings name, or else a file of SQLite in `dataDir`, by its path. */
  store: StoreLocation;
  logLevel: LogLevel;
  /** Proxies before this server, each of which adds to X-Forwarded-For. */
  trustedHops: number;
  /** How many inquiries one network may send; none of them: any number. */
  rateLimits: RateLimit[];
  /** How inquiries reach the team by e-mail. */
  mail: MailSettings | undefined;
  /** How they reach another program. */
  webhook: WebhookSettings | undefined;
  /** Whether inquirers are told by e-mail that their inquiry arrived. */
  acknowledge: boolean;
  /** How long a delivery waits after its first failure. */
  deliveryRetryMs: number;
  /** What links in mails to the team are signed with; without it they have none. */
  linkSecrets: LinkSecrets | undefined;
}

export type ReadSettings = { ok: true; settings: Settings } | { ok: false; problems: string[] };

/** Settings whose values are left out of problems. */
const secrets = ['DATABASE_URL', 'SMTP_URL', 'WEBHOOK_URL', 'WEBHOOK_SECRET', 'LINK_SECRET'];

// Messages continue "Write".
const generalSchema = z.object({
  HOST: parsed(toHost, 'a host name or an IP address, such as 127.0.0.1').default('127.0.0.1'),
  PORT: whole('a whole number', 0, 65_535, 3000).default(3000),
  METRICS_PORT: wholeOrOff('a whole number', 0, 65_535, 9464).optional(),
  STOP_DELAY_MS: whole('a whole number of milliseconds', 0, 60_000, 5000).default(0),
  RETENTION_MONTHS: wholeOrOff('a whole number of months', 1, 120, 18).prefault('18'),
  PUBLIC_URL: parsed(
    toOrigin,
    'an http or https address without a path, such as https://www.example.com',
  ).optional(),
  DATA_DIR: parsed(toPath, 'the path of a folder, such as ./data').prefault('./data'),
  DATABASE_URL: parsed(toDatabaseUrl, databaseUrlForm).optional(),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  TRUST_PROXY: whole('the number of proxies before this server,', 0, 9, 1).default(0),
  RATE_LIMIT: parsed(
    toRateLimits,
    'off, or inquiries per sec, min, hour or day, such as 10/min,50/day',
  ).prefault('10/min,50/day'),
  ACKNOWLEDGE: z.enum(['on', 'off'], 'on or off').default('off'),
  DELIVERY_RETRY_MS: whole('a whole number of milliseconds', 1, 3_600_000, 5000).default(5000),
  LINK_SECRET: parsed(
    toLinkSecrets,
    'at least 32 characters without spaces, such as the output of "openssl rand -base64 32"; several with spaces between them',
  ).optional(),
});

const mailSchema = z.object({
  SMTP_URL: parsed(
    toMailServer,
    'smtp:// or smtps:// with a host, such as smtps://user:password@smtp.example.com',
  ),
  MAIL_FROM: parsed(parseMailbox, 'one e-mail address, such as Website <website@example.com>'),
  NOTIFY_TO: parsed(
    parseMailboxes,
    'e-mail addresses separated by commas, such as ada@example.com, bob@example.com',
  ),
});

const webhookSchema = z.object({
  WEBHOOK_URL: parsed(
    toWebhookUrl,
    'an http or https address, such as https://hooks.example.com/inquiries',
  ),
  WEBHOOK_SECRET: parsed(
    toWebhookSecrets,
    'whsec_ and 24 to 64 bytes in base64, such as "whsec_$(openssl rand -base64 32)"; several with spaces between them',
  ),
});

/**
 * Reads the environment; an empty value counts as unset. Reports every problem, not the first. In
 * development, links need no public address.
 */
export function readSettings(
  env: Record<string, string | undefined>,
  { isDevelopment = false } = {},
): ReadSettings {
  const given: Record<string, string> = {};
  for (const [name, text] of Object.entries(env)) if (text?.trim()) given[name] = text.trim();

  const general = generalSchema.safeParse(given);
  const mail = readGroup(mailSchema, given);
  const webhook = readGroup(webhookSchema, given);
  const issues = [general, mail, webhook].flatMap((read) => read?.error?.issues ?? []);
  const problems = [
    ...issues.map(({ path, message }) => describe(String(path[0]), given, message)),
    ...findConflicts(given, isDevelopment),
  ];
  if (!general.success || problems.length) return { ok: false, problems };

  const { data } = general;
  return {
    ok: true,
    settings: {
      host: data.HOST,
      port: data.PORT,
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

/** Reads settings that belong together: all of them where one is given, or else none. */
const readGroup = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  given: Record<string, string>,
) =>
  Object.keys(schema.shape).some((name) => name in given) ? schema.safeParse(given) : undefined;

function describe(name: string, given: Record<string, string>, expected: string) {
  const value = secrets.includes(name) ? 'cannot be used' : `is ${JSON.stringify(given[name])}`;
  return `${name} ${name in given ? value : 'is missing'}. Write ${expected}.`;
}

function findConflicts(given: Record<string, string>, isDevelopment: boolean) {
  const { PORT = '3000', METRICS_PORT, ACKNOWLEDGE, LINK_SECRET, PUBLIC_URL } = given;
  const hasMail = Object.keys(mailSchema.shape).some((name) => name in given);
  const problems: string[] = [];
  if (METRICS_PORT === PORT && PORT !== '0') {
    problems.push(`METRICS_PORT is ${PORT}, and so is PORT. Write another one, such as 9464.`);
  }
  if (ACKNOWLEDGE === 'on' && !hasMail) {
    problems.push(
      'ACKNOWLEDGE is "on" without a mail server. Set SMTP_URL, MAIL_FROM and NOTIFY_TO as well, or write off.',
    );
  }
  if (LINK_SECRET && !PUBLIC_URL && !isDevelopment) {
    problems.push(
      'LINK_SECRET needs PUBLIC_URL. Write where the team reaches the site, such as https://www.example.com.',
    );
  }
  return problems;
}

/** Text that `parse` turns into a value, or refuses by `undefined`. */
function parsed<Value>(parse: (text: string) => Value | undefined, expected: string) {
  return z.string(expected).transform((text, context): Value => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue(expected);
    return z.NEVER;
  });
}

type Range = [what: string, least: number, most: number, example: number];

function describeRange(...[what, least, most, example]: Range) {
  return `${what} from ${least} to ${most}, such as ${example}`;
}

function whole(...range: Range) {
  const [, least, most] = range;
  const isInRange = (text: string) => Number(text) >= least && Number(text) <= most;
  return z
    .string()
    .refine((text) => /^(0|[1-9]\d*)$/.test(text) && isInRange(text), describeRange(...range))
    .transform(Number);
}

function wholeOrOff(...range: Range) {
  const off = z
    .string()
    .regex(/^off$/i)
    .transform(() => undefined);
  return z.union([off, whole(...range)], `off, or ${describeRange(...range)}`);
}
