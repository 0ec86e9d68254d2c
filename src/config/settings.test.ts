import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { readSettings, settingNames, type Settings } from './settings.ts';

function parseSettings(env: Record<string, string>) {
  const read = readSettings(env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.settings;
}

function getProblems(env: Record<string, string>) {
  const read = readSettings(env);
  return read.ok ? [] : read.problems;
}

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
const linkSecret = '0123456789abcdef'.repeat(2);

const mail = {
  SMTP_URL: 'smtps://smtp.example.com',
  MAIL_FROM: 'Website <website@example.com>',
  NOTIFY_TO: 'ada@example.com',
};
const webhook = { WEBHOOK_URL: 'https://hooks.example.com/x?y=1', WEBHOOK_SECRET: secretOf(32) };
/** Settings with every one that another requires. */
const complete = { ...mail, ...webhook, PUBLIC_URL: 'https://www.example.com' };
const parsed = parseSettings(complete);

const withMail = (changes: Partial<Settings['mail']>) => ({ mail: { ...parsed.mail, ...changes } });
const withServer = (changes: object) => ({
  mail: { ...parsed.mail, server: { ...parsed.mail?.server, ...changes } },
});
const withWebhook = (changes: object) => ({ webhook: { ...parsed.webhook, ...changes } });
const inStore = (databaseUrl: string) => [
  'DATABASE_URL',
  databaseUrl,
  { store: { kind: 'postgres', databaseUrl } },
];
const mailbox = (address: string, name = '') => ({ name, address });
const to = [mailbox('a@x.org'), mailbox('b@x.org', 'B, C')];
const linkSecrets = [`ABCDEF${linkSecret}`, linkSecret] as const;
const secrets = [secretOf(24), secretOf(64)];

/** Names, valid values, and the settings that they change. */
const accepted = [
  ['HOST', 'localhost', { host: 'localhost' }],
  ['HOST', '::', { host: '::' }],
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65_535 }],
  ['METRICS_HOST', '0.0.0.0', { metricsHost: '0.0.0.0' }],
  ['METRICS_PORT', 'off', { metricsPort: undefined }],
  ['STOP_DELAY_MS', '60000', { stopDelayMs: 60_000 }],
  ['RETENTION_MONTHS', '1', { retentionMonths: 1 }],
  ['RETENTION_MONTHS', '120', { retentionMonths: 120 }],
  ['RETENTION_MONTHS', 'off', { retentionMonths: undefined }],
  ['PUBLIC_URL', 'https://Firm.example/', { publicUrl: 'https://firm.example' }],
  ['PUBLIC_URL', 'http://firm.example:80', { publicUrl: 'http://firm.example' }],
  inStore('postgres://site:p%40ss@db.example.com:5433/inquiries?sslmode=verify-full'),
  inStore('postgresql://db/site'),
  inStore('postgres:///site?host=/run/postgresql&user=site'),
  inStore('postgres://db/site?sslmode=require'),
  inStore('postgres://db/site?sslmode=no-verify'),
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['TRUST_PROXY', '9', { trustedHops: 9 }],
  ['RATE_LIMIT', 'OFF', { rateLimits: [] }],
  ['RATE_LIMIT', '1/SEC', { rateLimits: [{ posts: 1, seconds: 1 }] }],
  ['RATE_LIMIT', '999999/hour', { rateLimits: [{ posts: 999_999, seconds: 3600 }] }],
  ['RATE_LIMIT', '50/day, 10/min', { rateLimits: parsed.rateLimits }],
  ['ACKNOWLEDGE', 'on', { acknowledge: true }],
  ['LINK_SECRET', linkSecret, { linkSecrets: [linkSecret] }],
  ['LINK_SECRET', ` ${linkSecrets.join('  ')}`, { linkSecrets }],
  ['SMTP_URL', 'smtps://x.org', withServer({ host: 'x.org', port: 465, isSecure: true })],
  ['SMTP_URL', 'smtp://[::1]', withServer({ host: '::1', port: 587, isSecure: false })],
  [
    'SMTP_URL',
    'smtps://me%40x.org:p%2Fw@10.0.0.1:2525',
    withServer({ host: '10.0.0.1', port: 2525, credentials: { user: 'me@x.org', pass: 'p/w' } }),
  ],
  ['MAIL_FROM', 'a@x.org', withMail({ from: mailbox('a@x.org') })],
  ['MAIL_FROM', 'B <a@x.org>', withMail({ from: mailbox('a@x.org', 'B') })],
  ['NOTIFY_TO', 'a@x.org, "B, C" <b@x.org>', withMail({ to })],
  ['ESCALATE_TO', 'Boss <b@x.org>', withMail({ escalateTo: [mailbox('b@x.org', 'Boss')] })],
  ['REPLY_TO', 'inquirer', withMail({ replyTo: 'inquirer' })],
  ['WEBHOOK_URL', 'http://hooks.lan/', withWebhook({ url: new URL('http://hooks.lan/') })],
  ['WEBHOOK_SECRET', secrets.join(' '), withWebhook({ secrets })],
] as [string, string, Partial<Settings>][];

