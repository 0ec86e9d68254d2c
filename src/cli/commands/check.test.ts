import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  receivedMs,
  runCommand,
  setUpCommands,
  toEmail,
  toWebhook,
} from '../../../tests/fixtures/command-line.ts';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { isOnPostgres, temporaryFolder } from '../../../tests/fixtures/temporary-store.ts';
import {
  resolveNamesToLoopback,
  startWebhookReceiver,
} from '../../../tests/fixtures/webhook-receiver.ts';
import { readSettings } from '../../config/settings.ts';
import { firm } from '../../content/firm.ts';
import { updateClock } from '../../maintenance/clock-jump.ts';
import { getChannels } from '../../notifications/create-senders.ts';
import { saveSharedValue } from '../../store/shared-values.ts';
import { statementFix } from '../../store/store-errors.ts';
import { toIso } from '../../text/format-time.ts';

const webhookTo = (url: URL | string) => ({ ...toWebhook, WEBHOOK_URL: String(url) });
const nobody = { WEBHOOK_URL: '', WEBHOOK_SECRET: '' };

/** Runs `check --json`. `found`: the results by name. */
async function runCheck(env: Record<string, string>, now?: number) {
  const { exitCode, stdout } = await runCommand(['check', '--json'], env, now);
  const { ok, checks } = JSON.parse(stdout) as {
    ok: boolean;
    checks: { name: string; result: string; detail: string; next?: string }[];
  };
  const found = Object.fromEntries(checks.map((check) => [check.name, check]));
  return { exitCode, ok, checks, found };
}

/**
 * Creates a store. `look` checks it with the given settings, which have no destination by default.
 */
async function setUp() {
  const { store, location, env } = await setUpCommands();
  const look = (settings: Record<string, string> = {}, time?: string) =>
    runCheck({ ...env, ...nobody, ...settings }, time ? Date.parse(time) : undefined);
  const print = (settings: Record<string, string>, ...options: string[]) =>
    runCommand(['check', ...options], { ...env, ...nobody, ...settings }, Date.now());
  return { store, location, env, look, print };
}

// Without a list of holidays, so that no test depends on when it ends.
beforeEach(() => void vi.spyOn(firm, 'holidays', 'get').mockReturnValue([]));
afterEach(() => void vi.restoreAllMocks());

