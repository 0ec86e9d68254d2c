import { join } from 'node:path';
import * as z from 'zod';
import { findMisspelt } from './find-misspelt.ts';
import * as values from './setting-values.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Validated settings. .env.example describes them for operators. */
export interface Settings {
  /** Host name or address at which the site is served. Default: 127.0.0.1. */
  host: string;
  /** 0: any free port. Default: 3000. */
  port: number;
  /** Host name or address at which the Prometheus metrics are served. Default: 127.0.0.1. */
  metricsHost: string;
  /** 0: any free port; undefined: no metrics. Default: undefined. */
  metricsPort: number | undefined;
  /** Time in milliseconds for which the server keeps serving after SIGTERM. Default: 1000. */
  stopDelayMs: number;
  /** Age in months at which inquiries are deleted; undefined: never. Default: 18. */
  retentionMonths: number | undefined;
  /** Public origin of the site, without a trailing slash. Default: undefined. */
  publicUrl: string | undefined;
  /** Absolute path of the folder of the SQLite store. Default: `data` beside the program. */
  dataDir: string;
  /** Database of DATABASE_URL. Default: an SQLite file in `dataDir`. */
  store: values.StoreLocation;
  /** Lowest level of logged lines. Default: info. */
  logLevel: LogLevel;
  /** Number of proxies that append to X-Forwarded-For. Default: 0. */
  trustedHops: number;
  /** Rate limits of one network; empty: no limit. Default: 10 a minute and 50 a day. */
  rateLimits: values.RateLimit[];
  /** True: inquirers get an acknowledgement by e-mail. Default: false. */
  acknowledge: boolean;
  /** Signing keys of action links; undefined: e-mails have no links. Default: undefined. */
  linkSecrets: values.LinkSecrets | undefined;
  /** Undefined: the team gets no e-mails. Default: undefined. */
  mail: MailSettings | undefined;
  /** Undefined: nothing is posted to a webhook. Default: undefined. */
  webhook: WebhookSettings | undefined;
}

/** E-mails to the team. */
export interface MailSettings {
  server: values.MailServer;
  from: values.Mailbox;
  to: values.Mailbox[];
  /**
   * Addresses that also get the digest once an inquiry is two business days late. Default: none.
   */
  escalateTo: values.Mailbox[];
  /** Recipient of a reply to an e-mail about an inquiry. Default: team. */
  replyTo: 'team' | 'inquirer';
}

export interface WebhookSettings {
  url: URL;
  /** Signing keys. Each event has a signature for each of them. */
  secrets: string[];
}

export type SettingsResult =
  | {
      ok: true;
      settings: Settings;
      /** Settings for the log, by name; secrets and e-mail addresses as "(set)". */
      loggable: Record<string, unknown>;
      /** Names that are set without an effect. */
      ignored: IgnoredName[];
    }
  | {
      ok: false;
      /** All problems, each with its remedy. */
      problems: string[];
    };

/** A removed or misspelt setting. */
export interface IgnoredName {
  name: string;
  /** Remedy in a sentence. */
  fix: string;
}

/** Personal values appear in error messages, but not in logs. */
type Visibility = 'public' | 'personal' | 'secret';

/** A setting in the environment. */
interface Setting<Value> {
  name: string;
  /** Schema of the value. Its messages follow the word "Write". */
  schema: z.ZodType<Value>;
  visibility: Visibility;
}

/** Settings that do not belong to a destination. */
interface GeneralSettings extends Omit<Settings, 'store' | 'acknowledge' | 'mail' | 'webhook'> {
  databaseUrl: string | undefined;
  acknowledge: 'on' | 'off';
}

/** Settings by the values that they give. */
type Group<Values> = { [Key in keyof Values]: Setting<Values[Key]> };

const setting = <Value>(
  name: string,
  schema: z.ZodType<Value>,
  visibility: Visibility = 'public',
): Setting<Value> => ({ name, schema, visibility });

const defaultPort = 3000;

const portRange = { description: 'a whole number', min: 0, max: 65_535 };

const stopDelayRange = {
  description: 'a whole number of milliseconds',
  min: 0,
  max: 60_000,
  example: 5000,
};

const retentionRange = {
  description: 'a whole number of months',
  min: 1,
  max: 120,
  example: 18,
};