const address = 'one e-mail address, such as Website <website@example.com>';
const addresses = 'e-mail addresses separated by commas, such as ada@example.com, bob@example.com';

/** Invalid values, and the format that the message names. */
const rejected: Record<string, [expected: string, ...values: string[]]> = {
  HOST: ['a host name or an IP address, such as 127.0.0.1', 'localhost:80', '[::1]', 'http://x'],
  PORT: [
    'a whole number from 0 to 65535, such as 3000',
    ...['-1', '80.5', '0x50', '3000a', '080', '65536'],
  ],
  METRICS_PORT: ['off, or a whole number from 0 to 65535, such as 9464', '70000'],
  STOP_DELAY_MS: [
    'a whole number of milliseconds from 0 to 60000, such as 5000',
    ...['5s', '60001'],
  ],
  RETENTION_MONTHS: [
    'off, or a whole number of months from 1 to 120, such as 18',
    ...['0', '121', '-1', '1.5', '18mo', 'never'],
  ],
  PUBLIC_URL: [
    'an http or https address without a path, such as https://www.example.com',
    ...['https://firm.example/site', 'https://firm.example/?', 'https://firm.example/#x'],
    ...['https://me:secret@firm.example', 'ftp://firm.example', 'https:firm.example', 'x.example'],
  ],
  LOG_LEVEL: ['one of trace, debug, info, warn, error, fatal, silent', 'loud'],
  TRUST_PROXY: [
    'the number of proxies before this server, from 0 to 9, such as 1',
    ...['10.0.0.1', 'true', '-1'],
  ],
  RATE_LIMIT: [
    'off, or inquiries per sec, min, hour or day, such as 10/min,50/day',
    ...['10', '0/min', '10/week', '-1/min', '1.5/min', '10/min,', '10/min,20/min', '10/min;50/day'],
  ],
  ACKNOWLEDGE: ['on or off', 'yes'],
  MAIL_FROM: [
    address,
    ...['website', 'a@x.org, b@x.org', 'A <a@x.org', 'A\r\nBcc: c@x.org <a@x.org>'],
  ],
  NOTIFY_TO: [addresses, 'a@x.org, b', ','],
  ESCALATE_TO: [addresses, 'boss'],
  REPLY_TO: ['team or inquirer', 'sender'],
};

/** Invalid values of secrets, which no message repeats. */
const rejectedSecrets: Record<string, [expected: string, ...values: string[]]> = {
  DATABASE_URL: [
    'postgres:// with a host and a database, such as postgres://user:password@db.example.com/inquiries',
    ...['mysql://site:secret@db/site', 'postgres:db/site', 'site'],
    ...['postgres:///site', 'postgres://user:pass@db', 'postgres://user:pass@db/'],
    'postgres://user:pass@db/site/other',
    ...['postgres://user:pa#ss@db/site', 'postgres://user:pa%ss@db/site'],
    ...['postgres://db/site?sslmode=prefer', 'postgres://db/site?sslmode=full'],
  ],
  LINK_SECRET: [
    'at least 32 random characters',
    ...[linkSecret.slice(1), 'abcdefg'.repeat(9), `${linkSecret} short`],
  ],
  SMTP_URL: [
    'smtp:// or smtps:// with a host, such as smtps://user:password@smtp.example.com.',
    ...['http://me:secret@host', 'smtp://me@host', 'smtp://:secret@host', 'smtp://', 'smtp:host'],
    ...['smtp://host/path', 'smtp://host?pool=true', 'smtp://me:%ff@host'],
  ],
  WEBHOOK_URL: ['an http or https address, such as ', 'ftp://me:secret@host', 'https://host/#x'],
  WEBHOOK_SECRET: [
    'whsec_ and 24 to 64 bytes in base64',
    ...['whsec_secret', secretOf(23), secretOf(65), secretOf(32).slice(6), `x${secretOf(32)}`],
    `${secretOf(32)} x`,
  ],
};

