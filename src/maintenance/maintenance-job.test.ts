import { setImmediate as endOfTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { email, webhook } from '../../tests/fixtures/destinations.ts';
import { fakeSleeps } from '../../tests/fixtures/fake-sleeps.ts';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { assignInquiry } from '../change-inquiry/assign-inquiry.ts';
import { changeStatus } from '../change-inquiry/change-status.ts';
import { deleteByIds } from '../store/inquiries/delete-inquiries.ts';
import { listInquiries } from '../store/inquiries/list-inquiries.ts';
import { listDeliveries } from '../store/outbox/list-deliveries.ts';
import { saveSharedValue } from '../store/shared-values.ts';
import type { Store } from '../store/store.ts';
import { dayMs, hourMs, type IsoTime, minuteMs, toIso } from '../text/format-time.ts';
import { expiredBefore } from './delete-expired.ts';
import { startMaintenance } from './maintenance-job.ts';

const timeZone = 'America/New_York';
const morning = '2026-11-21T13:00:00.000Z';

async function setUp({ months }: { months?: number } = {}) {
  const { store, location } = await temporaryStore();
  const { log, lines, text } = createRecordedLog();
  let now = Date.parse(morning);
  const setSeen = (seenAt: string) => saveSharedValue(store, 'clock', JSON.stringify({ seenAt }));
  await setSeen('2026-11-21T12:00:00.000Z');
  const destinations = [email, webhook];
  const dependencies = { clock: () => now, timeZone, months, log, destinations };
  const start = (startStore = store) => {
    const loop = startMaintenance({ ...dependencies, store: startStore });
    onTestFinished(() => loop.stop());
    return loop;
  };
  const submitAt = (time: string, firstName = 'Ada') => {
    return storeInquiry(store, { firstName }, { at: Date.parse(time), destinations: [email] });
  };
  // One after the other, because the pool of PostgreSQL has ten connections.
  const submitOld = async (count: number) => {
    for (let nth = 1; nth <= count; nth++) await submitAt('2026-01-01T12:00:00.000Z', `Old ${nth}`);
  };
  const markAt = (time: string, id: string, status: 'spam' | 'new') =>
    changeStatus({ store, clock: () => Date.parse(time), destinations: [] }, id, { status });
  const names = async () =>
    (await listInquiries(store)).map(({ firstName }) => firstName).toSorted();
  const setTime = (time: string) => (now = Date.parse(time));
  return {
    store,
    location,
    start,
    submitAt,
    submitOld,
    markAt,
    names,
    setSeen,
    setTime,
    lines,
    logged: text,
  };
}

/**
 * Calls `count` in each turn of the event loop. The returned function stops this, and returns the
 * counts.
 */
function countEachTurn(count: () => number): () => number[] {
  const counts: number[] = [];
  let immediate = setImmediate(function next() {
    counts.push(count());
    immediate = setImmediate(next);
  });
  return () => {
    clearImmediate(immediate);
    return [...counts, count()];
  };
}

it('a stop ends the deletion after a batch, and two processes go on, which report each once', async () => {
  const { store, location, start, submitOld, names, logged } = await setUp({ months: 1 });
  await submitOld(120);
  const at = '2025-01-01T12:00:00.000Z' as const;
  const kind = 'deleted' as const;
  const old = Array.from({ length: 120 }, (_, nth) => ({ id: `deleted-${nth}`, kind, at }));
  await store.db.insertInto('events').values(old).execute();
  const countOld = async () =>
    (await store.db.selectFrom('events').select('id').where('at', '=', at).execute()).length;
  await start().stop();
  expect((await names()).length).toBeGreaterThan(0);
  expect(await countOld()).toBeGreaterThan(0);
  const { store: other } = await temporaryStore({ location });
  const loops = [start(), start(other)];
  await expect.poll(names).toEqual([]);
  await expect.poll(countOld).toBe(0);
  const loggedIds = () => new Set(logged().match(/(?<="inquiry":")[^"]+/g)).size;
  await expect.poll(loggedIds).toBe(120);
  for (const loop of loops) await loop.stop();
  const counts = [...logged().matchAll(/"age":(\d+)/g)].map(([, age]) => Number(age));
  expect(counts.reduce((sum, age) => sum + age, 0)).toBe(120);
  expect(logged()).not.toContain('"level":50');
  const deletions = (await listDeliveries(store)).filter(({ kind }) => kind === 'deleted');
  expect(new Set(deletions.map(({ id }) => id)).size).toBe(120);
});

describe('an expired inquiry', () => {
  it('is deleted by the last run before it would be too old, and logged once, as one of the command', async () => {
    const { store, start, submitAt, names, setTime, logged } = await setUp({ months: 18 });
    const { pending, finish } = fakeSleeps();
    const expired = await submitAt('2025-05-21T13:00:00.000Z', 'Nearly');
    const requested = await submitAt(morning, 'Now');
    start();
    await expect.poll(pending).toEqual([hourMs]);
    expect(await names()).toEqual(['Nearly', 'Now']);
    setTime('2026-11-21T13:00:00.001Z');
    finish();
    await expect.poll(names).toEqual(['Now']);
    await expect.poll(pending).toEqual([hourMs]);
    const now = Date.parse('2026-11-21T13:59:00.000Z');
    await deleteByIds(store, [requested], { destinations: [], now, reason: 'command' });
    setTime('2026-11-21T14:00:00.000Z');
    finish();
    await expect.poll(logged).toContain(requested);
    const ids = logged().match(/(?<="inquiry":")[^"]+(?=","msg":"An inquiry was deleted")/g);
    expect(ids).toEqual([expired, requested]);
  });

  it('stays without a retention period, but spam is deleted 30 days after it was marked', async () => {
    const { store, start, submitAt, markAt, names, logged } = await setUp();
    const [, early = '', late = ''] = await Promise.all(
      ['Kept', 'Early', 'Late'].map((name) => submitAt('2016-01-01T12:00:00.000Z', name)),
    );
    const assign = (time: string, assignee: string) =>
      assignInquiry({ store, clock: () => Date.parse(time), destinations: [] }, early, {
        assignee,
      });
    await assign('2026-10-20T13:00:00.000Z', 'Ann');
    await markAt('2026-10-22T12:59:59.000Z', early, 'spam');
    // This does not restart the 30 days.
    await assign('2026-11-01T13:00:00.000Z', '');
    await markAt('2026-10-22T13:00:01.000Z', late, 'spam');
    start();
    await expect.poll(names).toEqual(['Kept', 'Late']);
    await expect.poll(logged).toContain('"age":0,"spam":1');
  });
});

it('many deletions are logged in several turns of the event loop, and only the last ones again', async () => {
  const { store, start, setTime, lines } = await setUp();
  const { pending, finish } = fakeSleeps();
  const recordAt = async (at: IsoTime, prefix: string, count: number) => {
    const ids = Array.from({ length: count }, (_, nth) => `deleted-${prefix}-${nth}`);
    const events = ids.map((id) => ({ id, kind: 'deleted' as const, at }));
    await store.db.insertInto('events').values(events).execute();
  };
  const countLogged = () => lines.filter((line) => line.includes('An inquiry was deleted')).length;
  await recordAt('2026-11-21T11:30:00.000Z', 'early', 1000);
  const counts = countEachTurn(countLogged);
  const loop = start();
  await expect.poll(pending).toEqual([hourMs]);
  const perTurn = counts().map((count, turn, all) => count - (all[turn - 1] ?? 0));
  expect(perTurn.reduce((sum, count) => sum + count, 0)).toBe(1000);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(50);

  const runAt = async (hour: number) => {
    setTime(`2026-11-21T${hour}:00:00.000Z`);
    finish();
    await endOfTurn();
    await expect.poll(pending).toEqual([hourMs]);
  };
  // Record it by a process whose clock is behind.
  await recordAt('2026-11-21T12:10:00.000Z', 'late', 1);
  await runAt(14);
  expect(countLogged()).toBe(1001);
  await runAt(15);
  await loop.stop();
  await recordAt('2026-11-21T14:10:00.000Z', 'last', 1);
  start();
  await expect.poll(pending).toEqual([hourMs]);
  expect(countLogged()).toBe(1002);
});

describe('a jump of the clock', () => {
  const jump = '2028-07-01T00:00:00.000Z';

  it('lets nothing expire until servers have run for a day, and is logged', async () => {
    const { start, submitAt, names, setTime, logged } = await setUp({ months: 18 });
    const { pending, finish } = fakeSleeps();
    await submitAt(morning, 'Kept');
    setTime(jump);
    start();
    const countPaused = () => logged().match(/nothing expires for a day/g)?.length;
    await expect.poll(countPaused).toBe(1);
    expect(logged()).toContain(
      '"lastSeenAt":"2026-11-21T12:00:00.000Z","pausedUntil":"2028-07-02T00:00:00.000Z",' +
        '"msg":"The clock jumped: nothing expires for a day',
    );
    for (let hour = 1; hour <= 24; hour += 1) {
      setTime(toIso(Date.parse(jump) + hour * hourMs));
      await expect.poll(pending, { message: `before hour ${hour}` }).toHaveLength(1);
      expect(await names()).toEqual(['Kept']);
      finish();
      await expect.poll(countPaused, { message: `in hour ${hour}` }).toBe(Math.min(hour, 23) + 1);
    }
    await expect.poll(names).toEqual([]);
  });

  it('is found in a store that no server has seen by its newest inquiry, and ends with a correction', async () => {
    const { store, start, submitAt, names, setTime, logged } = await setUp({ months: 18 });
    await store.db.deleteFrom('secrets').where('name', '=', 'clock').execute();
    await submitAt('2025-05-21T12:00:00.000Z', 'Old');
    await submitAt(morning, 'Kept');
    setTime(jump);
    const first = start();
    await expect.poll(logged).toContain('The clock jumped');
    await first.stop();
    expect(await names()).toEqual(['Kept', 'Old']);
    setTime(morning);
    start();
    await expect.poll(names).toEqual(['Kept']);
  });
});

it('the webhook is notified of each deletion after 15 s, which is forgotten after a year', async () => {
  const { store, start, submitOld, names, setTime, setSeen } = await setUp({ months: 1 });
  await submitOld(60);
  const loop = start();
  await expect.poll(names).toEqual([]);
  const deletions = await listDeliveries(store);
  const nextAttemptAt = '2026-11-21T13:00:15.000Z';
  const deletion = { kind: 'deleted', destination: 'webhook', nextAttemptAt };
  expect(deletions).toMatchObject(Array(60).fill(deletion));

  await loop.stop();
  for (const [time, count] of [
    ['2027-11-21T13:00:00.000Z', 60],
    ['2027-11-21T13:00:00.001Z', 0],
  ] as const) {
    await setSeen(time);
    setTime(time);
    const run = start();
    await expect.poll(() => listDeliveries(store), { message: time }).toHaveLength(count);
    await run.stop();
    expect(await listDeliveries(store), time).toHaveLength(count);
  }
});

it('the key of an inquiry is deleted after 24 hours', async () => {
  const { store, start } = await setUp();
  const at = Date.parse(morning) - dayMs;
  await storeInquiry(store, { message: 'Sent a day ago.' }, { at });
  const id = await storeInquiry(store, { message: 'Sent later.' }, { at: at + 1 });
  start();
  const keys = () => store.db.selectFrom('idempotencyKeys').select('inquiryId').execute();
  await expect.poll(keys).toEqual([{ inquiryId: id }]);
});

it('maintenance retries once a minute while the store fails, and logs each failure', async () => {
  const { pending, finish } = fakeSleeps();
  const { start, logged } = await setUp();
  start({ kind: 'postgres' } as Store);
  const countFailures = () => logged().match(/maintenance of the store failed; retrying/g)?.length;
  await expect.poll(countFailures).toBe(1);
  await expect.poll(pending).toEqual([minuteMs]);
  finish();
  await expect.poll(countFailures).toBe(2);
});

it('the cutoff of expired inquiries is the last day of a shorter month', () => {
  const expired = expiredBefore(Date.parse('2026-03-30T12:00:00.000Z'), timeZone, 1);
  expect(expired).toBe('2026-02-28T14:00:00.000Z');
});
