import { describe, expect, it } from 'vitest';
import { createTestStore, receivedMs, runCommand } from '../../../tests/fixtures/command-line.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import {
  isOnPostgres,
  settingsFor,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../../../tests/fixtures/webhook-receiver.ts';
import { submitInquiry } from '../../http/contact/submit-inquiry.ts';
import { checkClock } from './check.ts';

const secret = `whsec_${'A'.repeat(32)}`;
const nobody = { WEBHOOK_URL: '', WEBHOOK_SECRET: '' };

/** Runs `check --json`; `found` holds the results by name. */
async function look(env: Record<string, string>, now?: number) {
  const { exitCode, stdout } = await runCommand(['check', '--json'], env, now);
  const { ok, checks } = JSON.parse(stdout) as {
    ok: boolean;
    checks: { name: string; result: string; detail: string; next?: string }[];
  };
  return { exitCode, ok, found: Object.fromEntries(checks.map((check) => [check.name, check])) };
}

describe('check', () => {
  it('passes every check without sending anything', async () => {
    const mailServer = await startMailServer();
    const receiver = await startWebhookReceiver((response) => response.writeHead(405).end());
    const env = {
      ...(await createTestStore({ receivedAt: '2026-01-05T12:00:00Z' })),
      SMTP_URL: `smtp://127.0.0.1:${mailServer.address.port}`,
      MAIL_FROM: 'website@example.com',
      NOTIFY_TO: 'team@example.com',
      WEBHOOK_URL: `${receiver.url}/secret-path`,
      WEBHOOK_SECRET: secret,
    };
    const { exitCode, stdout, stderr } = await runCommand(['check'], env, Date.now());
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const results = stdout.match(/^(ok|warning|failed) +\S+/gm);
    expect(results?.map((line) => line.replace(/ +/, ' '))).toEqual([
      'ok settings',
      'ok e-mail',
      'ok webhook',
      'ok store',
      // PostgreSQL manages its own files.
      ...(isOnPostgres ? [] : ['ok integrity', 'ok disk']),
      'ok deliveries',
      'ok clock',
    ]);
    expect(stdout).not.toContain('secret-path');
    expect(mailServer.mails).toEqual([]);
    expect(receiver.messages.map(({ body, url }) => ({ body, url }))).toEqual([
      { body: '', url: '/' },
    ]);
  });

  it('fails if the mail server or webhook is unreachable, without printing secrets', async () => {
    const mailServer = await startMailServer();
    await mailServer.close();
    const env = {
      ...(await createTestStore({})),
      SMTP_URL: `smtp://user:geheim@127.0.0.1:${mailServer.address.port}`,
      MAIL_FROM: 'website@example.com',
      NOTIFY_TO: 'team@example.com',
      WEBHOOK_URL: `http://127.0.0.1:${mailServer.address.port}/secret-path`,
      WEBHOOK_SECRET: secret,
    };
    const { exitCode, stdout, stderr } = await runCommand(['check'], env);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^failed +e-mail +127\.0\.0\.1:\d+ .*ECONNREFUSED\n +Check host/m);
    expect(stdout).toMatch(/^failed +webhook +127\.0\.0\.1:\d+ .*ECONNREFUSED\n +Check WEBHOOK/m);
    expect(stdout + stderr).not.toMatch(/geheim|secret-path|whsec/);
    expect(stderr).toContain('2 checks failed. [CHECK_FAILED]');
  });

  it('fails if the mail server rejects the sign-in', async () => {
    const { address } = await startMailServer({
      authOptional: false,
      onAuth: (_auth, _session, callback) => callback(new Error('No such user')),
    });
    const { found } = await look({
      ...(await createTestStore({})),
      ...nobody,
      SMTP_URL: `smtp://user:geheim@127.0.0.1:${address.port}`,
      MAIL_FROM: 'website@example.com',
      NOTIFY_TO: 'team@example.com',
    });
    expect(found['e-mail']).toMatchObject({ result: 'failed' });
    expect(found['e-mail']?.detail).toContain('SMTP 535');
  });

  it('warns if nobody is notified, and succeeds', async () => {
    const { exitCode, ok, found } = await look({ ...(await createTestStore({})), ...nobody });
    expect({ exitCode, ok }).toEqual({ exitCode: 0, ok: true });
    expect(found['settings']).toMatchObject({
      result: 'warning',
      next: expect.stringContaining('SMTP_URL'),
    });
    expect(found['store']?.detail).toMatch(/tables at \d{4}-/);
    expect(found['integrity']?.result).toBe(isOnPostgres ? undefined : 'ok');
  });

  it('fails without a store and lists every invalid setting', async () => {
    const missing = await look({ DATA_DIR: temporaryFolder() });
    expect(missing).toMatchObject({ exitCode: 1, ok: false });
    expect(missing.found['store']).toMatchObject({ result: 'failed' });
    const bad = await runCommand(['check'], { PORT: 'x', HOST: '?' });
    expect(bad.stdout.match(/^failed +settings/gm)).toHaveLength(2);
    expect(bad.exitCode).toBe(1);
  });

  it('warns about an inquiry from the future', async () => {
    const env = { ...(await createTestStore({})), ...nobody };
    const { found } = await look(env, receivedMs - 60_000);
    expect(found['clock']).toMatchObject({ result: 'warning' });
  });

  it('distinguishes deliveries that wait for a server from those that lack a setting', async () => {
    const env = await createTestStore({});
    const { WEBHOOK_SECRET, WEBHOOK_URL } = await localWebhook();
    await runCommand(['redeliver', (await firstId(env)) ?? ''], env);
    const late = receivedMs + 10 * 60_000;
    const set = await look({ ...env, WEBHOOK_URL, WEBHOOK_SECRET }, late);
    expect(set.found['deliveries']).toMatchObject({
      result: 'warning',
      detail: 'waiting for webhook since 2026-11-21 12:00 UTC: 1',
    });
    const unset = await look({ ...env, ...nobody }, receivedMs);
    expect(unset.found['deliveries']?.detail).toBe(
      'waiting for webhook, which is not configured: 1',
    );
  });
});

