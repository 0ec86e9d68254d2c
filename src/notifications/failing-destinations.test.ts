import { describe, expect, it, onTestFinished } from 'vitest';
import {
  startFaultProxy,
  type NetworkFault,
  networkFaults,
} from '../../tests/fixtures/fault-proxy.ts';
import { startMailServer } from '../../tests/fixtures/mail-server.ts';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../../tests/fixtures/webhook-receiver.ts';
import { sampleFirm } from '../../tests/fixtures/sample-firm.ts';
import { submitInquiry } from '../receive-inquiry/receive-inquiry.ts';
import { closeSenders } from '../outbox/delivery-workers.ts';
import { listDeliveries } from '../outbox/list-deliveries.ts';
import { createMailSender } from './email/mail-sender.ts';
import type { NotificationSender } from './notification.ts';
import { startDeliveries } from './start-deliveries.ts';
import { createWebhookSender } from './webhook/webhook-sender.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const hour = 60 * 60 * 1000;
const names = ['Amalia', 'Bruno', 'Clara'];

/** Three inquiries for two destinations, one of which fails after it accepted `taken` of them. */
async function setUp(troubled: 'email' | 'webhook', trouble: NetworkFault, taken: number) {
  const { store } = await temporaryStore();
  const { log, text } = createRecordedLog();
  const { mails, address } = await startMailServer();
  const { messages, port } = await startWebhookReceiver();
  const networks = {
    email: await startFaultProxy(`smtp://127.0.0.1:${address.port}`, { chunkDelayMs: 1 }),
    webhook: await startFaultProxy(`http://127.0.0.1:${port}`, { chunkDelayMs: 1 }),
  };
  let now = noon;
  const clock = () => now;
  const team = { name: '', address: 'team@firm.example' };
  const senders = {
    email: await createMailSender(
      { ...address, port: networks.email.port },
      {
        from: team,
        to: [team],
        timeZone: 'UTC',
        clock,
        firm: sampleFirm,
      },
    ),
    webhook: await createWebhookSender({
      url: new URL(`http://127.0.0.1:${networks.webhook.port}/hook`),
      secrets: [`whsec_${Buffer.alloc(32, 1).toString('base64')}`],
      clock,
    }),
  };
  // Aborts an attempt as soon as it hangs. Timeouts have their own tests.
  const stopWhenHanging =
    (send: NotificationSender, { nextHang }: typeof networks.email): NotificationSender =>
    (notification, signal) =>
      send(notification, AbortSignal.any([signal, nextHang()]));
  // After the failures, the second inquiry is due first, then the third.
  const randomValues = [0, 0.9, 0.5];
  const random = () => randomValues.shift() ?? 0;
  const submit = async (firstNames: string[]) => {
    for (const firstName of firstNames) {
      const inquiry = { ...sampleInquiry, firstName };
      await submitInquiry({ store, clock, destinations: ['email', 'webhook'] }, inquiry);
      now += 1;
    }
  };
  await submit(names.slice(0, taken));
  const workers = startDeliveries({
    store,
    clock,
    random,
    retryMs: 5000,
    timeZone: 'UTC',
    holidays: [],
    log,
    senders: {
      email: stopWhenHanging(senders.email, networks.email),
      webhook: stopWhenHanging(senders.webhook, networks.webhook),
    },
  });
  onTestFinished(async () => {
    await workers.stop(0);
    closeSenders(senders);
  });
  const waiting = async () => (await listDeliveries(store, { state: 'waiting' })).length;
  await expect.poll(waiting).toBe(0);
  await networks[troubled].begin(trouble);
  await submit(names.slice(taken));
  workers.wake();
  return {
    endTrouble: networks[troubled].end,
    deliveries: async (destination: string) =>
      (await listDeliveries(store)).filter((delivery) => delivery.destination === destination),
    arrived: {
      email: () => mails.map(({ read }) => nameIn(read.subject)),
      webhook: () => messages.map(({ body }) => nameIn(body)),
    },
    passAnHour: () => {
      now += hour;
      workers.wake();
    },
    logged: text,
  };
}

const nameIn = (text = '') => names.find((name) => text.includes(name));

describe.each([
  ['email', 'webhook'],
  ['webhook', 'email'],
] as const)('a destination (%s)', (troubled, other) => {
  it.each(
    networkFaults.flatMap((trouble) => [
      { trouble, taken: 0, order: ['Bruno', 'Clara', 'Amalia'] },
      { trouble, taken: 1, order: ['Amalia', 'Clara', 'Bruno'] },
    ]),
  )(
    'that $trouble for an hour after $taken gets all inquiries once, in order of due time',
    async ({ trouble, taken, order }) => {
      const context = await setUp(troubled, trouble, taken);
      const { deliveries, arrived, endTrouble, passAnHour, logged } = context;
      await expect.poll(arrived[other]).toEqual(names);
      const failed = async () =>
        (await deliveries(troubled)).filter(({ lastError }) => lastError !== undefined).length;
      await expect.poll(failed).toBe(3 - taken);
      expect(arrived[troubled]()).toEqual(names.slice(0, taken));

      await endTrouble();
      passAnHour();
      await expect.poll(arrived[troubled]).toEqual(order);
      const states = async () => (await deliveries(troubled)).map(({ state }) => state);
      await expect.poll(states).toEqual(['delivered', 'delivered', 'delivered']);
      expect(arrived[other]()).toEqual(names);
      expect(logged()).not.toMatch(/Amalia|Lovelace|analytical|firm\.example/);
    },
  );
});
