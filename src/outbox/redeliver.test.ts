import { describe, expect, it } from 'vitest';
import { failingStore } from '../../tests/fixtures/failing-store.ts';
import { startMailServer } from '../../tests/fixtures/mail-server.ts';
import { setUpNotices } from '../../tests/fixtures/notification-fixture.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { submitInquiry } from '../http/contact/submit-inquiry.ts';
import { queueReminders } from '../notifications/schedule/enqueue-reminders.ts';
import { queueDigest } from '../notifications/schedule/reminder-scheduler.ts';
import { StoreUnavailable } from '../store/store-errors.ts';
import type { Destination } from '../store/tables.ts';
import { endLease, leaseDelivery } from './leases.ts';
import { listDeliveries } from './list-deliveries.ts';
import { countFailed, dismissFailed, redeliver, redeliverFailed } from './redeliver.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const hour = 60 * 60 * 1000;
const dueNow = '2026-11-21T13:00:00.000Z';

async function setUp(destinations: Destination[]) {
  const { store } = await temporaryStore();
  const submit = async () => {
    const submission = await submitInquiry(
      { store, clock: () => noon, destinations },
      sampleInquiry,
    );
    if (submission.outcome !== 'stored') throw new Error(submission.outcome);
    return submission.id;
  };
  const end = async (destination: Destination, state: 'delivered' | 'failed', at = noon) => {
    const delivery = await leaseDelivery(store, destination, at);
    if (!delivery) throw new Error('nothing is due');
    const deliveredAt = state === 'delivered' ? dueNow : null;
    await endLease(store, delivery, { state, deliveredAt, lastError: 'HTTP 500' });
  };
  return { store, submit, end, dependencies: { store, clock: () => Date.parse(dueNow) } };
}

describe('redeliver', () => {
  it('makes all deliveries of an inquiry due now, as if they were new', async () => {
    const { store, submit, end, dependencies } = await setUp(['email', 'webhook']);
    const id = await submit();
    await end('email', 'delivered');
    await end('webhook', 'failed');
    expect(await redeliver(dependencies, id, [])).toEqual(['email', 'webhook']);
    const waiting = { state: 'waiting', attempts: 0, nextAttemptAt: dueNow };
    const deliveries = await listDeliveries(store);
    expect(deliveries).toMatchObject([waiting, waiting]);
    expect(deliveries.map(({ deliveredAt }) => deliveredAt)).toEqual([undefined, undefined]);
  });

  it('sends an e-mail with an id of its own each time, which refers to the first', async () => {
    const { mails, address } = await startMailServer();
    const { store, clock, submit, startLoops } = await setUpNotices({ mailServer: address });
    const id = await submit({}, ['email']);
    const loops = startLoops();
    for (const times of [1, 2, 3]) {
      await expect.poll(() => mails).toHaveLength(times);
      await expect.poll(() => listDeliveries(store, { state: 'delivered' })).toHaveLength(1);
      await redeliver({ store, clock }, id, []);
      loops.wake();
    }
    const first = `<received-${id}@firm.example>`;
    const ids = mails.slice(0, 3).map(({ read }) => [read.messageId, read.references]);
    expect(ids).toEqual([
      [first, undefined],
      [`<received-${id}.1@firm.example>`, first],
      [`<received-${id}.2@firm.example>`, first],
    ]);
  });

  it('adds a destination that was not there when the inquiry came', async () => {
    const { store, submit, dependencies } = await setUp(['email']);
    const id = await submit();
    expect(await redeliver(dependencies, id, ['email', 'webhook'])).toEqual(['email', 'webhook']);
    expect(await listDeliveries(store)).toHaveLength(2);
  });

  it('sends to the inquirer, and reminds, only what was given up', async () => {
    const { store, submit, end, dependencies } = await setUp(['email', 'inquirer']);
    const id = await submit();
    await end('email', 'delivered');
    await end('inquirer', 'delivered');
    await queueReminders(store, noon + 24 * hour + 1);
    await end('email', 'failed', noon + 24 * hour + 1);
    expect(await redeliver(dependencies, id, ['email'])).toEqual(['email']);
    const states = (await listDeliveries(store)).map(({ kind, state }) => `${kind} ${state}`);
    expect(states.sort()).toEqual([
      'acknowledgement delivered',
      'received waiting',
      'review-late waiting',
    ]);
  });

  it('queues nothing when it fails between two statements', async () => {
    const { store, submit, end, dependencies } = await setUp(['email']);
    const id = await submit();
    await end('email', 'delivered');
    const { store: failing } = failingStore(store, 'InsertQueryNode');
    const redelivered = redeliver({ ...dependencies, store: failing }, id, ['email', 'webhook']);
    await expect(redelivered).rejects.toThrow(StoreUnavailable);
    expect(await listDeliveries(store)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('has nowhere to send what never had a destination', async () => {
    const { submit, dependencies } = await setUp([]);
    expect(await redeliver(dependencies, await submit(), [])).toEqual([]);
  });
});

describe('redeliverFailed', () => {
  it('makes due what was given up, and nothing else', async () => {
    const { store, submit, end, dependencies } = await setUp(['email']);
    const failed = await submit();
    await end('email', 'failed');
    await submit();
    await end('email', 'delivered');
    expect(await countFailed(store)).toBe(1);
    expect(await redeliverFailed(dependencies)).toBe(1);
    expect(await redeliverFailed(dependencies)).toBe(0);
    const states = (await listDeliveries(store)).map(({ inquiryId, state }) => [inquiryId, state]);
    expect(Object.fromEntries(states)).toMatchObject({ [failed]: 'waiting' });
    expect(states.map(([, state]) => state).sort()).toEqual(['delivered', 'waiting']);
  });

  it('goes through any number in steps, and ends although some fail again meanwhile', async () => {
    const { store, submit, dependencies } = await setUp(['email']);
    await Promise.all(Array.from({ length: 401 }, submit));
    await queueDigest(store, Date.parse('2026-11-20T09:00:00.000Z'), 'UTC');
    const fail = store.db.updateTable('deliveries').set({ state: 'failed' });
    // Later than those that fail again, or the query would find them last.
    await fail.set({ nextAttemptAt: '2026-11-21T14:00:00.000Z' }).execute();
    const steps: number[] = [];
    const failedAgain: Promise<unknown>[] = [];
    const count = await redeliverFailed(dependencies, (done) => {
      steps.push(done);
      // A limit, so that a loop without an end fails this test.
      if (steps.length <= 3) {
        failedAgain.push(fail.where('nextAttemptAt', '=', dueNow).execute());
      }
    });
    await Promise.all(failedAgain);
    expect({ count, steps }).toEqual({ count: 402, steps: [201, 401, 402] });
  });
});

describe('dismissFailed', () => {
  it('goes through any number in steps', async () => {
    const { store, submit } = await setUp(['email']);
    await Promise.all(Array.from({ length: 201 }, submit));
    await queueDigest(store, Date.parse('2026-11-20T09:00:00.000Z'), 'UTC');
    await store.db.updateTable('deliveries').set({ state: 'failed', attempts: 9 }).execute();
    const steps: number[] = [];
    expect(await dismissFailed(store, (done) => steps.push(done))).toBe(202);
    expect(steps).toEqual([201, 202]);
    expect(await listDeliveries(store, { state: 'void' })).toHaveLength(202);
  });
});
