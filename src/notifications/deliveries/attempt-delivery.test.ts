import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { createFailingStore } from '../../../tests/fixtures/failing-store.ts';
import { fakeSleeps } from '../../../tests/fixtures/fake-sleeps.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import {
  hangingSender,
  hour,
  setUpNotifications,
  start,
} from '../../../tests/fixtures/notification-fixture.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { startWebhookReceiver } from '../../../tests/fixtures/webhook-receiver.ts';
import type { Destination } from '../../config/destinations.ts';
import { leaseDelivery, leaseMs } from '../../store/outbox/leases.ts';
import { listDeliveries } from '../../store/outbox/list-deliveries.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import { dayMs } from '../../text/format-time.ts';
import { received } from '../messages/received.ts';
import { enqueueDue } from '../schedule/schedule.ts';
import { accepted, DeliveryError, type Sender } from '../sender.ts';
import { attemptDelivery } from './attempt-delivery.ts';

/**
 * Leases a delivery, in a store whose updates may fail. If `loadError` is set, its message cannot
 * be loaded.
 */
async function setUp(loadError?: Error) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store, jobs, submit, pass, logged } = await setUpNotifications({ senders: {} });
  await submit({}, [email]);
  const delivery = await leaseDelivery(store, email, start);
  if (!delivery) throw new Error('nothing is due');

  const { store: failing, failures } = createFailingStore(store, 'UpdateQueryNode');
  failures.isOn = false;
  if (loadError) vi.spyOn(received, 'load').mockRejectedValueOnce(loadError);
  const stop = new AbortController();
  onTestFinished(() => {
    failures.isOn = false;
    stop.abort();
  });
  return {
    ...{ store, failures, stop, logged },
    attempt: (send: Sender) =>
      attemptDelivery({ ...jobs, store: failing }, delivery, send, stop.signal),
    pass(ms: number) {
      pass(ms);
      vi.advanceTimersByTime(ms);
    },
    read: async () => (await listDeliveries(store))[0],
  };
}

const failToSend: Sender = () => Promise.reject(new DeliveryError('sent', { isFinal: true }));

