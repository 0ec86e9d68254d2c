import { isIP } from 'node:net';
import * as z from 'zod';
import { resolveSettingPath } from './environment.ts';

/** Location of the store. */
export type StoreLocation = SqliteLocation | PostgresLocation;

export interface SqliteLocation {
  kind: 'sqlite';
  /** Absolute path of the file. The file may be missing. */
  file: string;
}

export interface PostgresLocation {
  kind: 'postgres';
  /** Such as `postgres://user:password@host/database`. */
  databaseUrl: string;
}

export interface Mailbox {
  name: string;
  address: string;
}

/** Maximum number of posts in a time window. */
export interface RateLimit {
  posts: number;
  seconds: number;
}

/** An SMTP server (RFC 5321), with the credentials of the website if it needs some. */
export interface MailServer {
  /** Host name or IP address, without brackets. */
  host: string;
  port: number;
  /** True: TLS from the first byte. False: STARTTLS if offered. */
  isSecure: boolean;
  credentials: { user: string; pass: string } | undefined;
}

/** Signing keys of action links. The first signs; all verify. */
export type LinkSecrets = readonly [string, ...string[]];

// Schemas of settings in the environment. Their messages follow the word "Write".

/** Accepts a text that `parse` converts. `parse` returns undefined to reject it. */
const parsedSetting = <Value>(expected: string, parse: (text: string) => Value | undefined) =>
  z
    .string(expected)
    // Longer than any list of recipients.
    .max(10_000, 'at most 10,000 characters')
    .transform((text, context): Value => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.addIssue(expected);
      return z.NEVER;
    });

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/**
 * Parameters that both `pg` and `libpqEnvironment` understand, or that concern only one session.
 */
const urlParameters = [
  'application_name',
  'host',
  'options',
  'password',
  'port',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslrootcert',
  'user',
];

const parsedDatabaseUrl = parsedSetting(
  'postgres:// with a host and a database, such as postgres://user:password@db.example.com/inquiries, ' +
    `with special characters percent-encoded (%40 for @), and an optional sslmode, one of ${sslModes.join(', ')}`,
  (text): string | undefined => {
    const url = URL.parse(text);
    if (!url || !/^postgres(ql)?:\/\//i.test(text) || url.hash) return undefined;
    const { searchParams, hostname, username, password, pathname } = url;
    if (!hostname && !searchParams.get('host')) return undefined;
    if (!/^\/[^/]+$/.test(pathname)) return undefined;
    const encoded = [username, password, pathname];
    if (encoded.some((part) => decode(part) === undefined)) return undefined;
    return sslModes.includes(searchParams.get('sslmode') ?? 'disable') ? text : undefined;
  },
);

export const databaseUrl = z
  .string()
  .superRefine((text, context) => {
    const problem = findUnsupported(text);
    if (problem) context.addIssue(problem);
  })
  .pipe(parsedDatabaseUrl);

/** Finds parts of a URL that libpq understands, but `pg` would ignore or misread. */
function findUnsupported(text: string): string | undefined {
  const [, hosts = ''] = /^postgres(?:ql)?:\/\/(?:[^/?]*@)?([^/?]*)/i.exec(text) ?? [];
  const params = URL.parse(text)?.searchParams ?? new URLSearchParams();
  if (`${hosts}${params.get('host')}`.includes(',')) {
    return 'one host that leads to the primary: a name in DNS, or the address of HAProxy or PgBouncer';
  }
  for (const name of params.keys()) {
    if (!urlParameters.includes(name)) {
      return `no parameter "${name}": the server understands ${urlParameters.join(', ')}`;
    }
    if (params.getAll(name).length > 1) return `the parameter "${name}" once`;
  }
  return undefined;
}

export const mailServer = parsedSetting(
  'smtp:// or smtps:// with a host, such as smtps://user:password@smtp.example.com',
  (text): MailServer | undefined => {
    const url = URL.parse(text);
    if (!url || !/^smtps?:\/\//i.test(text) || !url.hostname) return undefined;
    if (!/^\/?$/.test(url.pathname) || url.search || url.hash) return undefined;
    const user = decode(url.username);
    const pass = decode(url.password);
    if (user === undefined || pass === undefined) return undefined;
    if (Boolean(user) !== Boolean(pass)) return undefined;
    const isSecure = url.protocol === 'smtps:';
    // Ports of RFC 8314 and RFC 6409.
    const defaultPort = isSecure ? 465 : 587;
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port) || defaultPort,
      isSecure,
      credentials: user ? { user, pass } : undefined,
    };
  },
);

const addressFormat = /^[^\s<>"(),:;@[\\\]]+@[^\s<>"(),:;@[\\\]]+$/;

/** Parses `ada@example.com`, `Ada <ada@example.com>` or `"Lovelace, Ada" <ada@example.com>`. */
function parseMailbox(text: string): Mailbox | undefined {
  const [, quotedName = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const name = quotedName.trim().replace(/^"(.*)"$/, '$1');
  const address = (inBrackets ?? text).trim();
  if (!addressFormat.test(address) || /\p{Cc}/u.test(name)) return undefined;
  return { name, address };
}

export const mailbox = parsedSetting(
  'one e-mail address, such as Website <website@example.com>',
  parseMailbox,
);

export const mailboxes = parsedSetting(
  'e-mail addresses separated by commas, such as ada@example.com, bob@example.com',
  (text) => parseAll(text.match(/(?:"[^"]*"|[^",])+/g) ?? [], parseMailbox),
);