const casesOf = (table: typeof rejected) =>
  Object.entries(table).flatMap(([name, [expected, ...values]]) =>
    values.map((value) => [name, value, expected] as const),
  );

// .env.example has the other defaults.
it('stores in a file and notifies nobody by default, also with empty values', () => {
  const dataDir = path.resolve('data');
  const store = { kind: 'sqlite', file: path.join(dataDir, 'inquiries.sqlite') };
  const defaults = { dataDir, store, mail: undefined, webhook: undefined };
  expect(parseSettings({})).toMatchObject(defaults);
  const empty = { HOST: '', PORT: ' ', PUBLIC_URL: '', DATA_DIR: '', WEBHOOK_ALLOW_HOSTS: '' };
  expect(readSettings(empty)).toEqual(readSettings({}));
});

it.each(accepted)('accepts %s=%s', (name, value, changes) => {
  expect(parseSettings({ ...complete, [name]: value })).toEqual({ ...parsed, ...changes });
});

it.each(casesOf(rejected))('explains an invalid value: %s=%s', (name, value, expected) => {
  const problem = `${name} is ${JSON.stringify(value)}. Write ${expected}.`;
  expect(getProblems({ ...complete, [name]: value })).toEqual([problem]);
});

it.each(casesOf(rejectedSecrets))(
  'explains an invalid value without repeating it: %s=%s',
  (name, value, expected) => {
    const problem = `${name} cannot be used. Write ${expected}`;
    const problems = getProblems({ ...complete, [name]: value });
    expect(problems).toEqual([expect.stringContaining(problem)]);
    // Parts of the invalid values.
    expect(problems.join()).not.toMatch(/secret|pass@|BwcH|abcdef/);
  },
);

it.each(['NOTIFY_TO', 'MAIL_FROM', 'DATABASE_URL', 'LINK_SECRET', 'RATE_LIMIT'])(
  'rejects a %s of more than 10,000 characters before it is read',
  (name) => {
    const problems = getProblems({ ...complete, [name]: `${'\u0301'.repeat(10_000)} <a@x.org>` });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/\. Write at most 10,000 characters\.$/);
  },
);

const areBoth = (port: string, other: string) =>
  `METRICS_PORT and PORT are both ${port}. Set METRICS_PORT to another port, such as ${other}.`;
const isMissing = (...names: string[]) => names.map((name) => `${name} is missing. Write `);

it.each<[env: Record<string, string>, ...problems: string[]]>([
  [
    { SMTP_URL: mail.SMTP_URL },
    `MAIL_FROM is missing. Write ${address}.`,
    `NOTIFY_TO is missing. Write ${addresses}.`,
  ],
  [{ NOTIFY_TO: 'a@x.org' }, ...isMissing('SMTP_URL', 'MAIL_FROM')],
  [{ ESCALATE_TO: 'a@x.org' }, ...isMissing('SMTP_URL', 'MAIL_FROM', 'NOTIFY_TO')],
  [{ WEBHOOK_URL: webhook.WEBHOOK_URL }, 'WEBHOOK_SECRET is missing. Write whsec_ and'],
  [{ WEBHOOK_SECRET: secretOf(32) }, 'WEBHOOK_URL is missing. Write an http or https address'],
  [
    { ...webhook, ACKNOWLEDGE: 'on' },
    'ACKNOWLEDGE is "on" without a mail server. Set SMTP_URL, MAIL_FROM and NOTIFY_TO as well, or set ACKNOWLEDGE=off.',
  ],
  [
    { LINK_SECRET: linkSecret },
    'LINK_SECRET needs PUBLIC_URL. Set PUBLIC_URL to the address where the team reaches the site, such as https://www.example.com.',
  ],
  [{ PORT: '8080', METRICS_PORT: '8080' }, areBoth('8080', '9464')],
  [{ PORT: '9464', METRICS_PORT: '9464' }, areBoth('9464', '9465')],
  [{ METRICS_PORT: '3000', METRICS_HOST: '127.0.0.1' }, areBoth('3000', '9464')],
  [{ METRICS_PORT: '3000', HOST: '0.0.0.0' }, areBoth('3000', '9464')],
  [{ METRICS_PORT: '3000', HOST: '10.0.0.1', METRICS_HOST: '::' }, areBoth('3000', '9464')],
  [
    { PORT: 'x', NOTIFY_TO: 'x', WEBHOOK_SECRET: 'x' },
    ...['PORT is', 'SMTP_URL is', 'MAIL_FROM is', 'NOTIFY_TO is', 'WEBHOOK_URL is'],
    'WEBHOOK_SECRET cannot be used',
  ],
])('reports all problems of settings together: %j', (env, ...problems) => {
  const messages = problems.map((problem) => expect.stringContaining(problem) as string);
  expect(getProblems(env)).toEqual(messages);
});