describe('an attempt', () => {
  it('renews its lease until the destination responds, also after a failed renewal', async () => {
    const { store, attempt, failures, pass, stop, read, logged } = await setUp();
    const { send, succeed } = hangingSender();
    const attempted = attempt(send);
    failures.isOn = true;
    pass(leaseMs / 3);
    await expect.poll(logged).toContain('lease of a delivery could not be renewed');
    failures.isOn = false;
    pass(leaseMs / 3);
    const lease = store.db.selectFrom('deliveries').select('leaseEndsAt');
    await expect.poll(() => lease.execute()).toEqual([{ leaseEndsAt: '2026-11-21T12:00:25.000Z' }]);
    succeed();
    await attempted;
    expect(await read()).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('is aborted without an outcome once its lease is lost, with a warning', async () => {
    const { store, attempt, pass, read, logged } = await setUp();
    const { send, called } = hangingSender();
    const attempted = attempt(send);
    await called;
    await leaseDelivery(store, email, start + leaseMs);
    pass(leaseMs / 3);
    await attempted;
    expect(await read()).toMatchObject({ state: 'waiting', attempts: 2 });
    expect(logged()).toMatch(/"level":40,.*lease of a delivery was lost/);
  });

  it('stores the first 200 characters of an error', async () => {
    const { attempt, read } = await setUp();
    await attempt(() => Promise.reject(new DeliveryError('x'.repeat(201))));
    expect(await read()).toMatchObject({ state: 'waiting', lastError: 'x'.repeat(200) });
  });

  it('fails if its notification cannot be loaded', async () => {
    const { attempt, read, logged } = await setUp(new RangeError('Ada: Invalid time value'));
    await attempt(failToSend);
    const retry = { nextAttemptAt: '2026-11-21T12:00:05.000Z', lastError: 'RangeError' };
    expect(await read()).toMatchObject({ state: 'waiting', attempts: 1, ...retry });
    expect(logged()).toMatch(/"level":50,.*attempt-delivery\.test.*failed for an unknown reason/);
    expect(logged()).not.toContain('Ada');
  });

  it('has no outcome if the store fails before it', async () => {
    const failure = new StoreUnavailable('The notification could not be read');
    const { attempt, read } = await setUp(failure);
    await expect(attempt(failToSend)).rejects.toBe(failure);
    expect((await read())?.lastError).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends nothing when aborted before it starts, and leaves its delivery due', async () => {
    const { store, attempt, stop, read } = await setUp();
    stop.abort();
    await attempt(failToSend);
    expect((await read())?.lastError).toBeUndefined();
    expect(await leaseDelivery(store, email, start)).toMatchObject({ attempts: 2 });
  });
});

describe('an outcome that cannot be stored', () => {
  it('is retried every second', async () => {
    const { attempt, failures, read, logged } = await setUp();
    const sleeps = fakeSleeps();
    failures.isOn = true;
    const attempted = attempt(async () => accepted);
    await expect.poll(sleeps.pending).toEqual([1000]);
    expect(failures.count).toBe(1);
    expect(logged()).toContain('The outcome of a delivery could not be stored');
    sleeps.finish();
    await expect.poll(() => failures.count).toBe(2);
    await expect.poll(sleeps.pending).toEqual([1000]);
    failures.isOn = false;
    sleeps.finish();
    await attempted;
    expect(await read()).toMatchObject({ state: 'delivered' });
  });

  it('does not delay the stop', async () => {
    const { attempt, failures, stop, read } = await setUp();
    failures.isOn = true;
    await attempt(async () => {
      stop.abort();
      return accepted;
    });
    expect(failures.count).toBe(1);
    expect(await read()).toMatchObject({ state: 'waiting' });
  });
});

it('is made for four days after the first, then the delivery is given up', async () => {
  const send: Sender = () => Promise.reject(new DeliveryError('HTTP 500'));
  const { store, clock, submit, deliver, pass } = await setUpNotifications({
    senders: { email: send },
  });
  await submit({}, [email]);
  const read = async () => (await listDeliveries(store))[0];
  await deliver();
  while ((await read())?.state === 'waiting' && clock() < start + 5 * dayMs) {
    const { nextAttemptAt = '' } = (await read()) ?? {};
    pass(Date.parse(nextAttemptAt) - clock());
    await deliver();
  }
  expect(await read()).toMatchObject({ state: 'failed', attempts: 106 });
  expect(clock() - start).toBe(4 * dayMs);
});

/** Starts a mail server that has no space for Ben, and returns the mailboxes of Ann and Ben. */
async function setUpFullMailbox() {
  const server = await startMailServer({
    onRcptTo({ address }, _, callback) {
      const isFull = address === 'ben@firm.example';
      callback(isFull ? Object.assign(new Error('Full'), { responseCode: 452 }) : undefined);
    },
  });
  const to = ['ann', 'ben'].map((name) => ({ name, address: `${name}@firm.example` }));
  return { server, to };
}

it('to recipients who are no longer in the settings is skipped, and not called delivered', async () => {
  const { server, to } = await setUpFullMailbox();
  const { store, submit, deliver, pass } = await setUpNotifications({
    mailServer: server.address,
    mailOptions: { to },
  });
  await submit({}, [email]);
  await deliver();
  to.pop();
  pass(hour);
  await deliver();
  const lastError = 'The settings name nobody who gets it';
  expect(await listDeliveries(store)).toMatchObject([{ state: 'void', lastError }]);
  expect(server.mails).toHaveLength(1);
});

it('of a message that has no text for the destination is skipped', async () => {
  const { messages, url } = await startWebhookReceiver();
  const { store, jobs, deliver, setTime, logged } = await setUpNotifications({ webhook: url });
  const chat: Destination = { name: webhook.name, reaches: 'team' };
  await storeInquiry(store, {}, { at: start });
  setTime('2026-11-23T13:00:00.000Z');
  await enqueueDue({ ...jobs, destinations: [chat] });
  await deliver(chat);
  const lastError = 'It has no text for this destination';
  expect(await listDeliveries(store)).toMatchObject([{ kind: 'digest', state: 'void', lastError }]);
  expect(messages).toEqual([]);
  expect(logged()).toMatch(/"level":30,.*skipped: it has no text for this destination/);
});

it('of a reminder is complete once the assignee has it, also if another one lacks it', async () => {
  const { server, to } = await setUpFullMailbox();
  const { store, submit, assign, tickAfter, logged } = await setUpNotifications({
    at: Date.parse('2026-11-24T16:00:00.000-05:00'),
    mailServer: server.address,
    mailOptions: { to },
  });
  const id = await submit();
  await tickAfter(20 * hour);
  await assign(id, 'Ann');
  await tickAfter(hour);
  // Ann got it at the first attempt.
  expect(server.mails.map((mail) => mail.to)).toEqual([['ann@firm.example']]);
  const [reminder] = await listDeliveries(store);
  expect(reminder).toMatchObject({ kind: 'review-soon', state: 'delivered' });
  expect(reminder).not.toHaveProperty('lastError');
  expect(logged()).not.toContain('the settings name nobody');
});

it('of a digest is logged with its day', async () => {
  const { jobs, tickAt, logged } = await setUpNotifications({
    senders: { email: () => Promise.resolve(accepted) },
  });
  await storeInquiry(jobs.store, {}, { at: start });
  await tickAt('2026-11-23T13:00:00.000Z');
  expect(logged()).toContain('"kind":"digest","destination":"email","about":"2026-11-23"');
});
