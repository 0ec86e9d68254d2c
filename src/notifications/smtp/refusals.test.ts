import { describe, expect, it } from 'vitest';
import { email, inquirer } from '../../../tests/fixtures/destinations.ts';
import { startFaultProxy } from '../../../tests/fixtures/fault-proxy.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { listDeliveries } from '../../store/outbox/list-deliveries.ts';
import { redeliverFailed } from '../../store/outbox/redeliver.ts';
import { dayMs, hourMs, minuteMs } from '../../text/format-time.ts';

// nodemailer reports a refused recipient in ASCII.
const addresses = ['ada@firm.example', 'bob@bücher.example', 'eve@firm.example'];
const to = addresses.map((address) => ({ name: '', address }));

/** Creates the error of a mail server from its reply, such as `452 4.2.2 Mailbox full`. */
const refusal = (reply: string) =>
  Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });

/**
 * Starts the mail server of the team, which refuses recipients by these replies, in order, the last
 * one for ever.
 */
async function setUp(replies: Record<string, (string | undefined)[]>) {
  const { mails, address } = await startMailServer({
    onRcptTo({ address: recipient }, _, done) {
      const mailbox = recipient.split('@')[0] ?? '';
      const [reply, ...later] = replies[mailbox] ?? [];
      if (later.length) replies[mailbox] = later;
      done(reply ? refusal(reply) : null);
    },
  });
  const setup = await setUpNotifications({ mailServer: address, mailOptions: { to } });
  const id = await setup.submit({}, [email]);
  const delivery = async () => (await listDeliveries(setup.store))[0];
  const copies = () => mails.flatMap((mail) => mail.to).sort();
  return { ...setup, id, delivery, copies, mails };
}

/** Starts a mail server that calls `answer` once it has a message. */
const startAnswering = (answer: (done: (error?: Error) => void) => unknown) =>
  startMailServer({
    onData: (stream, _, done) => void stream.resume().on('end', () => answer(done)),
  });