export const webhookUrl = parsedSetting(
  'an http or https address, such as https://hooks.example.com/inquiries',
  (text) => {
    const url = URL.parse(text);
    return url && /^https?:\/\//i.test(text) && !url.hash ? url : undefined;
  },
);

/** Accepts an origin: no path, credentials, query or fragment. Removes a trailing slash. */
export const origin = parsedSetting(
  'an http or https address without a path, such as https://www.example.com',
  (text) => {
    const url = URL.parse(text);
    if (!url || !/^https?:\/\//i.test(text)) return undefined;
    return url.href === `${url.origin}/` && !/[?#]/.test(text) ? url.origin : undefined;
  },
);

export const defaultHost = '127.0.0.1';

export const host = parsedSetting('a host name or an IP address, such as 127.0.0.1', (text) =>
  isIP(text) || /^[a-z\d][a-z\d.-]*$/i.test(text) ? text : undefined,
).default(defaultHost);

/** Tells if a host name or IP address, possibly in brackets, is that of this machine. */
export const isLoopbackHost = (name: string): boolean =>
  /^((.+\.)?localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(name);

export const folder = parsedSetting('the path of a folder, such as ./data', (text) =>
  text.includes('\0') ? undefined : resolveSettingPath(text),
);

const unitSeconds = { sec: 1, min: 60, hour: 60 * 60, day: 24 * 60 * 60 };

/**
 * Accepts rate limits such as `10/min,50/day`, and sorts them from the shortest window. Empty for
 * `off`.
 */
export const rateLimits = parsedSetting(
  'off, or inquiries per sec, min, hour or day, such as 10/min,50/day',
  (text) => {
    if (text.toLowerCase() === 'off') return [];
    const limits = parseAll(text.split(','), parseRateLimit);
    const windows = new Set(limits?.map(({ seconds }) => seconds));
    if (windows.size !== limits?.length) return undefined;
    return limits.toSorted((a, b) => a.seconds - b.seconds);
  },
);

function parseRateLimit(text: string): RateLimit | undefined {
  const [, posts, unit] = /^([1-9]\d{0,5})\/(sec|min|hour|day)$/i.exec(text.trim()) ?? [];
  if (!posts || !unit) return undefined;
  const seconds = unitSeconds[unit.toLowerCase() as keyof typeof unitSeconds];
  return { posts: Number(posts), seconds };
}

/**
 * Minimum number of different characters. 32 random hexadecimal digits have fewer in one of 10
 * million cases.
 */
const minDifferentCharacters = 8;

const isLinkSecret = (secret: string) =>
  /^[!-~]{32,}$/.test(secret) && new Set(secret).size >= minDifferentCharacters;

export const linkSecrets = parsedSetting(
  'at least 32 random characters without spaces, such as the output of "openssl rand -base64 32"; several with spaces between them',
  (text): LinkSecrets | undefined => {
    const [first = '', ...others] = text.split(/\s+/);
    return [first, ...others].every(isLinkSecret) ? [first, ...others] : undefined;
  },
);

export const webhookSecrets = parsedSetting(
  'whsec_ and 24 to 64 bytes in base64, such as "whsec_$(openssl rand -base64 32)"; several with spaces between them',
  (text) => {
    const all = text.split(/\s+/);
    return all.every(isWebhookSecret) ? all : undefined;
  },
);

function isWebhookSecret(secret: string) {
  const [, base64] = /^whsec_([\w+/]+={0,2})$/.exec(secret) ?? [];
  if (!base64) return false;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 && bytes.length >= 24 && bytes.length <= 64;
}

interface IntegerRange {
  /** Number and unit in a message: "a whole number of months". */
  description: string;
  min: number;
  max: number;
  /** Value that a message suggests. */
  example: number;
}

const describeRange = ({ description, min, max, example }: IntegerRange) =>
  `${description} from ${min} to ${max}, such as ${example}`;

export const integer = (range: IntegerRange) =>
  parsedSetting(describeRange(range), (text) => {
    if (!/^(0|[1-9]\d*)$/.test(text)) return undefined;
    const value = Number(text);
    return value >= range.min && value <= range.max ? value : undefined;
  });

/** Accepts an integer, or `off`, which becomes undefined. */
export function integerOrOff(range: IntegerRange) {
  const off = z.stringFormat('off', /^off$/i).transform(() => undefined);
  return z.union([off, integer(range)], `off, or ${describeRange(range)}`);
}

/** Parses all texts. Undefined if there is none, or if one is rejected. */
function parseAll<Value>(texts: string[], parse: (text: string) => Value | undefined) {
  const values = texts.map(parse).filter((value) => value !== undefined);
  return values.length > 0 && values.length === texts.length ? values : undefined;
}

function decode(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