const hopRange = {
  description: 'the number of proxies before this server,',
  min: 0,
  max: 9,
  example: 1,
};

const generalGroup: Group<GeneralSettings> = {
  host: setting('HOST', values.host),
  port: setting(
    'PORT',
    values.integer({ ...portRange, example: defaultPort }).default(defaultPort),
  ),
  metricsHost: setting('METRICS_HOST', values.host),
  metricsPort: setting(
    'METRICS_PORT',
    values.integerOrOff({ ...portRange, example: 9464 }).optional(),
  ),
  stopDelayMs: setting('STOP_DELAY_MS', values.integer(stopDelayRange).default(1000)),
  retentionMonths: setting('RETENTION_MONTHS', values.integerOrOff(retentionRange).prefault('18')),
  publicUrl: setting('PUBLIC_URL', values.origin.optional()),
  dataDir: setting('DATA_DIR', values.folder.prefault('./data')),
  databaseUrl: setting('DATABASE_URL', values.databaseUrl.optional(), 'secret'),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  ),
  trustedHops: setting('TRUST_PROXY', values.integer(hopRange).default(0)),
  rateLimits: setting('RATE_LIMIT', values.rateLimits.prefault('10/min,50/day')),
  acknowledge: setting('ACKNOWLEDGE', z.enum(['on', 'off'], 'on or off').default('off')),
  linkSecrets: setting('LINK_SECRET', values.linkSecrets.optional(), 'secret'),
};

const mailGroup: Group<MailSettings> = {
  server: setting('SMTP_URL', values.mailServer, 'secret'),
  from: setting('MAIL_FROM', values.mailbox, 'personal'),
  to: setting('NOTIFY_TO', values.mailboxes, 'personal'),
  escalateTo: setting('ESCALATE_TO', values.mailboxes.default([]), 'personal'),
  replyTo: setting('REPLY_TO', z.enum(['team', 'inquirer'], 'team or inquirer').default('team')),
};

const webhookGroup: Group<WebhookSettings> = {
  url: setting('WEBHOOK_URL', values.webhookUrl, 'secret'),
  secrets: setting('WEBHOOK_SECRET', values.webhookSecrets, 'secret'),
};

export const settingNames: string[] = [
  ...Object.values(generalGroup),
  ...Object.values(mailGroup),
  ...Object.values(webhookGroup),
].map(({ name }) => name);

/** Settings of earlier versions that have no effect. */
const removedNames = ['WEBHOOK_ALLOW_HOSTS', 'DELIVERY_RETRY_MS'];

/** Texts of set settings, by name. */
type Texts = Record<string, string>;

/**
 * Reads the settings from the environment. Empty values count as unset. Reports all problems at
 * once. In development, action links need no PUBLIC_URL.
 */
export function readSettings(
  env: Record<string, string | undefined>,
  { isDevelopment = false } = {},
): SettingsResult {
  const texts: Texts = {};
  for (const [name, text] of Object.entries(env)) {
    if (text?.trim()) texts[name] = text.trim();
  }

  const generalResult = readGroup(generalGroup, texts);
  // Settings of a destination are only required together.
  const mailResult = isAnySet(mailGroup, texts) ? readGroup(mailGroup, texts) : undefined;
  const webhookResult = isAnySet(webhookGroup, texts) ? readGroup(webhookGroup, texts) : undefined;
  const results = [generalResult, mailResult, webhookResult].filter((result) => !!result);
  const problems = results.flatMap((result) => result.problems);
  problems.push(...findConflicts(texts, isDevelopment));
  const ignored = findIgnored(texts);
  if (problems.length > 0) {
    // Include these: a setting may be missing because its name is misspelt.
    const advice = ignored.map(({ name, fix }) => `${name} has no effect. ${fix}`);
    return { ok: false, problems: problems.concat(advice) };
  }

  const { databaseUrl, acknowledge, ...generalValues } = generalResult.values;
  const settings: Settings = {
    ...generalValues,
    store: locateStore(databaseUrl, generalValues.dataDir),
    acknowledge: acknowledge === 'on',
    mail: mailResult?.values,
    webhook: webhookResult?.values,
  };
  const loggable = Object.assign({}, ...results.map((result) => result.loggable));
  return { ok: true, settings, loggable, ignored };
}

