import { describe, expect, it } from 'vitest';
import { email, inquirer } from '../../../tests/fixtures/destinations.ts';
import { startFaultProxy } from '../../../tests/fixtures/fault-proxy.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';
import { redeliverFailed } from '../deliveries/redeliver.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;
// nodemailer reports a refused recipient in ASCII.
const to = ['ada@firm.example', 'bob@bücher.example', 'eve@firm.example'].map((address) => ({
  name: '',
  address,
}));

/** A reply of a mail server, such as `452 4.2.2 Mailbox full`. */
const refusal = (reply: string) =>
  Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });

/** The team's mail server refuses recipients by these replies, each once and the last for ever. */
async function setUp(replies: Record<string, (string | undefined)[]>, mailOptions = {}) {
  const { mails, address } = await startMailServer({
    onRcptTo({ address }, _, done) {
      const mailbox = address.split('@')[0] ?? '';
      const [reply, ...later] = replies[mailbox] ?? [];
      if (later.length) replies[mailbox] = later;
      done(reply ? refusal(reply) : null);
    },
  });
  const setup = await setUpNotifications({
    mailServer: address,
    mailOptions: { to, ...mailOptions },
  });
  await setup.submit({}, [email]);
  const delivery = async () => (await listDeliveries(setup.store))[0];
  const copies = () => mails.flatMap((mail) => mail.to).sort();
  return { ...setup, delivery, copies, mails };
}

describe('a recipient of the team', () => {
  it('refused for now gets the e-mail later, and the others once', async () => {
    const bob = ['452 4.2.2 Full', '452 4.2.2 Full', undefined];
    const { mails, copies, delivery, pass, tick, logged } = await setUp({ bob });
    const lastError = 'Refused recipients: 1 (SMTP 452 4.2.2)';
    for (const attempts of [1, 2]) {
      await tick();
      expect(await delivery()).toMatchObject({ state: 'waiting', attempts, lastError });
      pass(minute);
    }
    await tick();
    expect(await delivery()).toMatchObject({ state: 'delivered', attempts: 3 });
    expect(await delivery()).not.toHaveProperty('lastError');
    expect(copies()).toEqual(to.map(({ address }) => address));
    expect(mails.map(({ read }) => read.to?.length)).toEqual([3, 3]);
    expect(new Set(mails.map(({ read }) => read.messageId)).size).toBe(1);
    expect(logged()).not.toContain('bob');
  });

  it('refused for ever is counted with the cause, and the others get it once', async () => {
    const { copies, delivery, pass, tick } = await setUp({ bob: ['550 5.1.1 Unknown'] });
    await tick();
    const lastError = 'Refused recipients: 1 (SMTP 550 5.1.1)';
    expect(await delivery()).toMatchObject({ state: 'delivered', lastError });
    pass(day);
    await tick();
    expect(copies()).toEqual(['ada@firm.example', 'eve@firm.example']);
  });

  it('refused for ever after a while ends the attempts', async () => {
    const { delivery, pass, tick } = await setUp({ bob: ['450 4.2.1 Busy', '550 5.1.1 Unknown'] });
    await tick();
    pass(minute);
    await tick();
    const lastError = 'Refused recipients: 1 (SMTP 550 5.1.1)';
    expect(await delivery()).toMatchObject({ state: 'delivered', attempts: 2, lastError });
  });

  it('refused for ever is named with the cause also if another one is refused for now', async () => {
    const replies = { bob: ['450 4.2.1 Busy', undefined], eve: ['550 5.1.1 Unknown'] };
    const { copies, delivery, pass, tick } = await setUp(replies);
    await tick();
    pass(minute);
    await tick();
    const lastError = 'Refused recipients: 1 (SMTP 550 5.1.1)';
    expect(await delivery()).toMatchObject({ state: 'delivered', attempts: 2, lastError });
    expect(copies()).toEqual(['ada@firm.example', 'bob@bücher.example']);
  });

  it('is the only one to whom a delivery is sent again that was given up', async () => {
    const bob = ['452 4.2.2 Full', '452 4.2.2 Full', undefined];
    const { store, clock, copies, delivery, pass, tick } = await setUp({ bob });
    await tick();
    pass(4 * day);
    await tick();
    expect(await delivery()).toMatchObject({ state: 'failed' });
    await redeliverFailed({ store, clock });
    await tick();
    expect(await delivery()).toMatchObject({ state: 'delivered' });
    expect(copies()).toEqual(to.map(({ address }) => address));
  });
});

