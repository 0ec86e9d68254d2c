import { join } from 'node:path';
import * as z from 'zod';
import {
  databaseUrlFormat,
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
  type StoreLocation,
} from './setting-values.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** A setting's name in the environment, and its schema. Messages follow the word "Write". */
interface Setting<Schema extends z.ZodType = z.ZodType> {
  name: string;
  schema: Schema;
  /** Personal values appear in messages about an error, but in no log. */
  visibility: 'public' | 'personal' | 'secret';
}

const setting = <Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  visibility: Setting['visibility'] = 'public',
): Setting<Schema> => ({ name, schema, visibility });

// .env.example documents them.
const general = {
  host: setting('HOST', hostName()),
  /** 0: any free port. */
  port: setting('PORT', integer('a whole number', 0, 65_535, 3000).default(3000)),
  metricsHost: setting('METRICS_HOST', hostName()),
  /** Port of the Prometheus metrics; 0: any free port; undefined: none. */
  metricsPort: setting('METRICS_PORT', integerOrOff('a whole number', 0, 65_535, 9464).optional()),
  /** Time that the server keeps serving after SIGTERM, in milliseconds. */
  stopDelayMs: setting(
    'STOP_DELAY_MS',
    integer('a whole number of milliseconds', 0, 60_000, 5000).default(1000),
  ),
  /** Undefined: inquiries are kept without limit. */
  retentionMonths: setting(
    'RETENTION_MONTHS',
    integerOrOff('a whole number of months', 1, 120, 18).prefault('18'),
  ),
  /** Public origin of the site, without a trailing slash. */
  publicUrl: setting(
    'PUBLIC_URL',
    parsedText(
      parseOrigin,
      'an http or https address without a path, such as https://www.example.com',
    ).optional(),
  ),
  /** Absolute path. */
  dataDir: setting(
    'DATA_DIR',
    parsedText(parsePath, 'the path of a folder, such as ./data').prefault('./data'),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    parsedText(parseDatabaseUrl, databaseUrlFormat).optional(),
    'secret',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  ),
  /** Number of proxies that append to X-Forwarded-For. */
  trustedHops: setting(
    'TRUST_PROXY',
    integer('the number of proxies before this server,', 0, 9, 1).default(0),
  ),
  /** Limits of one network; empty: no limit. */
  rateLimits: setting(
    'RATE_LIMIT',
    parsedText(
      parseRateLimits,
      'off, or inquiries per sec, min, hour or day, such as 10/min,50/day',
    ).prefault('10/min,50/day'),
  ),
  acknowledge: setting('ACKNOWLEDGE', z.enum(['on', 'off'], 'on or off').default('off')),
  /** Delay after the first failed delivery attempt. */
  deliveryRetryMs: setting(
    'DELIVERY_RETRY_MS',
    integer('a whole number of milliseconds', 1, 3_600_000, 5000).default(5000),
  ),
  /** Signing keys of action links; undefined disables them. */
  linkSecrets: setting(
    'LINK_SECRET',
    parsedText(
      parseLinkSecrets,
      'at least 32 random characters without spaces, such as the output of "openssl rand -base64 32"; several with spaces between them',
    ).optional(),
    'secret',
  ),
};

const mail = {
  server: setting(
    'SMTP_URL',
    parsedText(
      parseMailServer,
      'smtp:// or smtps:// with a host, such as smtps://user:password@smtp.example.com',
    ),
    'secret',
  ),
  from: setting(
    'MAIL_FROM',
    parsedText(parseMailbox, 'one e-mail address, such as Website <website@example.com>'),
    'personal',
  ),
  to: setting('NOTIFY_TO', mailboxes(), 'personal'),
  /** Also get the digest once an inquiry is two business days late. */
  escalateTo: setting('ESCALATE_TO', mailboxes().default([]), 'personal'),
  /** To whom a reply to an e-mail about an inquiry goes. */
  replyTo: setting('REPLY_TO', z.enum(['team', 'inquirer'], 'team or inquirer').default('team')),
};