describe('check', () => {
  it.each([
    ['Partnerships <team@firm.example>', 'warning'],
    ['Ann <ann@firm.example>, Ben <ben@firm.example>', undefined],
  ])(
    'warns that reminders reach no person, if the team has one address: %s',
    async (to, result) => {
      const { settings } = await startMailServer();
      const { look } = await setUp();
      const PUBLIC_URL = 'https://www.firm.example';
      const links = { PUBLIC_URL, LINK_SECRET: '0123456789abcdef'.repeat(2) };
      const { found } = await look({ ...settings, ...links, NOTIFY_TO: to });
      expect(found['team']?.result).toBe(result);
      const withoutLinks = await look({ ...settings, NOTIFY_TO: to });
      expect(withoutLinks.found['team']).toBeUndefined();
    },
  );

  it('names a misspelt setting', async () => {
    const { print } = await setUp();
    const { stdout } = await print({ NOTIFY_TOO: 'team@firm.example' });
    expect(stdout).toContain(
      'warning  settings    NOTIFY_TOO has no effect\n                     Write NOTIFY_TO, or remove it.\n',
    );
    expect(stdout).not.toContain('team@firm.example');
  });

  it('passes every check without sending anything', async () => {
    const mailServer = await startMailServer();
    const receiver = await startWebhookReceiver((response) => response.writeHead(405).end());
    const { print } = await setUp();
    const { exitCode, stdout, stderr } = await print({
      ...mailServer.settings,
      ...webhookTo(`${receiver.url}/secret-path`),
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const results = stdout.match(/^(ok|warning|failed) +\S+/gm);
    expect(results?.map((line) => line.replace(/ +/, ' '))).toEqual([
      ...['ok settings', 'ok e-mail', 'ok webhook', ...(isOnPostgres ? [] : ['ok disk'])],
      ...['ok store', 'ok deliveries', 'warning backup'],
    ]);
    expect(stdout).not.toContain('secret-path');
    expect(mailServer.mails).toEqual([]);
    expect(receiver.messages).toMatchObject([{ body: '', url: '/' }]);
  });

  it('fails if the mail server or webhook is unreachable, without printing secrets', async () => {
    const { address, settings, close } = await startMailServer();
    await close();
    const { print } = await setUp();
    const { exitCode, stdout, stderr } = await print({
      ...settings,
      SMTP_URL: `smtp://user:geheim@127.0.0.1:${address.port}`,
      ...webhookTo(`http://127.0.0.1:${address.port}/secret-path`),
    });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^failed +e-mail +127\.0\.0\.1:\d+ .*ECONNREFUSED\n +Check SMTP_URL/m);
    expect(stdout).toMatch(/^failed +webhook +127\.0\.0\.1:\d+ .*ECONNREFUSED\n +Check WEBHOOK/m);
    expect(stdout + stderr).not.toMatch(/geheim|secret-path|whsec/);
    expect(stderr).toContain(`2 checks failed. [CHECK_FAILED]`);
  });

  it('warns if the last verified backup is older than 26 hours, or if there is none', async () => {
    const { store, look } = await setUp();
    const lookAt = async (time: string) => (await look({}, time)).found['backup'];
    // Of systemd and of Compose.
    const next = expect.stringMatching(
      /journalctl -u website-backup.*docker compose logs backup/,
    ) as string;
    const none = { result: 'warning', detail: 'none yet', next };
    expect(await lookAt('2026-11-21T12:00:00Z')).toMatchObject(none);
    await saveSharedValue(store, 'last-backup', '2026-11-21T03:30:00.000Z');
    const detail = 'the last verified one is from 2026-11-21 03:30 UTC';
    expect(await lookAt('2026-11-22T05:30:00Z')).toEqual({ name: 'backup', result: 'ok', detail });
    expect(await lookAt('2026-11-22T05:30:01Z')).toMatchObject({ result: 'warning', detail });
  });

  it('warns if the holidays of the firm end within three months', async () => {
    const { look } = await setUp();
    const lookAt = async (time: string) => {
      const { exitCode, found } = await look({}, time);
      return [exitCode, found['holidays']];
    };
    vi.spyOn(firm, 'holidays', 'get').mockReturnValue(['2026-12-24', '2027-12-31']);
    expect(await lookAt('2027-10-02T00:00:00Z')).toEqual([0, undefined]);
    const warning = {
      name: 'holidays',
      result: 'warning',
      detail: expect.stringContaining('firm.holidays ends on 2027-12-31: ') as string,
      next: 'Add later ones to src/content/firm.ts, then build the site and restart the server.',
    };
    expect(await lookAt('2027-10-02T00:00:01Z')).toEqual([0, warning]);
  });

  it('warns if acknowledgements are used up, and says until when', async () => {
    const { store, look } = await setUp();
    const mailServer = await startMailServer();
    const on = { ...mailServer.settings, ACKNOWLEDGE: 'on' };
    const lookAt = async (time: string, settings = on) =>
      (await look(settings, time)).found['acknowledge'];
    const submit = (nth: number) => {
      const at = Date.parse('2026-11-21T12:00:00Z') + nth * 60_000;
      return storeInquiry(store, { email: `${nth}@a.example` }, { at, destinations: [inquirer] });
    };
    for (let nth = 0; nth < 49; nth += 1) await submit(nth);
    expect(await lookAt('2026-11-21T13:00:00Z')).toBeUndefined();
    await submit(49);
    await submit(50);
    expect(await lookAt('2026-11-22T11:59:59Z')).toEqual({
      name: 'acknowledge',
      result: 'warning',
      detail: 'used up: 50 in 24 hours; inquirers get none before 2026-11-22 12:00 UTC',
      next: 'See "inquiries list": in a flood, set ACKNOWLEDGE=off and restart the server. Inquiries still reach the team.',
    });
    const off = { ...on, ACKNOWLEDGE: 'off' };
    expect(await lookAt('2026-11-22T11:59:59Z', off)).toBeUndefined();
    expect(await lookAt('2026-11-22T12:00:00Z')).toBeUndefined();
  });

  it('says until when nothing expires after a jump of the clock', async () => {
    const { store, look } = await setUp();
    await updateClock(store, Date.parse('2026-11-21T12:00:00Z'));
    expect((await look({}, '2026-11-21T13:00:00Z')).found['clock']).toBeUndefined();
    expect((await look({}, '2028-07-01T00:00:00Z')).found['clock']).toMatchObject({
      result: 'warning',
      detail: 'it jumped by more than two days: no inquiry expires before 2028-07-02 00:00 UTC',
    });
  });

  it('warns of http to a public host, but not within a private network', async () => {
    const { url } = await startWebhookReceiver();
    resolveNamesToLoopback();
    const { look } = await setUp();
    const checkHost = async (host: string) =>
      (await look(webhookTo(`http://${host}:${url.port}/`))).found['webhook'];
    const next = 'Set WEBHOOK_URL to its https address.';
    expect(await checkHost('hooks.example.com')).toMatchObject({ result: 'warning', next });
    for (const host of ['127.0.0.1', 'localhost', 'receiver', 'hooks.internal', 'hooks.lan'])
      expect((await checkHost(host))?.result, host).toBe('ok');
  });

  it('warns that a webhook alone gets no reminders and digests, and succeeds', async () => {
    const { look } = await setUp();
    const { exitCode, found } = await look((await startWebhookReceiver()).settings);
    expect({ exitCode, ...found['settings'] }).toEqual({
      exitCode: 0,
      name: 'settings',
      result: 'warning',
      detail: 'the team is notified by webhook alone, without reminders and digests',
      next: 'Set SMTP_URL, MAIL_FROM and NOTIFY_TO, or let the receiver remind the team.',
    });
  });

  it('warns if nobody is notified, and succeeds', async () => {
    const { exitCode, ok, found } = await (await setUp()).look();
    expect({ exitCode, ok }).toEqual({ exitCode: 0, ok: true });
    expect(found['settings']?.result).toBe('warning');
    expect(found['settings']?.next).toContain('SMTP_URL');
  });

  it.each([
    ['failed', {}],
    [undefined, { TRUST_PROXY: '1' }],
    [undefined, { HOST: '0.0.0.0' }],
    [undefined, { RATE_LIMIT: 'off' }],
    [undefined, { PUBLIC_URL: 'http://localhost:3000' }],
  ])('is %s if TRUST_PROXY is 0 behind an https address, with %j', async (result, changes) => {
    const { look } = await setUp();
    const { exitCode, found } = await look({ PUBLIC_URL: 'https://www.example.com', ...changes });
    expect(exitCode).toBe(result ? 1 : 0);
    expect(found['proxy']?.result).toBe(result);
  });

  it.each<[string, (commands: Awaited<ReturnType<typeof setUp>>) => unknown, RegExp, string]>([
    [
      'cannot be written to',
      async ({ location }) => onTestFinished(await lockStore(location, ['secrets'])),
      /database is locked|lock timeout/,
      'Another program keeps the store locked: stop it.',
    ],
    [
      'lacks a table',
      ({ store }) => store.db.schema.dropTable('deliveries').execute(),
      /no such table: deliveries|"deliveries" does not exist/,
      'Stop the server and run "inquiries restore FILE" with the last backup, as "Restore" in docs/operate.md says: it keeps newer inquiries.',
    ],
    [
      'lacks a column',
      ({ store }) => sql`alter table deliveries rename column state to phase`.execute(store.db),
      /^A statement failed \(.*column:? .*state/,
      statementFix,
    ],
  ])('explains that a store %s', async (_, damage, reason, next) => {
    const commands = await setUp();
    await damage(commands);
    const { exitCode, checks, found } = await commands.look();
    const names = ['settings', ...(isOnPostgres ? [] : ['disk']), 'store'];
    expect(checks.map(({ name }) => name)).toEqual(names);
    const failed = { result: 'failed', detail: expect.stringMatching(reason) as string, next };
    expect({ exitCode, ...found['store'] }).toEqual({ exitCode: 1, name: 'store', ...failed });
  });

  it('fails without a store and lists every invalid setting', async () => {
    const missing = await runCheck({ DATA_DIR: temporaryFolder() });
    const store = { result: 'failed' };
    expect(missing).toMatchObject({ exitCode: 1, ok: false, found: { store } });
    const bad = await runCheck({ PORT: 'x', HOST: '?' });
    expect(bad.exitCode).toBe(1);
    expect(bad.checks.map(({ name }) => name)).toEqual(['settings', 'settings']);
  });
});

it.each([
  ['email', 'SMTP 550 5.7.26 (EMESSAGE)', /SPF and DKIM/],
  ['email', 'SMTP 550 5.7.515 (EMESSAGE)', /SPF and DKIM/],
  ['email', 'SMTP 421 4.7.30 (EMESSAGE)', /SPF and DKIM/],
  ['email', 'SMTP 535 5.7.139 (EAUTH)', /takes no passwords/],
  ['email', 'SMTP 421 4.7.0 (ECONNECTION)', /set PUBLIC_URL/],
  ['email', 'SMTP 554 (EPROTOCOL)', /set PUBLIC_URL/],
  ['email', 'SMTP 535 5.7.8 (EAUTH)', /^Check SMTP_URL/],
  ['email', 'ETIMEDOUT', /^Check SMTP_URL/],
  ['webhook', 'HTTP 401', /WEBHOOK_SECRET/],
  ['webhook', 'HTTP 400', /wants something else .*docs\/reference\.md/],
  ['webhook', 'HTTP 404', /^Correct WEBHOOK_URL/],
  ['webhook', 'HTTP 308', /redirects/],
  ['webhook', 'HTTP 502', /its log/],
  ['webhook', 'DEPTH_ZERO_SELF_SIGNED_CERT', /certificate/],
  ['webhook', 'ECONNREFUSED', /^Check WEBHOOK_URL/],
])('advises on an error of %s: %s', (destination, error, advice) => {
  const read = readSettings({ ...toEmail, ...toWebhook });
  const channels = read.ok ? getChannels(read.settings) : [];
  const channel = channels.find((one) => one.destination === destination);
  expect(channel?.getAdvice(error)).toMatch(advice);
});

describe('check --send', () => {
  it('sends a test e-mail to the team and a signed test event, past the outbox', async () => {
    const mailServer = await startMailServer();
    const { messages, settings: toPrograms } = await startWebhookReceiver();
    const { env } = await setUp();
    const settings = {
      ...mailServer.settings,
      NOTIFY_TO: 'ada@example.com, bob@example.com',
      ESCALATE_TO: 'cyd@example.com',
      ...toPrograms,
    };
    const now = Date.now();
    const { stdout } = await runCommand(['check', '--send'], { ...env, ...settings }, now);
    const to = ['ada@example.com', 'bob@example.com', 'cyd@example.com'];
    expect(stdout).toMatch(new RegExp(`^ok +test e-mail +accepted for ${to.join(', ')}$`, 'm'));
    expect(stdout).toMatch(/^ok +test event +accepted by the webhook$/m);
    expect(mailServer.mails).toMatchObject([{ to }]);
    expect(mailServer.mails[0]?.read.subject).toMatch(/^Inquiry: Test Message, /);
    // The first message checks the connection.
    const [, { body, headers } = { body: '', headers: {} }] = messages;
    const event = new Webhook(toWebhook.WEBHOOK_SECRET).verify(
      body,
      headers as Record<string, string>,
    );
    expect(event).toEqual({ type: 'test', timestamp: new Date(now).toISOString(), data: {} });
    expect((await runCommand(['deliveries', '--json'], env)).stdout).toBe('[]\n');
  });

  it('shows the beginning of the answer of a webhook that wants another format', async () => {
    const answer = `{"error":"no_text","hint":"${'x'.repeat(300)}"}`;
    const receiver = await startWebhookReceiver((response) => response.writeHead(400).end(answer));
    const { print } = await setUp();
    const { stdout } = await print(receiver.settings, '--send');
    expect(stdout).toContain(
      `not accepted: HTTP 400, with the response: ${answer.slice(0, 200)}\n`,
    );
  });

  it('reports errors with advice, and a recipient that is refused', async () => {
    const mailServer = await startMailServer({
      onRcptTo: ({ address }, _session, callback) =>
        callback(address.startsWith('ada') ? null : new Error('Relaying denied')),
    });
    const receiver = await startWebhookReceiver((response) => response.writeHead(401).end());
    const { print } = await setUp();
    const all = { ...mailServer.settings, ...receiver.settings };
    const bob = { ...all, NOTIFY_TO: 'bob@example.com' };
    const { exitCode, stdout } = await print(bob, '--send');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^failed +test e-mail not accepted: SMTP 550 .*\n +Check SMTP_URL, MAIL_FROM/m,
    );
    expect(stdout).toMatch(/^failed +test event +not accepted: HTTP 401\n +The receiver does not/m);
    const NOTIFY_TO = 'ada@example.com, bob@example.com';
    expect((await print({ ...all, NOTIFY_TO }, '--send')).stdout).toMatch(
      /^warning +test e-mail refused for bob@example\.com: SMTP 550\n +Correct NOTI/m,
    );
  });
});

describe('check of deliveries that were attempted once', () => {
  const minute = 60_000;
  const nextAttemptAt = new Date(receivedMs + 120 * minute).toISOString();
  const ok = ['ok: none overdue or failed'];
  const isWaiting = (result: string) =>
    ['email', 'inquirer', 'webhook'].map(
      (name) => `${result}: waiting for ${name} since 2026-11-21 12:00 UTC: 1`,
    );
  const isGivenUp = [
    'failed: failed deliveries to email: 1',
    'warning: failed deliveries to inquirer: 1',
    'failed: failed deliveries to webhook: 1',
  ];

  it.each<[string, ms: number, changes: object, settings: Record<string, string>, string[]]>([
    ['waited for less than 5 minutes', 5 * minute - 1, { nextAttemptAt }, {}, ok],
    ['waited for 5 minutes', 5 * minute, { nextAttemptAt }, {}, isWaiting('warning')],
    ['waited for an hour', 60 * minute, { nextAttemptAt }, {}, isWaiting('warning')],
    ['waited for longer', 60 * minute + 1, { nextAttemptAt }, {}, isWaiting('failed')],
    ['were given up', 0, { state: 'failed' }, {}, isGivenUp],
    ['were given up, without webhook', 0, { state: 'failed' }, nobody, isGivenUp.slice(0, 2)],
  ])('tells of those that %s', async (_, ms, changes, settings, expected) => {
    const { store, env } = await setUp();
    await storeInquiry(store, {}, { at: receivedMs, destinations: [email, webhook, inquirer] });
    const firstAttemptAt = toIso(receivedMs);
    const attempted = { attempts: 1, firstAttemptAt, ...changes };
    await store.db.updateTable('deliveries').set(attempted).execute();
    const { checks } = await runCheck(
      {
        ...{ ...env, ...(await startWebhookReceiver()).settings, ACKNOWLEDGE: 'on' },
        ...{ ...(await startMailServer()).settings, ...settings },
      },
      receivedMs + ms,
    );
    const found = checks.filter(({ name }) => name === 'deliveries');
    expect(found.map(({ result, detail }) => `${result}: ${detail}`)).toEqual(expected);
  });
});
