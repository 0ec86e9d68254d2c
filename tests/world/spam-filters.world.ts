import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { administrator, firm } from '../../src/content/firm.ts';
import { mails } from '../../src/content/mails.ts';
import type { StoredInquiry } from '../../src/inquiry/stored-inquiry.ts';
import type { MailedInquiry } from '../../src/notifications/email/describe-inquiry.ts';
import type { DigestContents } from '../../src/notifications/messages/digest-contents.ts';
import type { MailNotification } from '../../src/notifications/messages/message.ts';
import { composeMail, type MailOptions } from '../../src/notifications/smtp/compose-mail.ts';
import { hourMs, toIso } from '../../src/text/format-time.ts';
import { freePort } from '../../tools/start-server.ts';
import { isInstalled, startProgram } from '../fixtures/installed-programs.ts';
import { createNotification, signLinks } from '../fixtures/notification-fixture.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const now = Date.now();
const at = toIso(now - 20 * hourMs);
const id = '01a1fd11-5a89-78ff-b898-08a7c7dde223';
const inquiry: StoredInquiry = { id, receivedAt: at, status: 'new', ...sampleInquiry };
const mailed: MailedInquiry = { inquiry, isUnreachable: false };
const due = { kind: 'review', at: toIso(now + 4 * hourMs) } as const;
const list = { count: 3, first: [1, 2, 3].map(() => ({ ...mailed, due })) };
const digest: DigestContents = {
  day: at.slice(0, 10),
  late: list,
  upcoming: list,
  dueToday: 3,
  suspected: { count: 0, first: [], until: at },
  nextDay: at.slice(0, 10),
  escalated: list,
  lastWeek: {
    received: 12,
    onTime: 9,
    late: 1,
    waiting: 2,
    onTimeShare: 0.9,
    responseOnTimeShare: 1,
    lateWhileClosed: 0,
    outcomes: { qualified: 1, responded: 0, declined: 1, spam: 0, open: 10 },
    weeks: [],
  },
  markedSpam: { count: 0, first: [] },
  backupAgeDays: undefined,
  notDelivered: [],
  unconfigured: [],
  refused: 0,
};

/** Sender and recipients share a domain, as documented. */
const options: MailOptions = {
  from: { name: 'Website', address: 'website@aldermere.example' },
  to: [{ name: '', address: 'partnerships@aldermere.example' }],
  escalateTo: [{ name: '', address: 'board@aldermere.example' }],
  clock: () => now,
  firm: { ...firm, administrator, mails },
  links: signLinks,
};

const newInquiry = createNotification('received', { ...mailed, earlier: [inquiry] });
const notifications: MailNotification[] = [
  newInquiry,
  createNotification('acknowledgement', mailed),
  createNotification('not-acknowledged', { inquiry, isUnreachable: true }),
  createNotification('review-soon', { ...mailed, due }),
  createNotification('response-late', { ...mailed, due: { ...due, kind: 'response' } }),
  createNotification('changed', {
    ...mailed,
    change: { at, status: 'reviewed', by: 'Ada', note: 'Fits. Call her.' },
    number: 1,
    before: { status: 'new' },
    assignee: undefined,
    later: [],
  }),
  createNotification('digest', digest),
  createNotification('escalation', digest),
  createNotification('flood-digest', {
    added: { count: 9, first: [mailed, mailed, mailed] },
    due: { day: digest.day, nextDay: digest.nextDay, late: 3, today: 3, later: 0 },
    suspectedCount: 0,
    notDelivered: [],
    backupAgeDays: undefined,
  }),
  createNotification('test', { sentAt: at }),
];

/** Composes a message as a relay of the firm hands it to the mailbox provider. */
async function createMessage(notification: MailNotification, changes: Partial<MailOptions> = {}) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const mail = composeMail(notification, { ...options, ...changes });
  const { message, envelope } = await transport.sendMail(mail);
  const received =
    'Received: from www.aldermere.example (www.aldermere.example [93.184.215.10])\r\n' +
    `\tby relay.aldermere.example with ESMTPS; ${new Date(now).toUTCString().replace('GMT', '+0000')}\r\n`;
  return { source: `${received}${String(message)}`, envelope };
}

