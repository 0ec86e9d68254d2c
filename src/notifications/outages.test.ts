import { describe, expect, it, onTestFinished } from 'vitest';
import { createFailingStore } from '../../tests/fixtures/failing-store.ts';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { submitInquiry } from '../http/contact/submit-inquiry.ts';
import { attemptDelivery } from '../outbox/attempt-delivery.ts';
import { DeliveryError } from '../outbox/delivery-error.ts';
import type { DeliveryWorkers } from '../outbox/delivery-workers.ts';
import { type LeasedDelivery, leaseDelivery } from '../outbox/leases.ts';
import { listDeliveries } from '../outbox/list-deliveries.ts';
import type { Store } from '../store/store.ts';
import type { Destination } from '../store/tables.ts';
import { notificationId, type Notification, type NotificationSender } from './notification.ts';
import {
  type DeliveryDependencies,
  notificationHandlers,
  startDeliveries,
} from './start-deliveries.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const minute = 60 * 1000;
const refused = new DeliveryError('HTTP 410', { isFinal: true });
const busy = new DeliveryError('HTTP 503');

/** A destination that records notifications, or fails with the error of `respond`. */
function createDestination() {
  const received: Notification[] = [];
  const destination = {
    received,
    kinds: () => received.map(({ kind }) => kind),
    respond: (() => undefined) as (notification: Notification) => Error | undefined,
    send: (async (notification) => {
      const error = destination.respond(notification);
      if (error) throw error;
      received.push(notification);
      return undefined;
    }) satisfies NotificationSender,
  };
  return destination;
}

/** A store with workers for these destinations and a fake clock. */
async function setUp(...destinations: Destination[]) {
  const { store, location } = await temporaryStore();
  const [email, webhook, inquirer] = [
    createDestination(),
    createDestination(),
    createDestination(),
  ];
  const all = { email, webhook, inquirer };
  const senders = Object.fromEntries(destinations.map((name) => [name, all[name].send]));
  let now = noon;
  const clock = () => now;
  const { log } = createRecordedLog();
  const options = {
    clock,
    random: () => 0,
    retryMs: 5000,
    timeZone: 'UTC',
    holidays: [],
    log,
    senders,
  };
  let workers: DeliveryWorkers | undefined;

  return {
    ...all,
    store,
    location,
    options,
    start() {
      workers = startDeliveries({ store, ...options });
      onTestFinished(() => workers?.stop(0));
    },
    /** Submits an inquiry a minute later. */
    async submit() {
      now += minute;
      await submitInquiry({ store, clock, destinations }, sampleInquiry);
      workers?.wake();
    },
    drained: () =>
      expect
        .poll(() => {
          // Queueing a report does not wake the workers.
          workers?.wake();
          return listDeliveries(store, { state: 'waiting' });
        })
        .toEqual([]),
    outages: () => store.db.selectFrom('outages').selectAll().execute(),
    reports: async () =>
      (await listDeliveries(store))
        .filter(({ inquiryId }) => inquiryId === undefined)
        .map(({ kind, state }) => `${kind} ${state}`),
  };
}

const isReport = (notification: Notification) => 'outage' in notification;
const fail: NotificationSender = () => Promise.reject(refused);
const { signal: never } = new AbortController();

async function lease(store: Store, now = noon + minute) {
  const delivery = await leaseDelivery(store, 'webhook', now);
  if (!delivery) throw new Error('nothing is due');
  return delivery;
}

describe.each([
  ['webhook', 'email'],
  ['email', 'webhook'],
] as const)('an outage of one destination (%s)', (failing, other) => {
  it('is reported to the other one once when it starts and when it ends', async () => {
    const { start, submit, drained, outages, ...all } = await setUp('email', 'webhook');
    start();
    all[failing].respond = () => refused;
    await submit();
    await drained();
    await submit();
    await drained();
    expect(all[other].kinds().filter((kind) => kind !== 'received')).toEqual([`${failing}-failed`]);
    const open = {
      destination: failing,
      beganAt: '2026-11-21T12:01:00.000Z',
      endedAt: null,
      givenUp: 2,
      lastError: 'HTTP 410',
    };
    expect(await outages()).toEqual([open]);

    all[failing].respond = () => undefined;
    await submit();
    await drained();
    const ended = { ...open, endedAt: '2026-11-21T12:03:00.000Z' };
    expect(await outages()).toEqual([ended]);
    expect(all[other].received.at(-1)).toEqual({
      kind: `${failing}-recovered`,
      outage: ended,
      redeliveries: 0,
    });
    await submit();
    await drained();
    expect(all[other].received.filter(isReport)).toHaveLength(2);
  });
});

const attempt = (
  dependencies: DeliveryDependencies,
  ...[delivery, send, signal]: [LeasedDelivery, NotificationSender, AbortSignal]
) =>
  attemptDelivery(
    { ...dependencies, ...notificationHandlers(dependencies) },
    delivery,
    send,
    signal,
  );

