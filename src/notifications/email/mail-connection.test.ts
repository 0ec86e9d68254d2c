import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startFaultProxy } from '../../../tests/fixtures/fault-proxy.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { createNotification } from '../../../tests/fixtures/notification-fixture.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { sampleFirm } from '../../../tests/fixtures/sample-firm.ts';
import type { MailServer } from '../../config/setting-values.ts';
import { readSettings } from '../../config/settings.ts';
import { createMailSender, emailDestination } from './mail-sender.ts';

const team = { name: '', address: 'team@firm.example' };
const never = new AbortController().signal;

/** A sender and a mail server with a lossy proxy in between. */
async function setUp(options: Parameters<typeof startMailServer>[0] = {}) {
  let open = 0;
  const { mails, address } = await startMailServer({
    onConnect(_, done) {
      open += 1;
      done();
    },
    onClose: () => void (open -= 1),
    ...options,
  });
  const network = await startFaultProxy(`smtp://${address.host}:${address.port}`);
  const send = await createMailSender(
    { ...address, port: Number(new URL(network.url).port) },
    {
      from: team,
      to: [team],
      timeZone: 'UTC',
      clock: Date.now,
      firm: sampleFirm,
    },
  );
  const sendTo = (email: string, kind: 'received' | 'acknowledgement' = 'received') => {
    const id = email.padEnd(36, '-').replace(/\W/g, '-');
    const stored = { id, receivedAt: new Date().toISOString(), status: 'new' as const };
    const data = { inquiry: { ...sampleInquiry, ...stored, email } };
    return send(createNotification(kind, data, `${kind}-${id}`), never);
  };
  return {
    network,
    send: (name: string) => sendTo(`${name}@one.example`),
    acknowledge: (name: string) => sendTo(`${name}@one.example`, 'acknowledgement'),
    arrived: () => mails.map(({ read }) => read.messageId?.match(/[a-z]+-([a-z]+)/)?.[1]),
    open: () => open,
  };
}

describe('a connection to the mail server', () => {
  it('is closed after an e-mail, and after a rejected one', async () => {
    const { send, acknowledge, arrived, open } = await setUp({
      onRcptTo: ({ address }, _, done) =>
        done(address === 'unknown@one.example' ? new Error('unknown') : null),
    });
    await send('ada');
    await expect.poll(open).toBe(0);
    await expect(acknowledge('unknown')).rejects.toThrow('SMTP 550 (EENVELOPE)');
    await expect.poll(open).toBe(0);
    await send('bob');
    expect(arrived()).toEqual(['ada', 'bob']);
  });

  it('that hangs does not delay other e-mails', async () => {
    const pending: (() => void)[] = [];
    const { send, acknowledge, arrived } = await setUp({
      onRcptTo({ address }, _, done) {
        if (address === 'slow@one.example') pending.push(done);
        else done();
      },
    });
    const slow = acknowledge('slow');
    await expect.poll(() => pending.length).toBe(1);
    await send('ada');
    await send('bob');
    pending[0]?.();
    await slow;
    expect(arrived()).toEqual(['ada', 'bob', 'slow']);
  });

  it('that is lost before the final response fails the attempt: the e-mail may have arrived', async () => {
    const { network, send, arrived } = await setUp();
    network.dropResponsesTo('Auto-Submitted');
    await expect(send('bob')).rejects.toThrow(/^E(CONNECTION|CONNRESET)$/);
    expect(arrived()).toEqual(['bob']);
    network.dropResponsesTo(undefined);
    await send('eve');
    expect(arrived()).toEqual(['bob', 'eve']);
  });
});

describe('the greeting of the mail server', () => {
  it.each([
    ['the host of PUBLIC_URL', 'https://www.firm.example', 'www.firm.example'],
    ['the domain of MAIL_FROM without one', '', 'xn--frm-zma.example'],
    ['the domain of MAIL_FROM in Compose', 'https://localhost', 'xn--frm-zma.example'],
    ['the domain of MAIL_FROM for an address', 'http://192.0.2.1', 'xn--frm-zma.example'],
  ])('has %s', async (_, publicUrl, name) => {
    const names: string[] = [];
    const { address } = await startMailServer({
      onData(stream, { hostNameAppearsAs }, done) {
        names.push(String(hostNameAppearsAs));
        stream.resume().on('end', done);
      },
    });
    const read = readSettings({
      SMTP_URL: `smtp://${address.host}:${address.port}`,
      MAIL_FROM: 'website@fïrm.example',
      NOTIFY_TO: 'team@firm.example',
      PUBLIC_URL: publicUrl,
    });
    const email = read.ok ? emailDestination.configure(read.settings) : undefined;
    const options = { timeZone: 'UTC', clock: Date.now, firm: sampleFirm };
    const send = await email?.createSender(options);
    await send?.(createNotification('test', { sentAt: new Date().toISOString() }), never);
    expect(names).toEqual([name]);
  });
});

describe('the check of a mail server', () => {
  const read = (name: string) => readFileSync(`tests/fixtures/certificates/${name}`);
  const tls = { key: read('hooks.internal.key.pem'), cert: read('hooks.internal.pem') };

  async function check({ host, port, isSecure, credentials }: MailServer) {
    const login = credentials ? `${credentials.user}:${credentials.pass}@` : '';
    const settings = readSettings({
      SMTP_URL: `${isSecure ? 'smtps' : 'smtp'}://${login}${host}:${port}`,
      MAIL_FROM: 'website@firm.example',
      NOTIFY_TO: 'team@firm.example',
    });
    const email = settings.ok ? emailDestination.configure(settings.settings) : undefined;
    return email?.checkConnection(5000).then(
      () => 'accepted',
      ({ message }: Error) => message,
    );
  }

  it.each([
    ['from the start', { secure: true, ...tls }, true],
    ['by STARTTLS', { disabledCommands: [], ...tls }, false],
  ])('accepts a self-signed certificate on this machine only, %s', async (_, options, isSecure) => {
    const { address } = await startMailServer(options);
    expect(await check({ ...address, isSecure })).toBe('accepted');
    // Reaches this machine, but is not a loopback name.
    const elsewhere = { ...address, host: '0.0.0.0', isSecure };
    expect(await check(elsewhere)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  it.each([
    ['inquirer', 'team@FIRM.example', /REPLY_TO=team/],
    ['inquirer', 'a@other.example, b@firm.example', /REPLY_TO=team/],
    ['inquirer', 'a@other.example', undefined],
    ['team', 'team@firm.example', undefined],
  ])('warns if forged replies are suspected: %s, %s', async (REPLY_TO, NOTIFY_TO, advice) => {
    const { address } = await startMailServer();
    const SMTP_URL = `smtp://127.0.0.1:${address.port}`;
    const settings = readSettings({ SMTP_URL, MAIL_FROM: 'w@firm.example', NOTIFY_TO, REPLY_TO });
    const email = settings.ok ? emailDestination.configure(settings.settings) : undefined;
    const { advice: found } = (await email?.checkConnection(5000)) ?? {};
    if (advice) expect(found).toMatch(advice);
    else expect(found).toBeUndefined();
  });

  it('names a port that does not begin with TLS', async () => {
    const { address } = await startMailServer();
    expect(await check({ ...address, isSecure: true })).toMatch(/^ERR_SSL_/);
  });

  it('says that the login is refused', async () => {
    const { address } = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('no')),
    });
    const credentials = { user: 'me', pass: 'no' };
    expect(await check({ ...address, credentials })).toBe('SMTP 535 (EAUTH)');
  });
});