describe.skipIf(!isInstalled('rspamd'))('rspamd', () => {
  it('gives no kind of e-mail a score of 4, but one whose replies go elsewhere', async () => {
    const scan = await startRspamd();
    const scores: Record<string, number> = {};
    for (const notification of notifications) {
      const { kind } = notification.message;
      const { score, symbols } = await scan(await createMessage(notification));
      scores[kind] = score;
      expect(score, `${kind}: ${symbols}`).toBeLessThan(4);
    }
    // As an inquiry, or it would prove nothing.
    expect(scores['test']).toBeCloseTo(scores['received'] ?? 0, 0);
    const forHelpDesk = await createMessage(newInquiry, { replyTo: 'inquirer' });
    expect((await scan(forHelpDesk)).symbols).toContain('SPOOF_REPLYTO');
  });
});

describe.skipIf(!isInstalled('spamassassin'))('SpamAssassin', () => {
  it.each(notifications)('gives an e-mail a score of at most 1: $message.kind', async (one) => {
    const { source } = await createMessage(one);
    const report = execFileSync('spamassassin', ['--local', '--test-mode'], {
      input: source,
      env: { ...process.env, HOME: temporaryFolder() },
    }).toString();
    const [, score, tests] =
      /^X-Spam-Status: .*?score=(\S+) required=\S+ tests=(\S*(?:\s+\S+,?)*?)\s+autolearn/m.exec(
        report,
      ) ?? [];
    expect(Number(score), tests).toBeLessThanOrEqual(1);
  });
});

/** Starts rspamd with its default rules, apart from those that ask other servers. */
async function startRspamd() {
  const folder = temporaryFolder();
  const port = await freePort();
  const local = path.join(folder, 'local.d');
  mkdirSync(local);
  writeFileSync(
    path.join(local, 'options.inc'),
    'dns { nameserver = ["127.0.0.1:1"]; timeout = 0.1s; retransmits = 1; }\n',
  );
  const asking = ['asn', 'fuzzy_check', 'hfilter', 'rbl', 'surbl', 'phishing', 'rspamd_update'];
  for (const module of asking)
    writeFileSync(path.join(local, `${module}.conf`), 'enabled = false;\n');
  const config = path.join(folder, 'rspamd.conf');
  writeFileSync(
    config,
    `.include "$CONFDIR/common.conf"
options {
  pidfile = "$RUNDIR/rspamd.pid";
  .include "$CONFDIR/options.inc"
  .include(priority=1,duplicate=merge) "$LOCAL_CONFDIR/local.d/options.inc"
}
logging { type = "console"; level = "warning"; }
worker "normal" { bind_socket = "127.0.0.1:${port}"; count = 1; }
`,
  );
  // Compiled patterns, which take a minute.
  const cache = path.resolve('node_modules/.cache/rspamd');
  mkdirSync(cache, { recursive: true });
  const variables = [
    `--var=DBDIR=${cache}`,
    ...['RUNDIR', 'LOGDIR', 'LOCAL_CONFDIR'].map((name) => `--var=${name}=${folder}`),
  ];
  const args = ['--insecure', '--no-fork', '--config', config, ...variables];
  const log = startProgram('rspamd', args, {}, (rspamd) => rspamd.kill());
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() => fetch(`${url}/ping`).catch(log), { timeout: 4 * 60_000 })
    .toHaveProperty('status', 200);

  return async ({ source, envelope }: Awaited<ReturnType<typeof createMessage>>) => {
    const relay = 'relay.aldermere.example';
    const headers = {
      From: String(envelope.from),
      Rcpt: envelope.to[0] ?? '',
      IP: '93.184.215.10',
      Helo: relay,
      Hostname: relay,
    };
    const response = await fetch(`${url}/checkv2`, { method: 'POST', headers, body: source });
    type Answer = { score: number; symbols: Record<string, { score: number }> };
    const { score, symbols } = (await response.json()) as Answer;
    const list = Object.entries(symbols).filter(([, symbol]) => symbol.score !== 0);
    return { score, symbols: list.map(([name, symbol]) => `${name} ${symbol.score}`).join() };
  };
}
