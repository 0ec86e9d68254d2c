import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseRateLimits } from './setting-values.ts';
import { readSettings, settingNames } from './settings.ts';

function parseSettings(env: Record<string, string>) {
  const read = readSettings(env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.settings;
}

function getProblems(env: Record<string, string>) {
  const read = readSettings(env);
  if (read.ok) throw new Error('accepted');
  return read.problems;
}

const invalid = {
  RETENTION_MONTHS: '0 121 -1 1.5 18mo never',
  METRICS_PORT: '70000',
  STOP_DELAY_MS: '5s 60001',
  DELIVERY_RETRY_MS: '3600001 0 5s',
  PORT: '-1 80.5 0x50 3000a 080 65536',
  PUBLIC_URL:
    'https://firm.example/site https://firm.example/? https://firm.example/#x ' +
    'https://me:secret@firm.example ftp://firm.example https:firm.example firm.example',
  HOST: 'localhost:80 [::1] http://x',
  LOG_LEVEL: 'loud',
  TRUST_PROXY: '10.0.0.1 true -1',
  RATE_LIMIT: '10',
};

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(parseSettings({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      metricsHost: '127.0.0.1',
      metricsPort: undefined,
      stopDelayMs: 1000,
      retentionMonths: 18,
      publicUrl: undefined,
      dataDir: path.resolve('data'),
      store: { file: path.resolve('data', 'inquiries.sqlite') },
      logLevel: 'info',
      trustedHops: 0,
      rateLimits: [
        { posts: 10, seconds: 60 },
        { posts: 50, seconds: 86_400 },
      ],
      mail: undefined,
      webhook: undefined,
      acknowledge: false,
      deliveryRetryMs: 5000,
    });
  });

  it('treats an empty value as unset', () => {
    const empty = { HOST: '', PORT: ' ', PUBLIC_URL: '', DATA_DIR: '', LOG_LEVEL: '' };
    expect(parseSettings(empty)).toEqual(parseSettings({}));
  });

  it('hides secrets and e-mail addresses from the log', () => {
    const secrets = {
      DATABASE_URL: 'postgres://user:geheim@db.example.com/inquiries',
      LINK_SECRET: 'geheim012'.repeat(4),
      SMTP_URL: 'smtps://user:geheim@smtp.example.com',
      MAIL_FROM: 'geheim@example.com',
      NOTIFY_TO: 'geheim@example.com',
      ESCALATE_TO: 'geheim@example.com',
      WEBHOOK_URL: 'https://hooks.example.com/geheim',
      WEBHOOK_SECRET: `whsec_${'geheim00'.repeat(4)}`,
    };
    const optional = { PUBLIC_URL: 'https://www.example.com', METRICS_PORT: 'off' };
    const env = { ...secrets, ...optional, PATH: '/bin' };
    const read = readSettings(env);
    const loggable = read.ok ? read.loggable : {};
    const shown = {
      HOST: '127.0.0.1',
      PORT: 3000,
      METRICS_HOST: '127.0.0.1',
      STOP_DELAY_MS: 1000,
      RETENTION_MONTHS: 18,
      DATA_DIR: path.resolve('data'),
      LOG_LEVEL: 'info',
      TRUST_PROXY: 0,
      RATE_LIMIT: parseRateLimits('10/min,50/day'),
      ACKNOWLEDGE: 'off',
      REPLY_TO: 'team',
      DELIVERY_RETRY_MS: 5000,
      ...optional,
    };
    const hidden = Object.fromEntries(Object.keys(secrets).map((name) => [name, '(set)']));
    expect(loggable).toEqual({ ...shown, ...hidden });
    expect(Object.keys(loggable).toSorted()).toEqual(settingNames.toSorted());
  });

  it('accepts a metrics port other than PORT', () => {
    expect(parseSettings({ PORT: '0', METRICS_PORT: '0' }).metricsPort).toBe(0);
    expect(getProblems({ PORT: '8080', METRICS_PORT: '8080' })).toEqual([
      'METRICS_PORT and PORT are both 8080. Set METRICS_PORT to another port, such as 9464.',
    ]);
    expect(getProblems({ PORT: '9464', METRICS_PORT: '9464' })).toEqual([
      'METRICS_PORT and PORT are both 9464. Set METRICS_PORT to another port, such as 9465.',
    ]);
  });

  it.each([
    ['RETENTION_MONTHS', '1', { retentionMonths: 1 }],
    ['RETENTION_MONTHS', '120', { retentionMonths: 120 }],
    ['RETENTION_MONTHS', 'off', { retentionMonths: undefined }],
    ['METRICS_PORT', 'off', { metricsPort: undefined }],
    ['METRICS_PORT', '9464', { metricsPort: 9464 }],
    ['METRICS_HOST', '0.0.0.0', { metricsHost: '0.0.0.0' }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['RATE_LIMIT', 'off', { rateLimits: [] }],
    ['STOP_DELAY_MS', '60000', { stopDelayMs: 60_000 }],
    ['DELIVERY_RETRY_MS', '1', { deliveryRetryMs: 1 }],
    ['DELIVERY_RETRY_MS', '3600000', { deliveryRetryMs: 3_600_000 }],
    ['PORT', '65535', { port: 65_535 }],
    ['PUBLIC_URL', 'https://Firm.example/', { publicUrl: 'https://firm.example' }],
    ['PUBLIC_URL', 'http://firm.example:80', { publicUrl: 'http://firm.example' }],
    ['HOST', 'localhost', { host: 'localhost' }],
    ['HOST', '::', { host: '::' }],
    ['PORT', '0', { port: 0 }],
    ['TRUST_PROXY', '9', { trustedHops: 9 }],
    ['RATE_LIMIT', '5/hour', { rateLimits: [{ posts: 5, seconds: 3600 }] }],
  ])('accepts %s=%s', (name, value, setting) => {
    expect({ ...parseSettings({}), ...setting }).toEqual(parseSettings({ [name]: value }));
  });

  const url = 'an http or https address without a path, such as https://www.example.com';
  const limits = 'off, or inquiries per sec, min, hour or day, such as 10/min,50/day';

  it.each([
    ['RETENTION_MONTHS', 'off, or a whole number of months from 1 to 120, such as 18'],
    ['METRICS_PORT', 'off, or a whole number from 0 to 65535, such as 9464'],
    ['STOP_DELAY_MS', 'a whole number of milliseconds from 0 to 60000, such as 5000'],
    ['DELIVERY_RETRY_MS', 'a whole number of milliseconds from 1 to 3600000, such as 5000'],
    ['PORT', 'a whole number from 0 to 65535, such as 3000'],
    ['PUBLIC_URL', url],
    ['HOST', 'a host name or an IP address, such as 127.0.0.1'],
    ['LOG_LEVEL', 'one of trace, debug, info, warn, error, fatal, silent'],
    ['TRUST_PROXY', 'the number of proxies before this server, from 0 to 9, such as 1'],
    ['RATE_LIMIT', limits],
  ] as const)('explains an invalid value of %s', (name, format) => {
    for (const value of invalid[name].split(' ')) {
      expect(getProblems({ [name]: value })).toEqual([`${name} is "${value}". Write ${format}.`]);
    }
  });

  it('reports all problems at once', () => {
    expect(getProblems({ PORT: 'x', NOTIFY_TO: 'x', WEBHOOK_SECRET: 'x' })).toHaveLength(6);
  });
});

