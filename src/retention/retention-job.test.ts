import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeSleeps } from '../../tests/fixtures/fake-sleeps.ts';
import { email, webhook } from '../../tests/fixtures/destinations.ts';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { listDeliveries } from '../notifications/deliveries/list-deliveries.ts';
import { deleteByIds } from '../store/inquiries/delete-inquiries.ts';
import { listInquiries } from '../store/inquiries/list-inquiries.ts';
import { assignInquiry, updateStatus } from '../store/inquiries/update-status.ts';
import { saveSharedValue } from '../store/shared-values.ts';
import { openStore, type Store } from '../store/store.ts';
import { expiredBefore, startRetention } from './retention-job.ts';

const timeZone = 'America/New_York';
const morning = '2026-11-21T13:00:00.000Z';

async function setUp({ months, store }: { months?: number; store?: Store } = {}) {
  const opened = store ?? (await temporaryStore()).store;
  const { log, text } = createRecordedLog();
  let now = Date.parse(morning);
  const setSeen = (seenAt: string) => saveSharedValue(opened, 'clock', JSON.stringify({ seenAt }));
  await setSeen('2026-11-21T12:00:00.000Z');
  const destinations = [email, webhook];
  const dependencies = { store: opened, clock: () => now, timeZone, months, log, destinations };
  const start = (startStore: Store = opened) => {
    const loop = startRetention({ ...dependencies, store: startStore });
    onTestFinished(() => loop.stop());
    return loop;
  };
  const submitAt = (time: string, firstName = 'Ada') => {
    const key = { kind: 'caller', value: `${time}-${firstName}` } as const;
    const options = { at: Date.parse(time), destinations: [email], key };
    return storeInquiry(opened, { firstName }, options);
  };
  // One after the other: PostgreSQL's pool has ten connections.
  const submitOld = async (count: number) => {
    for (let nth = 1; nth <= count; nth++) await submitAt('2026-01-01T12:00:00.000Z', `Old ${nth}`);
  };
  const markAt = (time: string, id: string, status: 'spam' | 'new') =>
    updateStatus({ store: opened, clock: () => Date.parse(time) }, id, { status });
  const names = async () =>
    (await listInquiries(opened)).map(({ firstName }) => firstName).toSorted();
  return {
    store: opened,
    start,
    submitAt,
    submitOld,
    markAt,
    names,
    setSeen,
    setTime: (time: string) => (now = Date.parse(time)),
    logged: text,
  };
}

it('a stop ends the deletion after a batch, and the next start goes on', async () => {
  const { store, start, submitOld, names, logged } = await setUp({ months: 1 });
  await submitOld(120);
  const at = '2025-01-01T12:00:00.000Z';
  const old = Array.from({ length: 120 }, (_, index) => index).map((nth) => ({
    id: `deleted-${nth}`,
    kind: 'deleted' as const,
    at,
  }));
  await store.db.insertInto('events').values(old).execute();
  const countOld = async () =>
    (await store.db.selectFrom('events').select('id').where('at', '=', at).execute()).length;
  await start().stop();
  expect((await names()).length).toBeGreaterThan(0);
  expect(await countOld()).toBeGreaterThan(0);
  start();
  await expect.poll(names).toEqual([]);
  await expect.poll(countOld).toBe(0);
  const loggedIds = () => new Set(logged().match(/(?<="inquiry":")[^"]+/g)).size;
  await expect.poll(loggedIds).toBe(120);
  const deletions = (await listDeliveries(store)).filter(({ kind }) => kind === 'deleted');
  expect(new Set(deletions.map(({ id }) => id)).size).toBe(120);
});

