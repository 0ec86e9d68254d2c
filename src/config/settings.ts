import { join } from 'node:path';
import * as z from 'zod';
import * as values from './setting-values.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Personal values appear in messages about an error, but in no log. */
type Visibility = 'public' | 'personal' | 'secret';

/** A setting's name in the environment, and its schema. Messages follow the word "Write". */
const setting = <Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  visibility: Visibility = 'public',
) => ({ name, schema, visibility });

// .env.example documents them.
const general = {
  host: setting('HOST', values.host),
  /** 0: any free port. */
  port: setting('PORT', values.integer('a whole number', 0, 65_535, 3000).default(3000)),
  metricsHost: setting('METRICS_HOST', values.host),
  /** Port of the Prometheus metrics; 0: any free port; undefined: none. */
  metricsPort: setting(
    'METRICS_PORT',
    values.integerOrOff('a whole number', 0, 65_535, 9464).optional(),
  ),
  /** Time that the server keeps serving after SIGTERM, in milliseconds. */
  stopDelayMs: setting(
    'STOP_DELAY_MS',
    values.integer('a whole number of milliseconds', 0, 60_000, 5000).default(1000),
  ),
  /** Undefined: inquiries are kept without limit. */
  retentionMonths: setting(
    'RETENTION_MONTHS',
    values.integerOrOff('a whole number of months', 1, 120, 18).prefault('18'),
  ),
  /** Public origin of the site, without a trailing slash. */
  publicUrl: setting('PUBLIC_URL', values.origin.optional()),
  /** Absolute path. */
  dataDir: setting('DATA_DIR', values.folder.prefault('./data')),
  /** Without it, the store is an SQLite file in `dataDir`. */
  databaseUrl: setting('DATABASE_URL', values.databaseUrl.optional(), 'secret'),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  ),
  /** Number of proxies that append to X-Forwarded-For. */
  trustedHops: setting(
    'TRUST_PROXY',
    values.integer('the number of proxies before this server,', 0, 9, 1).default(0),
  ),
  /** Limits of one network; empty: no limit. */
  rateLimits: setting('RATE_LIMIT', values.rateLimits.prefault('10/min,50/day')),
  /** Sends inquirers an acknowledgement by e-mail. */
  acknowledge: setting('ACKNOWLEDGE', z.enum(['on', 'off'], 'on or off').default('off')),
  /** Signing keys of action links; undefined disables them. */
  linkSecrets: setting('LINK_SECRET', values.linkSecrets.optional(), 'secret'),
};

const mail = {
  server: setting('SMTP_URL', values.mailServer, 'secret'),
  from: setting('MAIL_FROM', values.mailbox, 'personal'),
  to: setting('NOTIFY_TO', values.mailboxes, 'personal'),
  /** Also get the digest once an inquiry is two business days late. */
  escalateTo: setting('ESCALATE_TO', values.mailboxes.default([]), 'personal'),
  /** To whom a reply to an e-mail about an inquiry goes. */
  replyTo: setting('REPLY_TO', z.enum(['team', 'inquirer'], 'team or inquirer').default('team')),
};

const webhook = {
  url: setting('WEBHOOK_URL', values.webhookUrl, 'secret'),
  secrets: setting('WEBHOOK_SECRET', values.webhookSecrets, 'secret'),
};

type Group = Record<string, ReturnType<typeof setting>>;
type Values<Settings extends Group> = {
  [Key in keyof Settings]: z.output<Settings[Key]['schema']>;
};

/** Validated settings. */
export type Settings = Extract<ReturnType<typeof readSettings>, { ok: true }>['settings'];

export const settingNames = Object.values({ ...general, ...mail, ...webhook }).map(
  ({ name }) => name,
);

/** Settings of earlier versions that have no effect: the server warns of them. */
const removedNames = ['WEBHOOK_ALLOW_HOSTS', 'DELIVERY_RETRY_MS'];

/**
 * Reads the environment; an empty value counts as unset. Reports all problems at once. In development,
 * action links need no PUBLIC_URL.
 */
export function readSettings(
  env: Record<string, string | undefined>,
  { isDevelopment = false } = {},
) {
  const texts: Record<string, string> = {};
  for (const [name, text] of Object.entries(env)) if (text?.trim()) texts[name] = text.trim();

  const problems: string[] = [];
  /** Settings for the log, by name; secrets and e-mail addresses as "(set)". */
  const loggable: Record<string, unknown> = {};
  const { databaseUrl, acknowledge, ...others } = read(general);
  // Those of a destination are required together.
  const destinations = {
    mail: isAnySet(mail, texts) ? read(mail) : undefined,
    webhook: isAnySet(webhook, texts) ? read(webhook) : undefined,
  };
  problems.push(...findConflicts(texts, isDevelopment));
  if (problems.length) return { ok: false, problems } as const;

  const file = join(others.dataDir, 'inquiries.sqlite');
  const store: values.StoreLocation = databaseUrl ? { databaseUrl } : { file };
  const settings = { ...others, ...destinations, store, acknowledge: acknowledge === 'on' };
  const removed = removedNames.filter((name) => name in texts);
  return { ok: true, settings, loggable, removed } as const;

  /** The values are complete only if there is no problem. */
  function read<Settings extends Group>(group: Settings) {
    const entries = Object.entries(group).map(([key, { name, schema, visibility }]) => {
      const text = texts[name];
      const { data, error } = schema.safeParse(text);
      if (error) {
        const value = visibility === 'secret' ? 'cannot be used' : `is ${JSON.stringify(text)}`;
        const problem = text === undefined ? 'is missing' : value;
        problems.push(`${name} ${problem}. Write ${error.issues[0]?.message}.`);
      }
      const shown = visibility === 'public' ? (text ?? data) : text && '(set)';
      if (shown !== undefined) loggable[name] = shown;
      return [key, data];
    });
    return Object.fromEntries(entries) as Values<Settings>;
  }
}

const isAnySet = (group: Group, texts: object) =>
  Object.values(group).some(({ name }) => name in texts);

function findConflicts(texts: Record<string, string>, isDevelopment: boolean) {
  const { PORT = '3000', METRICS_PORT, ACKNOWLEDGE, LINK_SECRET, PUBLIC_URL } = texts;
  const isSamePort = METRICS_PORT === PORT && PORT !== '0';
  const otherPort = PORT === '9464' ? '9465' : '9464';
  const lacksMail = ACKNOWLEDGE === 'on' && !isAnySet(mail, texts);
  const lacksPublicUrl = LINK_SECRET && !PUBLIC_URL && !isDevelopment;
  const conflicts = [
    isSamePort &&
      `METRICS_PORT and PORT are both ${PORT}. Set METRICS_PORT to another port, such as ${otherPort}.`,
    lacksMail &&
      'ACKNOWLEDGE is "on" without a mail server. Set SMTP_URL, MAIL_FROM and NOTIFY_TO as well, or set ACKNOWLEDGE=off.',
    lacksPublicUrl &&
      'LINK_SECRET needs PUBLIC_URL. Set PUBLIC_URL to the address where the team reaches the site, such as https://www.example.com.',
  ];
  return conflicts.filter((conflict) => typeof conflict === 'string');
}