interface GroupResult<Values> {
  /** Complete only if there is no problem. */
  values: Values;
  problems: string[];
  /** Values for the log, by name. */
  loggable: Record<string, unknown>;
}

/** Reads the settings of a group. */
function readGroup<Values extends object>(group: Group<Values>, texts: Texts): GroupResult<Values> {
  const found: Partial<Values> = {};
  const problems: string[] = [];
  const loggable: Record<string, unknown> = {};
  for (const key of Object.keys(group) as (keyof Values)[]) {
    const { name, schema, visibility } = group[key];
    const text = texts[name];
    const { data, error } = schema.safeParse(text);
    if (error) problems.push(describeProblem(group[key], text, error.issues[0]?.message));
    else found[key] = data;
    const value = toLoggable(visibility, text, data);
    if (value !== undefined) loggable[name] = value;
  }
  return { values: found as Values, problems, loggable };
}

function findIgnored(texts: Texts): IgnoredName[] {
  const removed = removedNames.filter((name) => name in texts);
  const others = Object.keys(texts).filter((name) => !removed.includes(name));
  const misspelt = findMisspelt(others, settingNames);
  return [
    ...removed.map((name) => ({ name, fix: 'Remove this setting.' })),
    ...misspelt.map(({ name, meant }) => ({ name, fix: `Write ${meant}, or remove it.` })),
  ];
}

/**
 * Returns the location of the store. The database takes precedence, because the folder has a
 * default.
 */
function locateStore(databaseUrl: string | undefined, dataDir: string): values.StoreLocation {
  if (databaseUrl !== undefined) return { kind: 'postgres', databaseUrl };
  return { kind: 'sqlite', file: join(dataDir, 'inquiries.sqlite') };
}

/** Returns the value of a setting for the log. If it is not public, returns only that it is set. */
function toLoggable(visibility: Visibility, text: string | undefined, data: unknown): unknown {
  if (visibility === 'public') return text ?? data;
  return text === undefined ? undefined : '(set)';
}

function describeProblem(
  { name, visibility }: Setting<unknown>,
  text: string | undefined,
  expected = '',
): string {
  const advice = `Write ${expected}.`;
  if (text === undefined) return `${name} is missing. ${advice}`;
  if (visibility === 'secret') return `${name} cannot be used. ${advice}`;
  return `${name} is ${JSON.stringify(text)}. ${advice}`;
}

const isAnySet = (group: Record<string, Setting<unknown>>, texts: Texts) =>
  Object.values(group).some(({ name }) => name in texts);

/** Describes settings that are valid on their own, but not together. */
function findConflicts(texts: Texts, isDevelopment: boolean): string[] {
  const { ACKNOWLEDGE, LINK_SECRET, PUBLIC_URL } = texts;
  const conflicts: string[] = [];
  if (isPortShared(texts)) {
    const { METRICS_PORT: port } = texts;
    const otherPort = port === '9464' ? '9465' : '9464';
    conflicts.push(
      `METRICS_PORT and PORT are both ${port}. Set METRICS_PORT to another port, such as ${otherPort}.`,
    );
  }
  if (ACKNOWLEDGE === 'on' && !isAnySet(mailGroup, texts)) {
    conflicts.push(
      'ACKNOWLEDGE is "on" without a mail server. Set SMTP_URL, MAIL_FROM and NOTIFY_TO as well, or set ACKNOWLEDGE=off.',
    );
  }
  if (LINK_SECRET && !PUBLIC_URL && !isDevelopment) {
    conflicts.push(
      'LINK_SECRET needs PUBLIC_URL. Set PUBLIC_URL to the address where the team reaches the site, such as https://www.example.com.',
    );
  }
  return conflicts;
}

/** Tells if the site and the metrics would share a port of an address. Port 0 is any free port. */
function isPortShared(texts: Texts): boolean {
  const { PORT = String(defaultPort), METRICS_PORT } = texts;
  if (PORT === '0' || PORT !== METRICS_PORT) return false;
  const { HOST = values.defaultHost, METRICS_HOST = values.defaultHost } = texts;
  const listensEverywhere = [HOST, METRICS_HOST].some(
    (host) => host === '0.0.0.0' || host === '::',
  );
  return listensEverywhere || HOST === METRICS_HOST;
}