describe('an expired inquiry', () => {
  it('is deleted with its history, deliveries and keys, and newer ones are not', async () => {
    const { store, start, submitAt, markAt, names, logged } = await setUp({ months: 18 });
    const id = await submitAt('2025-05-21T12:00:00.000Z', 'Old');
    await markAt('2025-05-21T13:00:00.000Z', id, 'spam');
    await markAt('2025-05-21T14:00:00.000Z', id, 'new');
    const young = await submitAt('2025-05-23T12:00:00.000Z', 'Young');
    start();
    await expect.poll(names).toEqual(['Young']);
    await expect.poll(logged).toContain('"age":1,"spam":0,"msg":"Expired inquiries were deleted"');
    const deliveries = await listDeliveries(store);
    expect(deliveries.map((delivery) => delivery.id)).toEqual([
      `deleted-${id}`,
      `received-${young}`,
    ]);
    for (const table of ['events', 'idempotencyKeys'] as const) {
      const left = await store.db.selectFrom(table).select('inquiryId').execute();
      expect(left.filter(({ inquiryId }) => inquiryId !== null)).toEqual([{ inquiryId: young }]);
    }
    expect(logged()).not.toMatch(/Old|Lovelace/);
  });

  it('is deleted by the last run before it would be too old', async () => {
    const { start, submitAt, names, setTime } = await setUp({ months: 18 });
    const { pending, finish } = fakeSleeps();
    await submitAt('2025-05-21T13:00:00.000Z', 'Nearly');
    await submitAt(morning, 'Now');
    start();
    await expect.poll(pending).toEqual([60 * 60 * 1000]);
    expect(await names()).toEqual(['Nearly', 'Now']);
    setTime('2026-11-21T13:00:00.001Z');
    finish();
    await expect.poll(names).toEqual(['Now']);
  });

  it('stays without a retention period, but spam is deleted 30 days after it was marked', async () => {
    const { store, start, submitAt, markAt, names, logged } = await setUp();
    const [, early = '', late = ''] = await Promise.all(
      ['Kept', 'Early', 'Late'].map((name) => submitAt('2016-01-01T12:00:00.000Z', name)),
    );
    const assign = (time: string, assignee: string) =>
      assignInquiry({ store, clock: () => Date.parse(time) }, early, { assignee });
    await assign('2026-10-20T13:00:00.000Z', 'Ann');
    await markAt('2026-10-22T12:59:59.000Z', early, 'spam');
    // This does not begin the 30 days anew.
    await assign('2026-11-01T13:00:00.000Z', '');
    await markAt('2026-10-22T13:00:01.000Z', late, 'spam');
    start();
    await expect.poll(names).toEqual(['Kept', 'Late']);
    await expect.poll(logged).toContain('"age":0,"spam":1');
  });
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
    for (let hour = 1; hour < 24; hour += 1) {
      setTime(new Date(Date.parse(jump) + hour * 60 * 60 * 1000).toISOString());
      await expect.poll(pending).toHaveLength(1);
      finish();
      await expect.poll(countPaused).toBe(hour + 1);
    }
    expect(await names()).toEqual(['Kept']);
    await expect.poll(pending).toHaveLength(1);
    setTime('2028-07-02T00:00:00.000Z');
    finish();
    await expect.poll(names).toEqual([]);
  });

  it('is found in a store that no server has seen by its newest inquiry', async () => {
    const { store, start, submitAt, names, setTime, logged } = await setUp({ months: 18 });
    await store.db.deleteFrom('secrets').where('name', '=', 'clock').execute();
    await submitAt(morning, 'Kept');
    setTime(jump);
    start();
    await expect.poll(logged).toContain('The clock jumped');
    expect(await names()).toEqual(['Kept']);
  });

  it('ends with a correction of the clock', async () => {
    const { start, submitAt, names, setTime, logged } = await setUp({ months: 18 });
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

describe('the webhook', () => {
  it('is notified of each deletion after 15 s, which is forgotten after a year', async () => {
    const { store, start, submitOld, names, setTime, setSeen } = await setUp({ months: 1 });
    await submitOld(60);
    const loop = start();
    await expect.poll(names).toEqual([]);
    const all = await listDeliveries(store);
    // So many at once also have a summary.
    const deliveries = all.filter(({ kind }) => kind !== 'summary');
    expect(deliveries.map(({ kind, destination }) => `${kind} ${destination}`)).toEqual(
      Array(60).fill('deleted webhook'),
    );
    const times = deliveries.map(({ nextAttemptAt }) => nextAttemptAt);
    expect(times).toEqual(Array(60).fill('2026-11-21T13:00:15.000Z'));

    await loop.stop();
    for (const [time, count] of [
      ['2027-11-21T13:00:00.000Z', 60],
      ['2027-11-21T13:00:00.001Z', 0],
    ] as const) {
      await setSeen(time);
      setTime(time);
      const run = start();
      await expect.poll(() => listDeliveries(store)).toHaveLength(count);
      await run.stop();
      expect(await listDeliveries(store)).toHaveLength(count);
    }
  });
});

it('the key of a form sent without script is deleted after 24 hours', async () => {
  const { store, start } = await setUp();
  const key = { kind: 'content' } as const;
  const at = Date.parse(morning) - 24 * 60 * 60 * 1000;
  await storeInquiry(store, { message: 'Sent a day ago.' }, { at, key });
  const id = await storeInquiry(store, { message: 'Sent later.' }, { at: at + 1, key });
  start();
  const keys = () => store.db.selectFrom('idempotencyKeys').select('inquiryId').execute();
  await expect.poll(keys).toEqual([{ inquiryId: id }]);
});

describe('the retention job', () => {
  it('logs each deletion once with the id, also one by the command', async () => {
    const { store, start, submitAt, names, setTime, logged } = await setUp({ months: 18 });
    const { pending, finish } = fakeSleeps();
    const expired = await submitAt('2025-05-21T12:00:00.000Z', 'Old');
    const requested = await submitAt(morning, 'Asked');
    start();
    await expect.poll(names).toEqual(['Asked']);
    await expect.poll(pending).toEqual([60 * 60 * 1000]);
    const now = Date.parse('2026-11-21T13:59:00.000Z');
    await deleteByIds(store, [requested], { destinations: [], now, reason: 'command' });
    setTime('2026-11-21T14:00:00.000Z');
    finish();
    await expect.poll(logged).toContain(requested);
    const lines = logged().match(/"inquiry":"[^"]+","msg":"An inquiry was deleted"/g);
    expect(lines).toEqual(
      [expired, requested].map((id) => `"inquiry":"${id}","msg":"An inquiry was deleted"`),
    );
  });

  it('shares the work with another process, and reports each deletion once', async () => {
    const { store, location } = await temporaryStore();
    const { start, submitOld, names, logged } = await setUp({ months: 1, store });
    await submitOld(120);
    const other = await openStore(location);
    const loops = [start(store), start(other)];
    await expect.poll(names).toEqual([]);
    for (const loop of loops) await loop.stop();
    await other.close();
    const counts = [...logged().matchAll(/"age":(\d+)/g)].map(([, age]) => Number(age));
    expect(counts.reduce((sum, age) => sum + age, 0)).toBe(120);
    expect(logged()).not.toContain('"level":50');
  });

  it('retries once a minute while the store fails, and logs each failure', async () => {
    const { pending, finish } = fakeSleeps();
    const { start, logged } = await setUp();
    start({ kind: 'postgres' } as Store);
    const countFailures = () => logged().match(/could not be deleted; retrying/g)?.length;
    await expect.poll(countFailures).toBe(1);
    await expect.poll(pending).toEqual([60_000]);
    finish();
    await expect.poll(countFailures).toBe(2);
  });
});

it.each([
  [
    'includes what would be too old before the next run',
    '2026-11-21T08:00',
    18,
    '2025-05-21T08:00',
  ],
  ['is the last day of a shorter month', '2026-03-30T12:00', 1, '2026-02-28T14:00'],
])('the cutoff of expired inquiries %s', (_, now, months, cutoff) => {
  const expired = expiredBefore(Date.parse(`${now}:00.000Z`), timeZone, months);
  expect(expired).toBe(`${cutoff}:00.000Z`);
});