describe('an outage', () => {
  it('is reported under its own id', async () => {
    const { start, submit, drained, webhook, email, outages, reports } = await setUp(
      'email',
      'webhook',
    );
    start();
    for (const error of [refused, undefined, refused, undefined]) {
      webhook.respond = () => error;
      await submit();
      await drained();
    }
    expect(email.received.filter(isReport).map(notificationId)).toEqual([
      'webhook-failed-20261121120100000',
      'webhook-recovered-20261121120100000',
      'webhook-failed-20261121120300000',
      'webhook-recovered-20261121120300000',
    ]);
    expect(await outages()).toMatchObject([
      { beganAt: '2026-11-21T12:03:00.000Z', endedAt: '2026-11-21T12:04:00.000Z', givenUp: 1 },
    ]);
    expect(await reports()).toHaveLength(2);
  });

  it('is recorded even without another destination to report to', async () => {
    const { start, submit, drained, webhook, outages, reports } = await setUp('webhook');
    start();
    webhook.respond = () => refused;
    await submit();
    await drained();
    expect(await outages()).toMatchObject([{ destination: 'webhook', endedAt: null }]);
    webhook.respond = () => undefined;
    await submit();
    await drained();
    expect(await outages()).toMatchObject([{ endedAt: '2026-11-21T12:02:00.000Z' }]);
    expect(await reports()).toEqual([]);
  });

  it('does not start with a rejected acknowledgement', async () => {
    const { start, submit, drained, inquirer, outages } = await setUp('email', 'inquirer');
    start();
    inquirer.respond = () => refused;
    await submit();
    await drained();
    expect(await outages()).toEqual([]);
  });

  it('does not start while the delivery is being retried', async () => {
    const { store, start, submit, webhook, outages } = await setUp('email', 'webhook');
    start();
    webhook.respond = () => busy;
    await submit();
    await expect
      .poll(() => listDeliveries(store, { state: 'waiting' }))
      .toMatchObject([{ lastError: 'HTTP 503' }]);
    expect(await outages()).toEqual([]);
  });

  it('does not count reports that are given up', async () => {
    const { start, submit, drained, email, webhook, outages, reports } = await setUp(
      'email',
      'webhook',
    );
    start();
    webhook.respond = () => refused;
    email.respond = (notification) => (isReport(notification) ? refused : undefined);
    await submit();
    await drained();
    await submit();
    await drained();
    expect(await reports()).toEqual(['webhook-failed failed']);
    expect(await outages()).toMatchObject([{ destination: 'webhook', givenUp: 2 }]);
  });

  it('is no longer reported after its end', async () => {
    const { start, submit, drained, email, webhook, reports } = await setUp('email', 'webhook');
    start();
    webhook.respond = () => refused;
    email.respond = (notification) => (isReport(notification) ? busy : undefined);
    await submit();
    await expect.poll(reports).toEqual(['webhook-failed waiting']);
    webhook.respond = () => undefined;
    await submit();
    await expect.poll(reports).toContain('webhook-recovered waiting');
    email.respond = () => undefined;
    await submit();
    await drained();
    expect((await reports()).sort()).toEqual([
      'webhook-failed void',
      'webhook-recovered delivered',
    ]);
    expect(email.kinds()).not.toContain('webhook-failed');
  });

  it('is not reported as recovered once the destination fails again', async () => {
    const { start, submit, drained, email, webhook, reports } = await setUp('email', 'webhook');
    start();
    webhook.respond = () => refused;
    await submit();
    await drained();
    webhook.respond = () => undefined;
    email.respond = (notification) => (isReport(notification) ? busy : undefined);
    await submit();
    await expect.poll(reports).toContain('webhook-recovered waiting');
    webhook.respond = () => refused;
    await submit();
    await expect.poll(reports).toContain('webhook-failed waiting');
    email.respond = () => undefined;
    await submit();
    await drained();
    expect((await reports()).sort()).toEqual([
      'webhook-failed delivered',
      'webhook-recovered void',
    ]);
    expect(email.kinds()).not.toContain('webhook-recovered');
  });

  it('is stored in the same transaction as the outcome that starts it', async () => {
    const { store, options, submit, outages, reports } = await setUp('email', 'webhook');
    await submit();
    const delivery = await lease(store);
    const stop = new AbortController();
    // Called after the first attempt to store the outcome.
    const log = { ...options.log, info: () => undefined, error: () => stop.abort() };
    const { store: failing } = createFailingStore(store, 'InsertQueryNode');
    await attempt({ ...options, log, store: failing }, delivery, fail, stop.signal);
    expect(await listDeliveries(store, { state: 'failed' })).toEqual([]);
    expect([await outages(), await reports()]).toEqual([[], []]);
  });

  it('does not start with an attempt whose lease was lost', async () => {
    const { store, options, submit, outages } = await setUp('email', 'webhook');
    await submit();
    const delivery = await lease(store);
    await lease(store, noon + 2 * minute);
    await attempt({ store, ...options }, delivery, fail, never);
    expect(await outages()).toEqual([]);
  });

  it('is counted and reported once by two concurrent processes', async () => {
    const { store, location, options, submit, outages, reports } = await setUp('email', 'webhook');
    const { store: other } = await temporaryStore({ location });
    for (let count = 0; count < 10; count += 1) await submit();
    const stores = Array.from({ length: 10 }, (_, index) => (index % 2 ? store : other));
    await Promise.all(
      stores.map(async (leasingStore) => {
        const delivery = await lease(leasingStore, noon + 10 * minute);
        await attempt({ ...options, store: leasingStore }, delivery, fail, never);
      }),
    );
    expect(await outages()).toMatchObject([{ givenUp: 10 }]);
    expect(await reports()).toEqual(['webhook-failed waiting']);
  });
});
