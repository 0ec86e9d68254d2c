import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { email } from '../../../tests/fixtures/destinations.ts';
import { createFailingStore } from '../../../tests/fixtures/failing-store.ts';
import { fakeSleeps } from '../../../tests/fixtures/fake-sleeps.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { receiveInquiry } from '../../receive-inquiry/receive-inquiry.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';
import { startReminderScheduler } from './reminder-scheduler.ts';

// The worker may have loaded these modules without the mock.
vi.hoisted(() => vi.resetModules());
vi.mock('node:timers/promises', { spy: true });

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** After the time of the digest. */
const afternoon = Date.parse('2026-11-24T16:00:00.000Z');
/** A Monday, when the digest is due. */
const monday = Date.parse('2026-11-23T08:00:00.000Z');

/** A scheduler whose store may fail. */
async function setUp(now: number) {
  const { store } = await temporaryStore();
  const { store: failing, failures } = createFailingStore(store, 'SelectQueryNode');
  failures.isOn = false;
  const { log, text } = createRecordedLog();
  const sleeps = fakeSleeps();
  const clock = () => now;
  const wakeDeliveries = vi.fn();
  const calendar = { timeZone: 'UTC', holidays: [] };
  const dependencies = { store: failing, destinations: [email], clock, ...calendar, log };
  return {
    failures,
    sleeps,
    wakeDeliveries,
    start() {
      const scheduler = startReminderScheduler({ ...dependencies, wakeDeliveries });
      onTestFinished(() => scheduler.stop());
    },
    submit: () => receiveInquiry({ store, clock }, sampleInquiry),
    pass: (ms: number) => (now += ms),
    kinds: async () => (await listDeliveries(store)).map(({ kind }) => kind),
    logged: text,
  };
}

describe('the reminder scheduler', () => {
  it('polls every minute for changes by other processes', async () => {
    const { start, sleeps, submit, pass, kinds, wakeDeliveries } = await setUp(afternoon);
    start();
    await expect.poll(sleeps.pending).toEqual([minute]);
    await submit();
    pass(20 * hour);
    sleeps.finish();
    await expect.poll(kinds).toContain('review-soon');
    await expect.poll(() => wakeDeliveries.mock.calls).toHaveLength(2);
  });

  it('logs a store failure and retries after a minute', async () => {
    const { start, failures, sleeps, kinds, logged } = await setUp(monday);
    failures.isOn = true;
    start();
    await expect.poll(sleeps.pending).toEqual([minute]);
    expect(logged()).toMatch(/"level":50,.*Reminders and digests could not be queued/);
    failures.isOn = false;
    sleeps.finish();
    await expect.poll(kinds).toEqual(['digest']);
  });
});
