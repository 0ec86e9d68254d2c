import { describe, expect, it, onTestFinished } from 'vitest';
import { failingStore } from '../../tests/fixtures/failing-store.ts';
import { recordedLog } from '../../tests/fixtures/recorded-log.ts';
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

/** A destination that keeps what it takes, and fails by the error of `answer`. */
function createDestination() {
  const taken: Notification[] = [];
  const destination = {
    taken,
    kinds: () => taken.map(({ kind }) => kind),
    answer: (() => undefined) as (notification: Notification) => Error | undefined,
    send: (async (notification) => {
      const error = destination.answer(notification);
      if (error) throw error;
      taken.push(notification);
      return undefined;
    }) satisfies NotificationSender,
  };
  return destination;
}

/** A store whose deliveries go to these destinations, by a clock that the test moves. */
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
  const { log } = recordedLog();
  const loop = { clock, random: () => 0, retryMs: 5000, timeZone: 'UTC', log, senders };
  let deliveries: DeliveryWorkers | undefined;

  return {
    ...all,
    store,
    location,
    loop,
    start() {
      deliveries = startDeliveries({ store, ...loop });
      onTestFinished(() => deliveries?.stop(0));
    },
    /** Submits an inquiry a minute later. */
    async submit() {
      now += minute;
      await submitInquiry({ store, clock, destinations }, sampleInquiry);
      deliveries?.wake();
    },
    nothingWaits: () =>
      expect
        .poll(() => {
          // Reports are queued by the loop itself, which does not look for them at once.
          deliveries?.wake();
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
  it('is reported to the other one when it begins, once, and when it ends', async () => {
    const { start, submit, nothingWaits, outages, ...all } = await setUp('email', 'webhook');
    start();
    all[failing].answer = () => refused;
    await submit();
    await nothingWaits();
    await submit();
    await nothingWaits();
    expect(all[other].kinds().filter((kind) => kind !== 'received')).toEqual([`${failing}-failed`]);
    const open = {
      destination: failing,
      beganAt: '2026-11-21T12:01:00.000Z',
      endedAt: null,
      givenUp: 2,
      lastError: 'HTTP 410',
    };
    expect(await outages()).toEqual([open]);

    all[failing].answer = () => undefined;
    await submit();
    await nothingWaits();
    const ended = { ...open, endedAt: '2026-11-21T12:03:00.000Z' };
    expect(await outages()).toEqual([ended]);
    expect(all[other].taken.at(-1)).toEqual({
      kind: `${failing}-recovered`,
      outage: ended,
      redeliveries: 0,
    });
    await submit();
    await nothingWaits();
    expect(all[other].taken.filter(isReport)).toHaveLength(2);
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
  it('that follows another one is reported under an id of its own', async () => {
    const { start, submit, nothingWaits, webhook, email, outages, reports } = await setUp(
      'email',
      'webhook',
    );
    start();
    for (const error of [refused, undefined, refused, undefined]) {
      webhook.answer = () => error;
      await submit();
      await nothingWaits();
    }
    expect(email.taken.filter(isReport).map(notificationId)).toEqual([
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

  it('is recorded where no other destination can be told', async () => {
    const { start, submit, nothingWaits, webhook, outages, reports } = await setUp('webhook');
    start();
    webhook.answer = () => refused;
    await submit();
    await nothingWaits();
    expect(await outages()).toMatchObject([{ destination: 'webhook', endedAt: null }]);
    webhook.answer = () => undefined;
    await submit();
    await nothingWaits();
    expect(await outages()).toMatchObject([{ endedAt: '2026-11-21T12:02:00.000Z' }]);
    expect(await reports()).toEqual([]);
  });

  it('does not begin with an acknowledgement that a mailbox refuses', async () => {
    const { start, submit, nothingWaits, inquirer, outages } = await setUp('email', 'inquirer');
    start();
    inquirer.answer = () => refused;
    await submit();
    await nothingWaits();
    expect(await outages()).toEqual([]);
  });

  it('does not begin as long as the delivery is attempted again', async () => {
    const { store, start, submit, webhook, outages } = await setUp('email', 'webhook');
    start();
    webhook.answer = () => busy;
    await submit();
    await expect
      .poll(() => listDeliveries(store, { state: 'waiting' }))
      .toMatchObject([{ lastError: 'HTTP 503' }]);
    expect(await outages()).toEqual([]);
  });

  it('neither begins with a report that is given up nor counts it', async () => {
    const { start, submit, nothingWaits, email, webhook, outages, reports } = await setUp(
      'email',
      'webhook',
    );
    start();
    webhook.answer = () => refused;
    email.answer = (notification) => (isReport(notification) ? refused : undefined);
    await submit();
    await nothingWaits();
    await submit();
    await nothingWaits();
    expect(await reports()).toEqual(['webhook-failed failed']);
    expect(await outages()).toMatchObject([{ destination: 'webhook', givenUp: 2 }]);
  });

  it('is not reported any more after its end', async () => {
    const { start, submit, nothingWaits, email, webhook, reports } = await setUp(
      'email',
      'webhook',
    );
    start();
    webhook.answer = () => refused;
    email.answer = (notification) => (isReport(notification) ? busy : undefined);
    await submit();
    await expect.poll(reports).toEqual(['webhook-failed waiting']);
    webhook.answer = () => undefined;
    await submit();
    await expect.poll(reports).toContain('webhook-recovered waiting');
    email.answer = () => undefined;
    await submit();
    await nothingWaits();
    expect((await reports()).sort()).toEqual([
      'webhook-failed void',
      'webhook-recovered delivered',
    ]);
    expect(email.kinds()).not.toContain('webhook-failed');
  });

  it('is not reported as ended once the destination fails again', async () => {
    const { start, submit, nothingWaits, email, webhook, reports } = await setUp(
      'email',
      'webhook',
    );
    start();
    webhook.answer = () => refused;
    await submit();
    await nothingWaits();
    webhook.answer = () => undefined;
    email.answer = (notification) => (isReport(notification) ? busy : undefined);
    await submit();
    await expect.poll(reports).toContain('webhook-recovered waiting');
    webhook.answer = () => refused;
    await submit();
    await expect.poll(reports).toContain('webhook-failed waiting');
    email.answer = () => undefined;
    await submit();
    await nothingWaits();
    expect((await reports()).sort()).toEqual([
      'webhook-failed delivered',
      'webhook-recovered void',
    ]);
    expect(email.kinds()).not.toContain('webhook-recovered');
  });

  it('is stored together with the outcome that begins it, or neither is', async () => {
    const { store, loop, submit, outages, reports } = await setUp('email', 'webhook');
    await submit();
    const delivery = await lease(store);
    const stop = new AbortController();
    // Called after the first attempt to store the outcome.
    const log = { ...loop.log, info: () => undefined, error: () => stop.abort() };
    const { store: failing } = failingStore(store, 'InsertQueryNode');
    await attempt({ ...loop, log, store: failing }, delivery, fail, stop.signal);
    expect(await listDeliveries(store, { state: 'failed' })).toEqual([]);
    expect([await outages(), await reports()]).toEqual([[], []]);
  });

  it('does not begin by an attempt that another process took over', async () => {
    const { store, loop, submit, outages } = await setUp('email', 'webhook');
    await submit();
    const delivery = await lease(store);
    await lease(store, noon + 2 * minute);
    await attempt({ store, ...loop }, delivery, fail, never);
    expect(await outages()).toEqual([]);
  });

  it('is counted and reported once by two processes at the same time', async () => {
    const { store, location, loop, submit, outages, reports } = await setUp('email', 'webhook');
    const { store: other } = await temporaryStore({ location });
    for (let count = 0; count < 10; count += 1) await submit();
    const stores = Array.from({ length: 10 }, (_, index) => (index % 2 ? store : other));
    await Promise.all(
      stores.map(async (of) =>
        attempt({ ...loop, store: of }, await lease(of, noon + 10 * minute), fail, never),
      ),
    );
    expect(await outages()).toMatchObject([{ givenUp: 10 }]);
    expect(await reports()).toEqual(['webhook-failed waiting']);
  });
});