describe('a mail server', () => {
  it('that needs long for its answer to a message gets it once', async () => {
    let copies = 0;
    const { address } = await startMailServer({
      onData: (stream, _, done) => {
        copies += 1;
        stream.resume().on('end', () => setTimeout(done, 1500));
      },
    });
    const { submit, tick, states } = await setUpNotifications({
      mailServer: address,
      mailOptions: { timeoutMs: 1000 },
    });
    await submit({}, [email]);
    await tick();
    expect(await states()).toEqual(['received delivered']);
    expect(copies).toBe(1);
  });

  it.each([
    ['550 5.7.26 Not authenticated', 'SMTP 550 5.7.26 (EMESSAGE)'],
    ['451 4.7.0 Try again', 'SMTP 451 4.7.0 (EMESSAGE)'],
    ['554 Spam, see 5.7.1', 'SMTP 554 (EMESSAGE)'],
  ])('says why it refuses a message: %s', async (reply, lastError) => {
    const { address } = await startMailServer({
      onData: (stream, _, done) => void stream.resume().on('end', () => done(refusal(reply))),
    });
    const { store, submit, tick } = await setUpNotifications({ mailServer: address });
    await submit({}, [email]);
    await tick();
    expect(await listDeliveries(store)).toMatchObject([{ state: 'waiting', lastError }]);
  });
});

describe('an acknowledgement', () => {
  it.each(['is lost', 'does not come'])('whose answer %s is not repeated', async (fault) => {
    const own = await startMailServer();
    const inquirers = await startMailServer(
      fault === 'is lost' ? {} : { onData: (stream) => void stream.resume() },
    );
    const network = await startFaultProxy(`smtp://127.0.0.1:${inquirers.address.port}`);
    if (fault === 'is lost') network.dropResponsesTo('Auto-Submitted');
    const { store, submit, tick } = await setUpNotifications({
      mailServer: own.address,
      inquirerMailServer: { ...inquirers.address, port: Number(new URL(network.url).port) },
      mailOptions: { answerTimeoutMs: 1000 },
    });
    await submit({}, [inquirer]);
    await tick();
    const lastError = expect.stringMatching(/^E[A-Z]+ after the message was sent$/) as string;
    expect(await listDeliveries(store)).toMatchObject([
      { state: 'failed', attempts: 1, lastError },
    ]);
  });

  it('that was sent when the server stops is not repeated', async () => {
    let copies = 0;
    const { address } = await startMailServer({
      onData: (stream) => void stream.resume().on('end', () => (copies += 1)),
    });
    const { store, submit, startWorkers } = await setUpNotifications({
      inquirerMailServer: address,
    });
    await submit({}, [inquirer]);
    const { stop } = startWorkers();
    await expect.poll(() => copies).toBe(1);
    await stop(0);
    expect(await listDeliveries(store)).toMatchObject([
      { state: 'failed', lastError: 'EABORT after the message was sent' },
    ]);
  });

  it('is repeated if its mail server refuses the message for now', async () => {
    const { address } = await startMailServer({
      onData: (stream, _, done) =>
        void stream.resume().on('end', () => done(refusal('451 4.3.0 Later'))),
    });
    const { store, submit, tick } = await setUpNotifications({ inquirerMailServer: address });
    await submit({}, [inquirer]);
    await tick();
    const lastError = 'SMTP 451 4.3.0 (EMESSAGE)';
    expect(await listDeliveries(store)).toMatchObject([{ state: 'waiting', lastError }]);
  });
});
