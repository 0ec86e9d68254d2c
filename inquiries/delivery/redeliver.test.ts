import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../test/sample-inquiry.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { submitInquiry } from '../submit-inquiry.ts';
import type { Destination } from '../tables.ts';
import { endLease, leaseDelivery } from './leases.ts';
import { listDeliveries } from './list-deliveries.ts';
import { queueReminders } from './queue-reminders.ts';
import { redeliver, redeliverFailed } from './redeliver.ts';

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
    await endLease(store, delivery, { state, lastError: 'HTTP 500' });
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
    expect(await listDeliveries(store)).toMatchObject([waiting, waiting]);
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
    expect(await redeliverFailed(dependencies)).toBe(1);
    expect(await redeliverFailed(dependencies)).toBe(0);
    const states = (await listDeliveries(store)).map(({ inquiryId, state }) => [inquiryId, state]);
    expect(Object.fromEntries(states)).toMatchObject({ [failed]: 'waiting' });
    expect(states.map(([, state]) => state).sort()).toEqual(['delivered', 'waiting']);
  });

  it('goes through any number in steps, and ends although some fail again meanwhile', async () => {
    const { store, submit, dependencies } = await setUp(['email']);
    for (let count = 0; count < 401; count++) await submit();
    const fail = () => store.db.updateTable('deliveries').set({ state: 'failed' }).execute();
    await store.db.updateTable('deliveries').set({ nextAttemptAt: '2026-01-01' }).execute();
    await fail();
    const steps: number[] = [];
    const failAgain: Promise<unknown>[] = [];
    const count = await redeliverFailed(dependencies, (done) => {
      steps.push(done);
      failAgain.push(fail());
    });
    await Promise.all(failAgain);
    expect({ count, steps }).toEqual({ count: 401, steps: [200, 400, 401] });
  });
});
