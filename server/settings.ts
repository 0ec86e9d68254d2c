import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { LinkSecrets } from '../inquiries/follow-up/signed-links.ts';
import type { StoreLocation } from '../inquiries/store.ts';
import { databaseUrlForm, toDatabaseUrl } from './database-url.ts';
import {
  type MailSettings,
  readNotificationSettings,
  type WebhookSettings,
} from './notification-settings.ts';
import { type RateLimit, toRateLimits } from './rate-limits.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

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

/**
 * Reads the environment; an empty value counts as unset. Reports every problem, not the first. In
 * development, links need no public address.
 */
export function readSettings(
  env: Record<string, string | undefined>,
  { isDevelopment = false } = {},
): ReadSettings {
  const problems: string[] = [];
  const host = read('HOST', '127.0.0.1', toHost, 'a host name or an IP address, such as 127.0.0.1');
  const port = read('PORT', '3000', toPort, 'a whole number from 0 to 65535, such as 3000');
  const metricsPort = read(
    'METRICS_PORT',
    'off',
    toMetricsPort,
    'off, or a whole number from 0 to 65535, such as 9464',
  );
  if (metricsPort && metricsPort === port) {
    problems.push(`METRICS_PORT is ${port}, and so is PORT. Write another one, such as 9464.`);
  }
  const stopDelayMs = read(
    'STOP_DELAY_MS',
    '0',
    toStopDelayMs,
    'a whole number of milliseconds from 0 to 60000, such as 5000',
  );
  const retentionMonths = read(
    'RETENTION_MONTHS',
    '18',
    toRetentionMonths,
    'off, or a whole number of months from 1 to 120, such as 18',
  );
  const publicUrl = read(
    'PUBLIC_URL',
    undefined,
    toOrigin,
    'an http or https address without a path, such as https://www.example.com',
  );
  const dataDir = read('DATA_DIR', './data', toPath, 'the path of a folder, such as ./data');
  const databaseUrl = read('DATABASE_URL', undefined, toDatabaseUrl, databaseUrlForm, true);
  const logLevel = read('LOG_LEVEL', 'info', toLogLevel, `one of ${logLevels.join(', ')}`);
  const trustedHops = read(
    'TRUST_PROXY',
    '0',
    toHops,
    'the number of proxies before this server, from 0 to 9, such as 1',
  );
  const rateLimits = read(
    'RATE_LIMIT',
    '10/min,50/day',
    toRateLimits,
    'off, or inquiries per sec, min, hour or day, such as 10/min,50/day',
  );
  const { mail, webhook, acknowledge } = readNotificationSettings(env, problems);
  const deliveryRetryMs = read(
    'DELIVERY_RETRY_MS',
    '5000',
    toRetryMs,
    'a whole number of milliseconds from 1 to 3600000, such as 5000',
  );
  const linkSecrets = read(
    'LINK_SECRET',
    undefined,
    toLinkSecrets,
    'at least 32 characters without spaces, such as the output of "openssl rand -base64 32"; several with spaces between them',
    true,
  );
  if (env['LINK_SECRET']?.trim() && !env['PUBLIC_URL']?.trim() && !isDevelopment) {
    problems.push(
      'LINK_SECRET needs PUBLIC_URL. Write where the team reaches the site, such as https://www.example.com.',
    );
  }

  if (!host || port === undefined || !dataDir || !logLevel || !deliveryRetryMs || problems.length) {
    return { ok: false, problems };
  }
  if (trustedHops === undefined || !rateLimits) return { ok: false, problems };
  if (metricsPort === undefined || stopDelayMs === undefined || retentionMonths === undefined) {
    return { ok: false, problems };
  }
  return {
    ok: true,
    settings: {
      host,
      port,
      metricsPort: metricsPort === 'off' ? undefined : metricsPort,
      stopDelayMs,
      retentionMonths: retentionMonths === 'off' ? undefined : retentionMonths,
      publicUrl,
      dataDir,
      store: databaseUrl ? { databaseUrl } : { file: join(dataDir, 'inquiries.sqlite') },
      logLevel,
      trustedHops,
      rateLimits,
      mail,
      webhook,
      acknowledge,
      deliveryRetryMs,
      linkSecrets,
    },
  };

  function read<Value>(
    name: string,
    fallback: string | undefined,
    parse: (text: string) => Value | undefined,
    expected: string,
    isSecret = false,
  ): Value | undefined {
    const text = env[name]?.trim() || fallback;
    if (text === undefined) return undefined;
    const value = parse(text);
    const is = isSecret ? 'cannot be used' : `is ${JSON.stringify(text)}`;
    if (value === undefined) problems.push(`${name} ${is}. Write ${expected}.`);
    return value;
  }
}

const toHost = (text: string) =>
  isIP(text) || /^[a-z\d][a-z\d.-]*$/i.test(text) ? text : undefined;

const toPort = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;

const isOff = (text: string) => text.toLowerCase() === 'off';

const toMetricsPort = (text: string) => (isOff(text) ? 'off' : toPort(text));

const toStopDelayMs = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 60_000 ? Number(text) : undefined;

function toRetentionMonths(text: string) {
  if (isOff(text)) return 'off';
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 120 ? Number(text) : undefined;
}

const toRetryMs = (text: string) =>
  /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 3_600_000 ? Number(text) : undefined;

const toHops = (text: string) => (/^\d$/.test(text) ? Number(text) : undefined);

function toLinkSecrets(text: string): LinkSecrets | undefined {
  const [first = '', ...others] = text.split(/\s+/);
  return [first, ...others].every((secret) => /^[!-~]{32,}$/.test(secret))
    ? [first, ...others]
    : undefined;
}

const toPath = (text: string) => (text.includes('\0') ? undefined : resolve(text));

const toLogLevel = (text: string) => logLevels.find((level) => level === text);

function toOrigin(text: string) {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text) || !/^https?:$/.test(url.protocol)) return undefined;
  const isBare = url.href === `${url.origin}/` && !/[?#]/.test(text);
  return isBare ? url.origin : undefined;
}