describe('a recipient of the team', () => {
  it('refused for now gets the e-mail later, and the others once', async () => {
    const bob = ['452 4.2.2 Full', '452 4.2.2 Full', undefined];
    const { mails, copies, delivery, tick, tickAfter, logged } = await setUp({ bob });
    const lastError = 'Refused recipients: 1 (SMTP 452 4.2.2)';
    await tick();
    expect(await delivery()).toMatchObject({ state: 'waiting', attempts: 1, lastError });
    await tickAfter(minuteMs);
    expect(await delivery()).toMatchObject({ state: 'waiting', attempts: 2, lastError });
    await tickAfter(minuteMs);
    expect(await delivery()).toMatchObject({ state: 'delivered', attempts: 3 });
    expect(await delivery()).not.toHaveProperty('lastError');
    expect(copies()).toEqual(addresses);
    expect(mails.map(({ read }) => read.to?.length)).toEqual([3, 3]);
    expect(new Set(mails.map(({ read }) => read.messageId)).size).toBe(1);
    expect(logged()).not.toContain('bob');
  });

  const busy = '450 4.2.1 Busy';
  const unknown = '550 5.1.1 Unknown';
  const [ada, bob, eve] = addresses;
  it.each([
    ['at once', { bob: [unknown], eve: [unknown] }, { count: 2, attempts: 1, reached: [ada] }],
    ['later', { bob: [busy, unknown] }, { count: 1, attempts: 2, reached: [ada, eve] }],
    [
      'while another one is refused for now',
      { bob: [busy, undefined], eve: [unknown] },
      { count: 1, attempts: 2, reached: [ada, bob] },
    ],
  ])('refused for ever %s is counted with the cause', async (_, replies, expected) => {
    const { copies, delivery, tick, tickAfter, logged } = await setUp(replies);
    await tick();
    await tickAfter(minuteMs);
    await tickAfter(dayMs);
    const { count, attempts, reached } = expected;
    const lastError = `Refused recipients: ${count} (SMTP 550 5.1.1)`;
    expect(await delivery()).toMatchObject({ state: 'delivered', attempts, lastError });
    expect(copies()).toEqual(reached);
    expect(logged()).toMatch(/"level":40,.*Refused recipients: \d \(.*delivered with a warning/);
    expect(logged()).not.toContain('@');
  });

  it('refused for a day gets what it says now, and the others each change at once', async () => {
    const replies: Record<string, (string | undefined)[]> = { bob: ['452 4.2.2 Full'] };
    const { id, mails, assign, mark, tick, tickAfter } = await setUp(replies);
    const [ada, bob] = addresses;
    /** Returns time, id and first line of each e-mail that a recipient got. */
    const inboxOf = (recipient = '') =>
      mails
        .filter((mail) => mail.to.includes(recipient))
        .map(({ read: { date, messageId, text } }) => {
          const [event] = messageId?.slice(1).split(`-${id}@`) ?? [];
          return `${date} ${event}: ${text?.split('\n')[0]}`;
        });
    await tick();
    await tickAfter(hourMs);
    await assign(id, 'Ada', [email]);
    await tick();
    await tickAfter(hourMs);
    await mark(id, { status: 'reviewed', qualified: true, note: 'Fits.' }, [email]);
    await tick();
    expect(inboxOf(ada)).toEqual([
      '2026-11-21T12:00:00.000Z received: Review due by Sun 7 AM.',
      '2026-11-21T13:00:00.000Z updated-1: Assigned to Ada. Review due by Sun 7 AM.',
      '2026-11-21T14:00:00.000Z updated-2: Reviewed, qualified. Response due by Mon 7 AM. Assigned to Ada.',
    ]);
    expect(inboxOf(bob)).toEqual([]);
    await tickAfter(dayMs);
    replies['bob'] = [undefined];
    await tickAfter(hourMs);
    const state = 'Reviewed, qualified. Response due by Mon 7 AM. Assigned to Ada.';
    expect(inboxOf(bob).sort()).toEqual([
      `2026-11-22T15:00:00.000Z received: ${state}`,
      `2026-11-22T15:00:00.000Z updated-1: Earlier change: Assigned to Ada. Now: ${state}`,
      `2026-11-22T15:00:00.000Z updated-2: ${state}`,
    ]);
    expect(inboxOf(ada)).toHaveLength(3);
  });

  it('is the only one to whom a delivery is sent again that was given up', async () => {
    const bob = ['452 4.2.2 Full', '452 4.2.2 Full', undefined];
    const { store, clock, mails, copies, delivery, tick, tickAfter } = await setUp({ bob });
    await tick();
    await tickAfter(4 * dayMs);
    expect(await delivery()).toMatchObject({ state: 'failed' });
    await redeliverFailed({ store, clock, destinations: [email] });
    await tick();
    expect(await delivery()).toMatchObject({ state: 'delivered' });
    expect(copies()).toEqual(addresses);
    expect(new Set(mails.map(({ read }) => read.messageId)).size).toBe(1);
  });
});

describe('a mail server', () => {
  it('that needs long for its answer to a message gets it once', async () => {
    let copies = 0;
    const { address } = await startAnswering((done) => {
      copies += 1;
      setTimeout(done, 1500);
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
    ['550 5.7.26 Not authenticated', 'waiting', 'SMTP 550 5.7.26 (EMESSAGE)', email],
    ['451 4.7.0 Try again', 'waiting', 'SMTP 451 4.7.0 (EMESSAGE)', email],
    ['554 Spam, see 5.7.1', 'waiting', 'SMTP 554 (EMESSAGE)', inquirer],
    ['451 4.3.0 Later', 'waiting', 'SMTP 451 4.3.0 (EMESSAGE)', inquirer],
    ['450 No ada@analytical.example', 'waiting', 'SMTP 450 (EENVELOPE)', inquirer],
    ['550 No ada@analytical.example', 'failed', 'SMTP 550 (EENVELOPE)', inquirer],
  ])('that refuses by "%s" leaves the e-mail %s, with %s', async (reply, state, lastError, to) => {
    const { address } = await (reply.includes('@')
      ? startMailServer({ onRcptTo: (_to, _session, done) => done(refusal(reply)) })
      : startAnswering((done) => done(refusal(reply))));
    const servers = { mailServer: address, inquirerMailServer: address };
    const { store, submit, tick, logged } = await setUpNotifications(servers);
    await submit({}, [to]);
    await tick();
    const deliveries = await listDeliveries(store);
    const attempted = deliveries.filter(({ kind }) => kind !== 'not-acknowledged');
    expect(attempted).toMatchObject([{ state, attempts: 1, lastError }]);
    expect(logged()).not.toContain('analytical');
  });
});

const afterSending = /^E[A-Z]+ after the message was sent$/;
it.each([
  ['waiting', 'an e-mail to the team', 'is lost', email, /^E(CONNECTION|CONNRESET)$/],
  ['failed', 'an acknowledgement', 'is lost', inquirer, afterSending],
  ['failed', 'an acknowledgement', 'does not come', inquirer, afterSending],
])('stays %s: %s whose answer %s', async (state, _, answer, to, error) => {
  const isLost = answer === 'is lost';
  const { mails, address } = await startMailServer(
    isLost ? {} : { onData: (stream) => void stream.resume() },
  );
  const network = await startFaultProxy(`smtp://127.0.0.1:${address.port}`);
  if (isLost) network.dropResponsesTo('Auto-Submitted');
  const server = { ...address, port: Number(new URL(network.url).port) };
  const { store, submit, tick } = await setUpNotifications({
    ...{ mailServer: server, inquirerMailServer: server },
    mailOptions: { responseTimeoutMs: 1000 },
  });
  await submit({}, [to]);
  await tick();
  const lastError = expect.stringMatching(error) as string;
  expect(await listDeliveries(store)).toMatchObject([{ state, attempts: 1, lastError }]);
  expect(mails).toHaveLength(isLost ? 1 : 0);
});

it('an acknowledgement that was sent when the server stops is not repeated', async () => {
  let copies = 0;
  const { address } = await startAnswering(() => (copies += 1));
  const setup = await setUpNotifications({ inquirerMailServer: address });
  await setup.submit({}, [inquirer]);
  const { stop } = setup.startWorkers();
  await expect.poll(() => copies).toBe(1);
  await stop(0);
  const lastError = 'EABORT after the message was sent';
  expect(await listDeliveries(setup.store)).toMatchObject([{ state: 'failed', lastError }]);
});
