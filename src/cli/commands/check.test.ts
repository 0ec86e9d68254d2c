import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createTestStore, receivedMs, runCommand } from '../../../tests/fixtures/command-line.ts';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  isOnPostgres,
  settingsFor,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import {
  resolveNamesToLoopback,
  startWebhookReceiver,
} from '../../../tests/fixtures/webhook-receiver.ts';
import { saveLastBackup } from '../../store/shared-values.ts';
import type { Destination } from '../../store/tables.ts';

const secret = `whsec_${'A'.repeat(32)}`;
const mailTo = (port: number, NOTIFY_TO = 'team@example.com') => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'website@example.com',
  NOTIFY_TO,
});
const nobody = { WEBHOOK_URL: '', WEBHOOK_SECRET: '' };

/** Runs `check --json`; `found` holds the results by name. */
async function look(env: Record<string, string>, now?: number) {
  const { exitCode, stdout } = await runCommand(['check', '--json'], env, now);
  const { ok, checks } = JSON.parse(stdout) as {
    ok: boolean;
    checks: { name: string; result: string; detail: string; next?: string }[];
  };
  return {
    exitCode,
    ok,
    checks,
    found: Object.fromEntries(checks.map((check) => [check.name, check])),
  };
}

describe('check', () => {
  it('passes every check without sending anything', async () => {
    const mailServer = await startMailServer();
    const receiver = await startWebhookReceiver((response) => response.writeHead(405).end());
    const env = {
      ...(await createTestStore({ receivedAt: '2026-01-05T12:00:00Z' })),
      ...mailTo(mailServer.address.port),
      WEBHOOK_URL: `${receiver.url}/secret-path`,
      WEBHOOK_SECRET: secret,
    };
    const { exitCode, stdout, stderr } = await runCommand(['check'], env, Date.now());
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const results = stdout.match(/^(ok|warning|failed|skipped) +\S+/gm);
    expect(results?.map((line) => line.replace(/ +/, ' '))).toEqual([
      'ok settings',
      'ok e-mail',
      'ok webhook',
      ...(isOnPostgres ? [] : ['ok disk']),
      'ok store',
      'ok deliveries',
      'warning backup',
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
      ...mailTo(mailServer.address.port),
      SMTP_URL: `smtp://user:geheim@127.0.0.1:${mailServer.address.port}`,
      WEBHOOK_URL: `http://127.0.0.1:${mailServer.address.port}/secret-path`,
      WEBHOOK_SECRET: secret,
    };
    const { exitCode, stdout, stderr } = await runCommand(['check'], env);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^failed +e-mail +127\.0\.0\.1:\d+ .*ECONNREFUSED\n +Check host/m);
    expect(stdout).toMatch(/^failed +webhook +127\.0\.0\.1:\d+ .*ECONNREFUSED\n +Check WEBHOOK/m);
    expect(stdout + stderr).not.toMatch(/geheim|secret-path|whsec/);
    expect(stderr).toContain(`2 checks failed. [CHECK_FAILED]`);
  });

  it('warns if the last verified backup is older than 26 hours, or if there is none', async () => {
    const { store, location } = await temporaryStore();
    const lookAt = async (now: string) =>
      (await look({ ...settingsFor(location), ...nobody }, Date.parse(now))).found['backup'];
    expect(await lookAt('2026-11-21T12:00:00Z')).toMatchObject({
      result: 'warning',
      detail: 'none yet',
    });
    await saveLastBackup(store, '2026-11-21T03:30:00.000Z');
    const detail = 'the last verified one is from 2026-11-21 03:30 UTC';
    expect(await lookAt('2026-11-22T05:30:00Z')).toEqual({ name: 'backup', result: 'ok', detail });
    expect(await lookAt('2026-11-22T05:30:01Z')).toMatchObject({ result: 'warning', detail });
  });

  it('warns of http to a public host, but not within a private network', async () => {
    const { messages, url } = await startWebhookReceiver();
    resolveNamesToLoopback();
    const env = { ...(await createTestStore({})), WEBHOOK_SECRET: secret };
    const checkHost = async (host: string) => {
      const { found } = await look({ ...env, WEBHOOK_URL: `http://${host}:${url.port}/` });
      return found['webhook'];
    };
    expect(await checkHost('hooks.example.com')).toMatchObject({
      result: 'warning',
      next: 'Set WEBHOOK_URL to its https address.',
    });
    for (const host of ['127.0.0.1', 'localhost', 'receiver', 'hooks.internal', 'hooks.lan']) {
      expect(await checkHost(host)).toMatchObject({ result: 'ok' });
    }
    expect(messages.every(({ body }) => body === '')).toBe(true);
  });

  it('warns if nobody is notified, and succeeds', async () => {
    const { exitCode, ok, found } = await look({ ...(await createTestStore({})), ...nobody });
    expect({ exitCode, ok }).toEqual({ exitCode: 0, ok: true });
    expect(found['settings']).toMatchObject({
      result: 'warning',
      next: expect.stringContaining('SMTP_URL'),
    });
    expect(found['store']?.detail).toBe('readable and writable');
    expect(found['disk']?.result).toBe(isOnPostgres ? undefined : 'ok');
  });

  it('fails if TRUST_PROXY does not count the proxy in front of a server with an https address', async () => {
    const env = {
      ...(await createTestStore({})),
      ...nobody,
      PUBLIC_URL: 'https://www.example.com',
    };
    const { exitCode, found } = await look(env);
    expect(exitCode).toBe(1);
    expect(found['proxy']).toMatchObject({ result: 'failed' });
    expect(found['proxy']?.next).toContain('Set TRUST_PROXY to the number of proxies');
    for (const fix of [
      { TRUST_PROXY: '1' },
      { HOST: '0.0.0.0' },
      { RATE_LIMIT: 'off' },
      { PUBLIC_URL: 'http://localhost:3000' },
    ]) {
      expect((await look({ ...env, ...fix })).found['proxy']).toBe(undefined);
    }
  });

  it('fails without a store and lists every invalid setting', async () => {
    const missing = await look({ DATA_DIR: temporaryFolder() });
    expect(missing).toMatchObject({ exitCode: 1, ok: false });
    expect(missing.found['store']).toMatchObject({ result: 'failed' });
    const bad = await runCommand(['check'], { PORT: 'x', HOST: '?' });
    expect(bad.stdout.match(/^failed +settings/gm)).toHaveLength(2);
    expect(bad.exitCode).toBe(1);
  });
});

