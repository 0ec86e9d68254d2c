import { isIP } from 'node:net';
import { resolveSettingPath } from './environment.ts';

/** An SQLite file, or a PostgreSQL database (`postgres://user:password@host/database`). */
export type StoreLocation = { file: string } | { databaseUrl: string };

export interface Mailbox {
  name: string;
  address: string;
}

export interface MailServer {
  host: string;
  port: number;
  /** Implicit TLS; otherwise STARTTLS if the server offers it. */
  isSecure: boolean;
  credentials: { user: string; pass: string } | undefined;
}

/** Maximum posts in a time window. */
export interface RateLimit {
  posts: number;
  seconds: number;
}

/** The first signs; all verify. */
export type LinkSecrets = readonly [string, ...string[]];

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'];

export const databaseUrlFormat =
  'postgres:// with a host and a database, such as postgres://user:password@db.example.com/inquiries, ' +
  `with special characters percent-encoded (%40 for @), and an optional sslmode, one of ${sslModes.join(', ')}`;

/** Returns the text unchanged if it is a valid PostgreSQL URL. */
export function parseDatabaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:\/\//i.test(text) || url.hash) return undefined;
  const { searchParams, hostname, username, password, pathname } = url;
  if (!hostname && !searchParams.get('host')) return undefined;
  if (!/^\/[^/]+$/.test(pathname)) return undefined;
  if ([username, password, pathname].some((part) => decode(part) === undefined)) return undefined;
  return sslModes.includes(searchParams.get('sslmode') ?? 'disable') ? text : undefined;
}

export function parseMailServer(text: string): MailServer | undefined {
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

const address = /^[^\s<>"(),:;@[\\\]]+@[^\s<>"(),:;@[\\\]]+$/;

/** `ada@example.com`, `Ada <ada@example.com>` or `"Lovelace, Ada" <ada@example.com>`. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const mailbox = { name: unquote(name.trim()), address: (inBrackets ?? text).trim() };
  return address.test(mailbox.address) && !/\p{Cc}/u.test(mailbox.name) ? mailbox : undefined;
}

/** One or more mailboxes, separated by commas. */
export function parseMailboxes(text: string): Mailbox[] | undefined {
  const mailboxes = (text.match(/(?:"[^"]*"|[^",])+/g) ?? []).map(parseMailbox);
  const known = mailboxes.filter((mailbox) => mailbox !== undefined);
  return known.length > 0 && known.length === mailboxes.length ? known : undefined;
}

const unquote = (name: string) => name.replace(/^"(.*)"$/, '$1');

export function parseWebhookUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && /^https?:\/\//i.test(text) && !url.hash ? url : undefined;
}

/** Returns the origin of an address without path, credentials, query and fragment. */
export function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text)) return undefined;
  const isBare = url.href === `${url.origin}/` && !/[?#]/.test(text);
  return isBare ? url.origin : undefined;
}

export const parseHost = (text: string) =>
  isIP(text) || /^[a-z\d][a-z\d.-]*$/i.test(text) ? text : undefined;

/** Returns whether a host name or IP address, also one in brackets, is that of this machine. */
export const isLoopbackHost = (host: string): boolean =>
  /^((.+\.)?localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);

export const parsePath = (text: string) =>
  text.includes('\0') ? undefined : resolveSettingPath(text);

const unitSeconds = { sec: 1, min: 60, hour: 60 * 60, day: 24 * 60 * 60 };

/** Parses a setting such as `10/min,50/day`, or `off`; sorts by window, the shortest first. */
export function parseRateLimits(text: string): RateLimit[] | undefined {
  if (text.toLowerCase() === 'off') return [];
  const limits = text.split(',').map(parseRateLimit);
  if (limits.includes(undefined)) return undefined;
  const sorted = (limits as RateLimit[]).toSorted((a, b) => a.seconds - b.seconds);
  const hasDuplicateUnit = sorted.some(
    ({ seconds }, index) => seconds === sorted[index + 1]?.seconds,
  );
  return hasDuplicateUnit ? undefined : sorted;
}

function parseRateLimit(text: string): RateLimit | undefined {
  const [, posts, unit] = /^([1-9]\d{0,5})\/(sec|min|hour|day)$/i.exec(text.trim()) ?? [];
  if (!posts || !unit) return undefined;
  const seconds = unitSeconds[unit.toLowerCase() as keyof typeof unitSeconds];
  return { posts: Number(posts), seconds };
}

export function parseLinkSecrets(text: string): LinkSecrets | undefined {
  const [first = '', ...others] = text.split(/\s+/);
  return [first, ...others].every(isLinkSecret) ? [first, ...others] : undefined;
}

/** 32 random hexadecimal digits have fewer than 8 different ones in one of 10 million cases. */
const isLinkSecret = (secret: string) => /^[!-~]{32,}$/.test(secret) && new Set(secret).size >= 8;

export function parseWebhookSecrets(text: string): string[] | undefined {
  const all = text.split(/\s+/);
  return all.every(isWebhookSecret) ? all : undefined;
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