it('names a misspelt setting beside the missing one', () => {
  const { NOTIFY_TO, ...others } = mail;
  expect(getProblems({ ...others, NOTIFY_TOO: NOTIFY_TO })).toEqual([
    expect.stringContaining('NOTIFY_TO is missing.'),
    'NOTIFY_TOO has no effect. Write NOTIFY_TO, or remove it.',
  ]);
});

it('accepts settings that require no others', () => {
  expect(parseSettings({ PORT: '0', METRICS_PORT: '0' }).metricsPort).toBe(0);
  // The same port on two addresses is allowed.
  expect(parseSettings({ METRICS_PORT: '3000', HOST: '10.0.0.1' }).metricsPort).toBe(3000);
  expect(parseSettings({ ACKNOWLEDGE: 'off' }).acknowledge).toBe(false);
  const development = readSettings({ LINK_SECRET: linkSecret }, { isDevelopment: true });
  expect(development).toMatchObject({ ok: true, settings: { linkSecrets: [linkSecret] } });
});

it('hides secrets and e-mail addresses from the log', () => {
  const shown = { PUBLIC_URL: 'https://www.example.com', METRICS_PORT: 'off' };
  const hidden = {
    ...mail,
    ...webhook,
    ESCALATE_TO: mail.NOTIFY_TO,
    LINK_SECRET: linkSecret,
    DATABASE_URL: 'postgres://user:geheim@db.example.com/inquiries',
  };
  const read = readSettings({ ...hidden, ...shown, PATH: '/bin' });
  const loggable = read.ok ? read.loggable : {};
  expect(loggable).toMatchObject({ ...shown, PORT: 3000, REPLY_TO: 'team', ACKNOWLEDGE: 'off' });
  const values = Object.entries(loggable);
  const names = values.flatMap(([name, value]) => (value === '(set)' ? [name] : []));
  expect(names.sort()).toEqual(Object.keys(hidden).sort());
  const remedy = 'Write a value of a new setting into `shown` or `hidden`';
  expect(Object.keys(loggable).sort(), remedy).toEqual(settingNames.toSorted());
});

it('.env.example documents every setting with its default', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8')) as Record<string, string>;
  expect(Object.keys(example).sort()).toEqual(settingNames.toSorted());
  expect(parseSettings(example)).toEqual(parseSettings({}));
});

it.each([
  ['postgres://site:geheim@h1,h2/db?sslmode=verify-full', /one host.* DNS.*HAProxy or PgBouncer/],
  ['postgres://site:geheim@h1:5432,h2:5433/db', /one host/],
  ['postgres:///db?host=h1,h2', /one host/],
  ['postgres://site:geheim@h1/db?target_session_attrs=read-write', /"target_session_attrs"/],
  ['postgres://site:geheim@h1/db?connect_timeout=3&sslmode=require', /"connect_timeout"/],
  ['postgres://site:geheim@h1/db?sslmode=disable&sslmode=require', /"sslmode" once/],
])('ignores nothing of a DATABASE_URL in silence: %s', (DATABASE_URL, problem) => {
  const read = readSettings({ DATABASE_URL });
  const problems = read.ok ? '' : read.problems.join();
  expect(problems).toMatch(problem);
  expect(problems).not.toContain('geheim');
});