describe('check --send', () => {
  it('sends a test e-mail to the team and a signed test event, past the outbox', async () => {
    const mailServer = await startMailServer();
    const { messages, url } = await startWebhookReceiver();
    const env = {
      ...(await createTestStore({})),
      ...mailTo(mailServer.address.port, 'ada@example.com, bob@example.com'),
      ESCALATE_TO: 'cyd@example.com',
      WEBHOOK_URL: String(url),
      WEBHOOK_SECRET: secret,
    };
    const now = Date.now();
    const { stdout } = await runCommand(['check', '--send'], env, now);
    const to = ['ada@example.com', 'bob@example.com', 'cyd@example.com'];
    expect(stdout).toMatch(new RegExp(`^ok +test e-mail +accepted for ${to.join(', ')}$`, 'm'));
    expect(stdout).toMatch(/^ok +test event +accepted by the webhook$/m);
    expect(mailServer.mails.map(({ to, read }) => ({ to, subject: read.subject }))).toEqual([
      { to, subject: 'Test: email from the website' },
    ]);
    const [, event] = messages;
    expect(messages).toHaveLength(2);
    const timestamp = new Date(now).toISOString();
    expect(
      new Webhook(secret).verify(event?.body ?? '', event?.headers as Record<string, string>),
    ).toEqual({ type: 'test', timestamp, data: {} });
    expect((await runCommand(['deliveries', '--json'], env)).stdout).toBe('[]\n');
  });

  it('reports errors with advice', async () => {
    const mailServer = await startMailServer({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('Relaying denied'), { responseCode: 550 })),
    });
    const { url } = await startWebhookReceiver((response) => response.writeHead(401).end());
    const env = {
      ...(await createTestStore({})),
      ...mailTo(mailServer.address.port),
      WEBHOOK_URL: String(url),
      WEBHOOK_SECRET: secret,
    };
    const { exitCode, stdout } = await runCommand(['check', '--send'], env);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^failed +test e-mail not accepted: SMTP 550 .*\n +Correct MAIL_FROM/m);
    expect(stdout).toMatch(/^failed +test event +not accepted: HTTP 401\n +Give the receiver/m);
  });

  it('reports a recipient that is refused', async () => {
    const mailServer = await startMailServer({
      onRcptTo: ({ address }, _session, callback) =>
        callback(address.startsWith('bob') ? new Error('Unknown') : null),
    });
    const env = {
      ...(await createTestStore({})),
      ...nobody,
      ...mailTo(mailServer.address.port, 'ada@example.com, bob@example.com'),
    };
    const { stdout } = await runCommand(['check', '--send'], env);
    expect(stdout).toMatch(
      /^warning +test e-mail refused for bob@example\.com: SMTP 550 \(EENVELOPE\)\n +Correct NOTI/m,
    );
  });
});

describe('check of deliveries', () => {
  const minute = 60_000;

  /** Stores an inquiry whose deliveries were attempted once. */
  async function setUp(destinations: readonly Destination[] = [email, webhook, inquirer]) {
    const { store, location } = await temporaryStore();
    const mailServer = await startMailServer();
    await storeInquiry(store, {}, { at: receivedMs, destinations });
    const attempted = { attempts: 1, firstAttemptAt: new Date(receivedMs).toISOString() };
    const update = (changes: object) =>
      store.db
        .updateTable('deliveries')
        .set({ ...attempted, ...changes })
        .execute();
    const env = {
      ...settingsFor(location),
      ...(await localWebhook()),
      ...mailTo(mailServer.address.port),
      ACKNOWLEDGE: 'on',
    };
    const resultsAt = async (now: number, changes: Record<string, string> = {}) => {
      const { checks } = await look({ ...env, ...changes }, now);
      return checks.filter(({ name }) => name === 'deliveries');
    };
    return { store, update, resultsAt, env };
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

  it('reports a waiting acknowledgement, and warns if acknowledgements are off', async () => {
    const { resultsAt } = await setUp([inquirer]);
    expect(await resultsAt(receivedMs + 1000)).toMatchObject([{ result: 'ok' }]);
    expect(await resultsAt(receivedMs + 10 * minute)).toMatchObject([
      {
        detail: 'waiting for inquirer since 2026-11-21 12:00 UTC: 1',
        next: expect.stringContaining('Check that the server runs') as string,
      },
    ]);
    expect(await resultsAt(receivedMs + 1000, { ACKNOWLEDGE: 'off' })).toMatchObject([
      { detail: 'waiting for inquirer, which is not configured: 1' },
    ]);
  });
});

/** Makes every host name resolve to this address until the test ends. */
async function localWebhook() {
  const { url } = await startWebhookReceiver();
  return { WEBHOOK_URL: String(url), WEBHOOK_SECRET: secret };
}
