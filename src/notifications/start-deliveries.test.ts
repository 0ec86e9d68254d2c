import { expect, it, onTestFinished } from 'vitest';
import { startMailServer } from '../../tests/fixtures/mail-server.ts';
import { setUpNotifications } from '../../tests/fixtures/notification-fixture.ts';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../../tests/fixtures/webhook-receiver.ts';
import { sampleFirm } from '../../tests/fixtures/sample-firm.ts';
import type { MailServer } from '../config/setting-values.ts';
import { submitInquiry } from '../receive-inquiry/receive-inquiry.ts';
import { leaseDelivery, leaseMs } from '../outbox/leases.ts';
import { listDeliveries } from '../outbox/list-deliveries.ts';
import { redeliver } from '../outbox/redeliver.ts';
import { updateStatus } from '../store/inquiries/update-status.ts';
import { createMailSender } from './email/mail-sender.ts';
import { loadNotification, startDeliveries } from './start-deliveries.ts';
import { createWebhookSender } from './webhook/webhook-sender.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const hour = 60 * 60 * 1000;
const calendar = { timeZone: 'UTC', holidays: [] };
const never = new AbortController().signal;

async function setUp(mailServer: MailServer, webhook: URL) {
  const { store } = await temporaryStore();
  const { log, text } = createRecordedLog();
  let now = noon;
  const clock = () => now;
  const address = { name: '', address: 'team@firm.example' };
  const senders = {
    email: await createMailSender(mailServer, {
      from: address,
      to: [address],
      timeZone: 'UTC',
      clock,
      firm: sampleFirm,
    }),
    webhook: await createWebhookSender({
      url: webhook,
      secrets: [`whsec_${Buffer.alloc(32, 1).toString('base64')}`],
      clock,
    }),
  };
  const start = () => {
    const dependencies = { store, clock, random: () => 0, retryMs: 5000, ...calendar, log };
    const workers = startDeliveries({ ...dependencies, senders });
    onTestFinished(() => workers.stop(0));
    return workers;
  };
  await submitInquiry({ store, clock, destinations: ['email', 'webhook'] }, sampleInquiry);
  const states = async () => (await listDeliveries(store)).map(({ state }) => state);
  return { store, clock, senders, start, states, pass: (ms: number) => (now += ms), logged: text };
}

it('reuses the ids when a killed process left an outcome unsaved', async () => {
  const { mails, address } = await startMailServer();
  const { messages, url } = await startWebhookReceiver();
  const { store, clock, senders, start, states, pass } = await setUp(address, url);
  // Killed after the destinations accepted the inquiry, before the outcome was stored.
  for (const destination of ['email', 'webhook'] as const) {
    const delivery = await leaseDelivery(store, destination, clock());
    const notification =
      delivery && (await loadNotification(store, delivery, { now: clock(), ...calendar }));
    if (!notification) throw new Error('nothing is due');
    await senders[destination](notification, never);
  }

  pass(leaseMs);
  start();
  await expect.poll(states).toEqual(['delivered', 'delivered']);
  const mailIds = mails.map(({ read }) => read.messageId);
  const webhookIds = messages.map(({ headers }) => headers['webhook-id']);
  expect([mailIds.length, webhookIds.length]).toEqual([2, 2]);
  expect(new Set(mailIds).size).toBe(1);
  expect(new Set(webhookIds).size).toBe(1);
});

it('redelivers an e-mail under a new id, which refers to the first', async () => {
  const { mails, store, clock, submit, startLoops } = await setUpNotifications();
  const id = await submit({}, ['email']);
  const loops = startLoops();
  for (const count of [1, 2, 3]) {
    await expect.poll(() => mails).toHaveLength(count);
    await expect.poll(() => listDeliveries(store, { state: 'delivered' })).toHaveLength(1);
    await redeliver({ store, clock }, id, []);
    loops.wake();
  }
  const first = `<received-${id}@firm.example>`;
  const ids = mails
    .slice(0, 3)
    .map(({ read }) => [read.messageId, read.references, read.inReplyTo]);
  expect(ids).toEqual([
    [first, undefined, undefined],
    [`<received-${id}.1@firm.example>`, first, first],
    [`<received-${id}.2@firm.example>`, first, first],
  ]);
});

it("names earlier inquiries and their outcome in the team's e-mail only", async () => {
  const { mails, address } = await startMailServer();
  const { messages, url } = await startWebhookReceiver();
  const { store, clock, start, pass } = await setUp(address, url);
  const [first] = await listDeliveries(store);
  await updateStatus({ store, clock }, first?.inquiryId ?? '', { status: 'responded' });
  pass(24 * hour);
  const destinations = ['email', 'webhook'] as const;
  const firstName = 'Grace <b>';
  for (const email of ['grace@analytical.example', sampleInquiry.email]) {
    pass(1000);
    await submitInquiry({ store, clock, destinations }, { ...sampleInquiry, firstName, email });
  }
  start();
  await expect.poll(() => mails).toHaveLength(3);
  await expect.poll(() => messages).toHaveLength(3);

  const [received, , again] = mails.map(({ read }) => read);
  expect(received?.text).not.toContain('Earlier inquiries');
  expect(again?.text).toContain(`
Earlier inquiries from ada@analytical.example

  Ada Lovelace, Analytical Engines
  Received on Nov 21, 2026
  Responded on Nov 21, 2026

Earlier inquiries from analytical.example

  Grace <b> Lovelace, Analytical Engines
  Received on Nov 22, 2026
  Not reviewed yet
`);
  expect(again?.html).toContain('Earlier inquiries from ada@analytical.example</h2>');
  expect(again?.html).toContain('Grace &lt;b&gt; Lovelace, Analytical Engines');
  const events = messages.map(({ body }) => JSON.parse(body) as { data: object });
  expect(new Set(events.map(({ data }) => Object.keys(data).join())).size).toBe(1);
  expect(JSON.stringify(events)).not.toContain('earlier');
});