const webhook = {
  url: setting(
    'WEBHOOK_URL',
    parsedText(
      parseWebhookUrl,
      'an http or https address, such as https://hooks.example.com/inquiries',
    ),
    'secret',
  ),
  secrets: setting(
    'WEBHOOK_SECRET',
    parsedText(
      parseWebhookSecrets,
      'whsec_ and 24 to 64 bytes in base64, such as "whsec_$(openssl rand -base64 32)"; several with spaces between them',
    ),
    'secret',
  ),
};

/** Settings of a destination are required together. */
const destinations = { mail, webhook };

type Group = Record<string, Setting>;
type Values<Settings extends Group> = {
  [Key in keyof Settings]: z.output<Settings[Key]['schema']>;
};

type DestinationSettings = {
  [Name in keyof typeof destinations]: Values<(typeof destinations)[Name]> | undefined;
};

/** Validated settings. */
export interface Settings
  extends Omit<Values<typeof general>, 'databaseUrl' | 'acknowledge'>, DestinationSettings {
  /** The configured database, or else an SQLite file in `dataDir`. */
  store: StoreLocation;
  /** Sends inquirers an acknowledgement by e-mail. */
  acknowledge: boolean;
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

/** Names of all settings. */
export const settingNames: string[] = [general, ...Object.values(destinations)].flatMap((group) =>
  Object.values(group).map(({ name }) => name),
);

/** Settings of earlier versions that have no effect. */
const removedNames = ['WEBHOOK_ALLOW_HOSTS'];

type Texts = Record<string, string>;

/**
 * Reads the environment; an empty value counts as unset. Reports all problems at once. In development,
 * action links need no PUBLIC_URL.
 */
export function readSettings(
  env: Record<string, string | undefined>,
  { isDevelopment = false } = {},
): SettingsResult {
  const texts: Texts = {};
  for (const [name, text] of Object.entries(env)) if (text?.trim()) texts[name] = text.trim();

  const problems: string[] = [];
  const loggable: Record<string, unknown> = {};
  const { databaseUrl, acknowledge, ...values } = read(general);
  const destinationSettings = Object.fromEntries(
    Object.entries(destinations).map(([name, group]) => [
      name,
      isAnySet(group, texts) ? read(group) : undefined,
    ]),
  ) as DestinationSettings;
  problems.push(...findConflicts(texts, isDevelopment));
  if (problems.length) return { ok: false, problems };

  const file = join(values.dataDir, 'inquiries.sqlite');
  return {
    ok: true,
    loggable,
    removed: removedNames.filter((name) => name in texts),
    settings: {
      ...values,
      ...destinationSettings,
      store: databaseUrl ? { databaseUrl } : { file },
      acknowledge: acknowledge === 'on',
    },
  };

  /** The values are complete only if there is no problem. */
  function read<Settings extends Group>(group: Settings) {
    const entries = Object.entries(group).map(([key, { name, schema, visibility }]) => {
      const text = texts[name];
      const { data, error } = schema.safeParse(text);
      if (error) problems.push(describeProblem(name, text, visibility, error.issues[0]?.message));
      const shown = visibility === 'public' ? (text ?? data) : text && '(set)';
      if (shown !== undefined) loggable[name] = shown;
      return [key, data];
    });
    return Object.fromEntries(entries) as Values<Settings>;
  }
}

const isAnySet = (group: Group, texts: Texts) =>
  Object.values(group).some(({ name }) => name in texts);

function describeProblem(
  name: string,
  text: string | undefined,
  visibility: Setting['visibility'],
  expected = '',
) {
  const value = visibility === 'secret' ? 'cannot be used' : `is ${JSON.stringify(text)}`;
  return `${name} ${text === undefined ? 'is missing' : value}. Write ${expected}.`;
}

function findConflicts(texts: Texts, isDevelopment: boolean) {
  const { PORT = '3000', METRICS_PORT, ACKNOWLEDGE, LINK_SECRET, PUBLIC_URL } = texts;
  const problems: string[] = [];
  if (METRICS_PORT === PORT && PORT !== '0') {
    const example = PORT === '9464' ? '9465' : '9464';
    problems.push(
      `METRICS_PORT and PORT are both ${PORT}. Set METRICS_PORT to another port, such as ${example}.`,
    );
  }
  if (ACKNOWLEDGE === 'on' && !isAnySet(mail, texts)) {
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
