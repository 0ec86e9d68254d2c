import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFaultProxy } from '../../../tests/fixtures/fault-proxy.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { sampleFirm } from '../../../tests/fixtures/sample-firm.ts';
import { createMailSender } from './mail-sender.ts';

const team = { name: '', address: 'team@firm.example' };
const never = new AbortController().signal;

/** A sender and a mail server with a lossy proxy in between. */
async function setUp(options: Parameters<typeof startMailServer>[0] = {}) {
  let connections = 0;
  let open = 0;
  const { mails, address } = await startMailServer({
    onConnect(_, done) {
      connections += 1;
      open += 1;
      // New connections lose nothing.
      network.dropResponsesTo(undefined);
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
  onTestFinished(() => send.close?.());
  const sendTo = (email: string, kind: 'received' | 'acknowledgement' = 'received') => {
    const id = email.padEnd(36, '-').replace(/\W/g, '-');
    const stored = { id, receivedAt: new Date().toISOString(), status: 'new' as const };
    return send(
      { id: `${kind}-${id}`, kind, inquiry: { ...sampleInquiry, ...stored, email } },
      never,
    );
  };
  return {
    network,
    send: (name: string) => sendTo(`${name}@one.example`),
    acknowledge: (name: string) => sendTo(`${name}@one.example`, 'acknowledgement'),
    close: () => send.close?.(),
    arrived: () => mails.map(({ read }) => read.messageId?.match(/[a-z]+-([a-z]+)/)?.[1]),
    connections: () => connections,
    open: () => open,
  };
}

describe('a connection to the mail server', () => {
  it('is reused for a second and then closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { send, arrived, connections, open } = await setUp();
    for (const name of ['ada', 'bob']) await send(name);
    await vi.advanceTimersByTimeAsync(999);
    await send('eve');
    expect(arrived()).toEqual(['ada', 'bob', 'eve']);
    expect(connections()).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    await expect.poll(open).toBe(0);
    await send('fay');
    expect(arrived()).toEqual(['ada', 'bob', 'eve', 'fay']);
    expect(connections()).toBe(2);
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

  it('is reused after a rejected e-mail', async () => {
    const { send, acknowledge, arrived } = await setUp({
      onRcptTo: ({ address }, _, done) =>
        done(address === 'unknown@one.example' ? new Error('unknown') : null),
    });
    await expect(acknowledge('unknown')).rejects.toThrow('SMTP 550 (EENVELOPE)');
    await send('ada');
    expect(arrived()).toEqual(['ada']);
  });

  it('is closed with its sender', async () => {
    const { send, close, open } = await setUp();
    await send('ada');
    expect(open()).toBe(1);
    close();
    await expect.poll(open).toBe(0);
    await expect(send('bob')).rejects.toThrow('ECONNECTION');
  });

  it('is closed with its sender in the middle of an e-mail', async () => {
    const onRecipient = vi.fn();
    const { send, close, arrived, open } = await setUp({ onRcptTo: onRecipient });
    const sent = send('ada');
    await expect.poll(() => onRecipient.mock.calls).toHaveLength(1);
    close();
    await expect(sent).rejects.toThrow('ECONNECTION');
    await expect.poll(open).toBe(0);
    expect(arrived()).toEqual([]);
  });
});

describe('a pooled connection that is lost', () => {
  it('while idle is replaced, noticed or not', async () => {
    const { network, send, arrived, connections, open } = await setUp();
    await send('ada');
    network.cut();
    await send('bob');
    network.cut();
    await expect.poll(open).toBe(0);
    await send('eve');
    expect(arrived()).toEqual(['ada', 'bob', 'eve']);
    expect(connections()).toBe(3);
  });

  it.each(['MAIL FROM', 'RCPT TO', 'DATA'])(
    'before the response to %s is replaced within the attempt',
    async (command) => {
      const { network, send, arrived, connections } = await setUp({ hidePIPELINING: true });
      await send('ada');
      network.dropResponsesTo(command);
      await send('bob');
      expect(arrived()).toEqual(['ada', 'bob']);
      expect(connections()).toBe(2);
    },
  );

  it('before the final response fails the attempt: the e-mail may have arrived', async () => {
    const { network, send, arrived } = await setUp();
    await send('ada');
    network.dropResponsesTo('Auto-Submitted');
    await expect(send('bob')).rejects.toThrow(/^E(CONNECTION|CONNRESET)$/);
    expect(arrived()).toEqual(['ada', 'bob']);
    await send('eve');
    expect(arrived()).toEqual(['ada', 'bob', 'eve']);
  });

  it('twice fails the attempt', async () => {
    const { network, send, arrived } = await setUp({ onConnect: (_, done) => done() });
    await send('ada');
    network.dropResponsesTo('MAIL FROM');
    await expect(send('bob')).rejects.toThrow(/^E(CONNECTION|CONNRESET)$/);
    expect(arrived()).toEqual(['ada']);
  });
});