describe('LINK_SECRET', () => {
  const secret = '0123456789abcdef'.repeat(2);
  const env = { PUBLIC_URL: 'https://firm.example' };

  it('is one secret or several', () => {
    expect(parseSettings({ ...env, LINK_SECRET: secret }).linkSecrets).toEqual([secret]);
    const other = secret.toUpperCase();
    const two = parseSettings({ ...env, LINK_SECRET: ` ${other}  ${secret}` });
    expect(two.linkSecrets).toEqual([other, secret]);
  });

  it.each([
    ['has at least 32 characters', secret.slice(1)],
    ['has at least 8 different characters', 'abcdefg'.repeat(9)],
  ])('%s and never appears in a message', (_, weak) => {
    const problems = getProblems({ ...env, LINK_SECRET: `${secret} ${weak}` });
    expect(problems).toEqual([
      expect.stringContaining('LINK_SECRET cannot be used. Write at least 32 random characters'),
    ]);
    expect(problems.join()).not.toContain(weak);
  });

  it('needs PUBLIC_URL, except in development', () => {
    expect(getProblems({ LINK_SECRET: secret })).toEqual([
      'LINK_SECRET needs PUBLIC_URL. Set PUBLIC_URL to the address where the team reaches the site, such as https://www.example.com.',
    ]);
    const development = readSettings({ LINK_SECRET: secret }, { isDevelopment: true });
    expect(development).toMatchObject({ ok: true, settings: { linkSecrets: [secret] } });
  });
});

describe('DATABASE_URL', () => {
  const storeOf = (url: string) => parseSettings({ DATABASE_URL: url }).store;

  it('selects PostgreSQL', () => {
    const databaseUrl = 'postgres://site:p%40ss@db.example.com:5433/inquiries?sslmode=verify-full';
    expect(storeOf(databaseUrl)).toEqual({ databaseUrl });
    expect(storeOf('postgresql://db/site')).toEqual({ databaseUrl: 'postgresql://db/site' });
    const socket = 'postgres:///site?host=/run/postgresql&user=site';
    expect(storeOf(socket)).toEqual({ databaseUrl: socket });
    for (const mode of ['require', 'no-verify']) {
      expect(storeOf(`postgres://db/site?sslmode=${mode}`)).toBeDefined();
    }
  });

  it('never appears in a message', () => {
    const [problem] = getProblems({ DATABASE_URL: 'mysql://site:secret@db/site' });
    expect(problem).toMatch(/^DATABASE_URL cannot be used\. Write postgres:\/\/ with a host/);
    expect(problem).not.toContain('secret');
  });

  it('requires a host, a database, valid URL characters and a known TLS mode', () => {
    for (const url of [
      'postgres://user:pass@/site',
      'postgres://user:pass@db',
      'postgres://user:pass@db/',
      'postgres://user:pass@db/site/other',
      'postgres://user:pa#ss@db/site',
      'postgres://user:pa%ss@db/site',
      'postgres:db/site',
      'site',
      'postgres://db/site?sslmode=prefer',
      'postgres://db/site?sslmode=full',
    ]) {
      expect(getProblems({ DATABASE_URL: url })).toHaveLength(1);
    }
  });
});

describe('.env.example', () => {
  it('documents every setting with its default', () => {
    const example = parseEnv(readFileSync('.env.example', 'utf8')) as Record<string, string>;
    expect(Object.keys(example).sort()).toEqual(settingNames.toSorted());
    expect(parseSettings(example)).toEqual(parseSettings({}));
  });
});
