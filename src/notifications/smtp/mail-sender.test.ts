import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { toEmail } from '../../../tests/fixtures/command-line.ts';
import { listen } from '../../../tests/fixtures/listen.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import {
  createNotification,
  createReceivedNotifier,
  failureOf,
  never,
  sampleMailOptions,
  start,
} from '../../../tests/fixtures/notification-fixture.ts';
import { sampleInquiry, storedInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import type { MailServer } from '../../config/setting-values.ts';
import { readSettings } from '../../config/settings.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { toIso } from '../../text/format-time.ts';
import { deleted } from '../messages/deleted.ts';
import type { MailOptions } from './compose-mail.ts';
import { createMailChannel, createMailSender } from './mail-sender.ts';

const from = { name: 'Website, "the"', address: 'website@firm.example' };
const to = [
  { name: '', address: 'ada@firm.example' },
  { name: 'Bob', address: 'bob@firm.example' },
];

const senderTo = (server: MailServer, changes: Partial<MailOptions> = {}) =>
  createReceivedNotifier(createMailSender(server, { ...sampleMailOptions, from, to, ...changes }));

/** Sends an inquiry with these changes and returns the received e-mail. */
async function mailOf(changes: Partial<Inquiry> = {}, settings: Partial<MailOptions> = {}) {
  const { mails, address } = await startMailServer();
  await senderTo(address, settings)({ ...storedInquiry, ...changes });
  const [mail] = mails;
  if (!mail) throw new Error('no mail');
  return mail;
}

/** Configures a destination by these settings, by default one of this mail server. */
function configure({ host, port, isSecure, credentials }: MailServer, env = {}) {
  const login = credentials ? `${credentials.user}:${credentials.pass}@` : '';
  const SMTP_URL = `${isSecure ? 'smtps' : 'smtp'}://${login}${host}:${port}`;
  const result = readSettings({ ...toEmail, SMTP_URL, ...env });
  const channel = result.ok ? createMailChannel(result.settings) : undefined;
  if (!channel) throw new Error('no channel');
  return channel;
}

/** Starts a mail server that only calls `onConnection`. */
async function startServer(onConnection: (socket: Socket) => void): Promise<MailServer> {
  const { port } = await listen(createServer(onConnection));
  return { host: '127.0.0.1', port, isSecure: false, credentials: undefined };
}

/** Options of a mail server that accepts passwords, even without TLS. */
const withLogin = { authOptional: false, allowInsecureAuth: true };

describe('the e-mail to the team', () => {
  it('is not sent of a message that has no text for e-mails', async () => {
    const { mails, address } = await startMailServer();
    const send = await createMailSender(address, sampleMailOptions);
    const deletion = { id: 'deleted-1', message: deleted, texts: {} };
    expect(await send(deletion, never)).toEqual({ kind: 'no-text' });
    expect(mails).toEqual([]);
  });

  it('reaches each of them, as text and as HTML, with its sender and date', async () => {
    const message = 'Two lines,\n\nand a third.';
    const { from: sender, to: recipients, read } = await mailOf({ message });
    expect(sender).toBe('website@firm.example');
    expect(recipients).toEqual(['ada@firm.example', 'bob@firm.example']);
    expect(read).toMatchObject({ from, to, replyTo: to });
    expect(Date.parse(read.date ?? '')).toBe(start);
    expect(read.text?.replaceAll('\r', '')).toContain('\n  Two lines,\n\n  and a third.\n');
    expect(read.html).toMatch(/Two lines,<br>\s*<br>\s*and a third\.<\/p>/);
  });

  it('has no header, recipient or element from user input', async () => {
    const attack =
      'x\r\nBcc: victim@evil.example\r\n\r\nBody\n.\r\nMAIL FROM:<a@evil.example>' +
      `</title><script>alert(1)</script><img src=x onerror="alert(1)"> & 'quotes'`;
    const attacks = Object.keys(sampleInquiry).map((field) => [field, attack]);
    const { read, to: recipients } = await mailOf({
      ...(Object.fromEntries(attacks) as Inquiry),
      email: `ada@analytical.example${attack}`,
    });
    expect(recipients).toEqual(['ada@firm.example', 'bob@firm.example']);
    const headers = read.headers.map(({ key }) => key).sort();
    expect(headers.join(' ')).toBe(
      'auto-submitted content-type date from list-id message-id mime-version references reply-to subject to x-auto-response-suppress x-inquiries-event',
    );
    expect(read.text).toContain('MAIL FROM:<a@evil.example>');
    expect(read.html).not.toMatch(/<script|<img/);
    expect(read.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;quotes');
  });

  it('has any name in its header, which adds no address', async () => {
    const names = { firstName: 'Eve <eve@evil.example>,', lastName: '"Q" O’Brien\u2066 😀 محمد' };
    const company = '株式会社, L\u202etd.';
    const { read } = await mailOf(
      { ...names, company, email: 'joerg@bücher.example' },
      { replyTo: 'inquirer' },
    );
    const name = 'Eve <eve@evil.example>, "Q" O’Brien[U+2066] 😀 محمد';
    expect(read.replyTo).toEqual([{ name, address: 'joerg@xn--bcher-kva.example' }]);
    expect(read.subject).toBe(`Inquiry: ${name}, 株式会社, L[U+202E]td. (Nov 21, 7:00 AM)`);
  });
});

describe('a mail server', () => {
  it('is sent the configured credentials, without TLS only on this machine, and then left', async () => {
    const logins: unknown[] = [];
    let closed = 0;
    const { mails, address } = await startMailServer({
      ...withLogin,
      onAuth({ username, password }, _, callback) {
        logins.push([username, password]);
        callback(null, { user: username });
      },
      onClose: () => void (closed += 1),
    });
    const server = { ...address, credentials: { user: 'me', pass: 'p@ss' } };
    // Reaches this machine, but is not a loopback name.
    const elsewhere = senderTo({ ...server, host: '0.0.0.0' });
    expect(await failureOf(elsewhere())).toBe('SMTP 500 (ETLS)');
    expect(logins).toEqual([]);
    await senderTo(server)();
    expect(logins).toEqual([['me', 'p@ss']]);
    expect(mails).toHaveLength(1);
    await expect.poll(() => closed).toBe(2);
  });

  it('that hangs causes an error', async () => {
    const hanging = await startServer((socket) => socket.on('error', () => undefined));
    expect(await failureOf(senderTo(hanging, { timeoutMs: 500 })())).toBe('ETIMEDOUT');
  });

  it('that responds without end causes a timeout after 10 minutes', async () => {
    const timeout = new AbortController();
    const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    onTestFinished(() => spy.mockRestore());
    const endless = await startServer((socket) => {
      socket.write('220 ready\r\n');
      const timer = setInterval(() => socket.write('250-wait\r\n'), 10);
      socket.on('error', () => undefined).on('close', () => clearInterval(timer));
      timeout.abort();
    });
    expect(await failureOf(senderTo(endless)())).toBe('ETIMEDOUT');
    expect(spy).toHaveBeenCalledWith(615_000);
  });
});

it.each([
  ['the host of PUBLIC_URL', 'https://www.firm.example', 'www.firm.example'],
  ['the domain of MAIL_FROM without one', '', 'xn--frm-zma.example'],
  ['the domain of MAIL_FROM in Compose', 'https://localhost', 'xn--frm-zma.example'],
  ['the domain of MAIL_FROM for an address', 'http://192.0.2.1', 'xn--frm-zma.example'],
])('the mail server is greeted by %s', async (_, PUBLIC_URL, name) => {
  const names: string[] = [];
  const { address } = await startMailServer({
    onData(stream, { hostNameAppearsAs }, done) {
      names.push(String(hostNameAppearsAs));
      stream.resume().on('end', done);
    },
  });
  const email = configure(address, { MAIL_FROM: 'website@fïrm.example', PUBLIC_URL });
  const send = await email.createSender(sampleMailOptions);
  await send(createNotification('test', { sentAt: toIso(start) }), never);
  expect(names).toEqual([name]);
});

describe('the check of a mail server', () => {
  const read = (name: string) => readFileSync(`tests/fixtures/certificates/${name}`);
  const tls = { key: read('hooks.internal.key.pem'), cert: read('hooks.internal.pem') };
  const check = (server: MailServer) => configure(server).checkConnection(5000);

  it.each([
    ['from the start', { secure: true, ...tls }, true],
    ['by STARTTLS', { disabledCommands: [], ...tls }, false],
  ])('accepts a self-signed certificate on this machine only, %s', async (_, options, isSecure) => {
    const { address } = await startMailServer(options);
    expect(await check({ ...address, isSecure })).toEqual({ detail: 'responds' });
    // Reaches this machine, but is not a loopback name.
    const elsewhere = check({ ...address, host: '0.0.0.0', isSecure });
    expect(await failureOf(elsewhere)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  it.each([
    ['inquirer', 'team@EXAMPLE.com', /REPLY_TO=team/],
    ['inquirer', 'a@other.example, b@example.com', /REPLY_TO=team/],
    ['inquirer', 'a@other.example', /^$/],
    ['team', 'team@example.com', /^$/],
  ])('warns if forged replies are suspected: %s, %s', async (REPLY_TO, NOTIFY_TO, advice) => {
    const { address } = await startMailServer();
    const email = configure(address, { NOTIFY_TO, REPLY_TO });
    expect((await email.checkConnection(5000)).advice ?? '').toMatch(advice);
  });

  it('names a port that does not begin with TLS, and a login that is refused', async () => {
    const { address } = await startMailServer({
      ...withLogin,
      onAuth: (_auth, _session, done) => done(new Error('no')),
    });
    expect(await failureOf(check({ ...address, isSecure: true }))).toMatch(/^ERR_SSL_/);
    const credentials = { user: 'me', pass: 'no' };
    expect(await failureOf(check({ ...address, credentials }))).toBe('SMTP 535 (EAUTH)');
  });
});