describe('check of deliveries', () => {
  const minute = 60_000;

  /** Stores an inquiry whose deliveries were attempted once. */
  async function setUp() {
    const { store, location } = await temporaryStore();
    const mailServer = await startMailServer();
    const clock = () => receivedMs;
    const destinations = ['email', 'webhook', 'inquirer'] as const;
    await submitInquiry({ store, clock, destinations }, sampleInquiry);
    const attempted = { attempts: 1, firstAttemptAt: new Date(receivedMs).toISOString() };
    const update = (changes: object) =>
      store.db
        .updateTable('deliveries')
        .set({ ...attempted, ...changes })
        .execute();
    const env = {
      ...settingsFor(location),
      ...(await localWebhook()),
      SMTP_URL: `smtp://127.0.0.1:${mailServer.address.port}`,
      MAIL_FROM: 'website@example.com',
      NOTIFY_TO: 'team@example.com',
      ACKNOWLEDGE: 'on',
    };
    const resultsAt = async (now: number, changes: Record<string, string> = {}) => {
      const { stdout } = await runCommand(['check', '--json'], { ...env, ...changes }, now);
      const { checks } = JSON.parse(stdout) as {
        checks: { name: string; result: string; detail: string; next: string }[];
      };
      return checks.filter(({ name }) => name === 'deliveries');
    };
    return { update, resultsAt, env };
  }

  it('measures the wait from the first attempt, not the next one', async () => {
    const { update, resultsAt, env } = await setUp();
    const now = receivedMs + 61 * minute;
    await update({ nextAttemptAt: new Date(now + 59 * minute).toISOString() });
    expect(await resultsAt(receivedMs + 4 * minute)).toMatchObject([{ result: 'ok' }]);
    const warnings = await resultsAt(receivedMs + 60 * minute);
    expect(warnings.map(({ result }) => result)).toEqual(['warning', 'warning', 'warning']);
    expect((await resultsAt(now)).map(({ result, detail }) => `${result}: ${detail}`)).toEqual([
      'failed: waiting for email since 2026-11-21 12:00 UTC: 1',
      'failed: waiting for inquirer since 2026-11-21 12:00 UTC: 1',
      'failed: waiting for webhook since 2026-11-21 12:00 UTC: 1',
    ]);
    expect((await runCommand(['check'], env, now)).exitCode).toBe(1);
  });

  it('fails if deliveries to the team were given up, and warns about those to inquirers', async () => {
    const { update, resultsAt } = await setUp();
    await update({ state: 'failed' });
    const given = await resultsAt(receivedMs);
    expect(given.map(({ result, detail }) => `${result}: ${detail}`)).toEqual([
      'failed: failed deliveries to email: 1',
      'warning: failed deliveries to inquirer: 1',
      'failed: failed deliveries to webhook: 1',
    ]);
    for (const command of ['deliveries', 'redeliver', 'dismiss']) {
      expect(given[0]?.next).toContain(`"inquiries ${command} --failed"`);
    }
    const unset = await resultsAt(receivedMs, nobody);
    expect(unset.map(({ result }) => result)).toEqual(['failed', 'warning', 'warning']);
  });
});

describe('check with acknowledgements', () => {
  it('reports a waiting acknowledgement, and warns if acknowledgements are off', async () => {
    const mailServer = await startMailServer();
    const { store, location } = await temporaryStore();
    const clock = () => receivedMs;
    await submitInquiry({ store, clock, destinations: ['inquirer'] }, sampleInquiry);
    const env = {
      ...settingsFor(location),
      ...nobody,
      SMTP_URL: `smtp://127.0.0.1:${mailServer.address.port}`,
      MAIL_FROM: 'website@example.com',
      NOTIFY_TO: 'team@example.com',
    };
    const on = { ...env, ACKNOWLEDGE: 'on' };
    const fresh = await look(on, receivedMs + 1000);
    expect(fresh.found['deliveries']).toMatchObject({ result: 'ok' });
    expect(fresh.found['settings']?.detail).toBe('complete; the team is notified by email');
    const late = await look(on, receivedMs + 10 * 60_000);
    expect(late.found['deliveries']).toMatchObject({
      detail: 'waiting for inquirer since 2026-11-21 12:00 UTC: 1',
      next: expect.stringContaining('Check that the server runs'),
    });
    const off = await look(env, receivedMs + 1000);
    expect(off.found['deliveries']?.detail).toBe(
      'waiting for inquirer, which is not configured: 1',
    );
  });
});

async function localWebhook() {
  const { url } = await startWebhookReceiver();
  return { WEBHOOK_URL: String(url), WEBHOOK_SECRET: secret };
}

async function firstId(env: Record<string, string>) {
  const { stdout } = await runCommand(['list', '--json'], env);
  return (JSON.parse(stdout) as { id: string }[])[0]?.id;
}

describe('checkClock', () => {
  const look = (aheadMs: number) => checkClock({ now: 0, newestArrival: undefined, aheadMs });

  it('compares the clock with that of the webhook host', () => {
    expect(look(30_000)).toMatchObject({ result: 'ok' });
    expect(look(-31_000)).toMatchObject({
      result: 'warning',
      detail: expect.stringMatching(/^31 s ahead of/),
    });
    expect(look(301_000)).toMatchObject({
      result: 'failed',
      detail: expect.stringMatching(/^301 s behind/),
    });
  });
});
