import { describe, expect, it } from 'vitest';
import { afterFirstQuery } from '../../tests/fixtures/after-first-query.ts';
import { email, inquirer, webhook } from '../../tests/fixtures/destinations.ts';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { attemptDelivery } from './deliveries/attempt-delivery.ts';
import { leaseDelivery } from './deliveries/leases.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import { deleteByIds } from '../store/inquiries/delete-inquiries.ts';
import type { Notification } from './sender.ts';
import { reportOutages } from './outages.ts';
import { DeliveryError } from './sender.ts';
import type { Destination } from '../store/tables.ts';

const start = Date.parse('2026-11-21T03:12:07.500Z');
const minutesOfDay = 24 * 60;
/** Runs of days take longer steps. */
const longStep = 30;
const both = [email, webhook];
const busy = () => new DeliveryError('HTTP 503');
const refusal = () => new DeliveryError('HTTP 410', { isFinal: true });
const { signal } = new AbortController();

/** A server whose scheduler and workers run once in each simulated step. */
async function setUp(destinations: readonly Destination[] = both) {
  const { store, location } = await temporaryStore();
  let now = start;
  const clock = () => now;
  const { log } = createRecordedLog();
  const calendar = { timeZone: 'UTC', holidays: [] };
  const dependencies = { store, clock, ...calendar, log, random: () => 0.5, retryMs: 30_000 };
  const reports: { minute: number; to: string; notification: Notification; id: string }[] = [];
  const respond: Record<string, (() => Error | undefined) | undefined> = {};

  async function deliver(destination: string) {
    for (;;) {
      const delivery = await leaseDelivery(store, destination, now);
      if (!delivery) return;
      const send = async (notification: Notification) => {
        const error = respond[destination]?.();
        if (error) throw error;
        if (!('outage' in notification)) return [];
        const minute = (now - start) / 60_000;
        reports.push({ minute, to: destination, notification, id: notification.id });
        return [];
      };
      await attemptDelivery(dependencies, delivery, send, signal);
    }
  }

  return {
    store,
    location,
    reports,
    respond,
    clock,
    kinds: () =>
      reports.map(({ notification }) =>
        'outage' in notification ? `${notification.kind}-${notification.outage.destination}` : '',
      ),
    submit: async (count = 1) => {
      for (let number = 0; number < count; number++) {
        await storeInquiry(store, {}, { at: now, destinations });
      }
    },
    /** Lets time pass without a running server. */
    stopFor: (minutes: number) => (now += minutes * 60_000),
    async run(minutes: number) {
      for (let left = minutes; left > 0;) {
        // The first and the last minutes of an hour are exact.
        const step = minutes > 200 ? longStep : left === minutes || left <= 15 ? 1 : 5;
        left -= step;
        now += step * 60_000;
        await reportOutages(store, destinations, now);
        for (const { name } of destinations) await deliver(name);
      }
    },
  };
}

it('mail to inquirers is no destination of the team: its failures are not reported, and it is told nothing', async () => {
  const { submit, run, reports, respond } = await setUp([...both, inquirer]);
  respond['inquirer'] = busy;
  await submit(2);
  await run(65);
  expect(reports).toEqual([]);

  respond['webhook'] = busy;
  respond['inquirer'] = undefined;
  await submit();
  await run(65);
  expect(reports.map(({ to }) => to)).toEqual(['email']);
});

describe.each([
  ['webhook', 'email'],
  ['email', 'webhook'],
] as const)('a failing destination (%s)', (failing, other) => {
  it('is reported by the other within 65 minutes, once a day while it lasts, and its end once', async () => {
    const { submit, run, reports, respond, kinds } = await setUp();
    await submit();
    await run(30);
    respond[failing] = busy;
    await submit(2);
    await run(65);
    expect(reports).toMatchObject([
      {
        to: other,
        notification: {
          kind: 'outage',
          outage: {
            destination: failing,
            since: '2026-11-21T03:43:07.500Z',
            endedAt: null,
            lastError: 'HTTP 503',
            waiting: 2,
            givenUp: 0,
          },
        },
      },
    ]);
    await submit();
    await run(2 * minutesOfDay);
    expect(kinds()).toEqual(Array<string>(3).fill(`outage-${failing}`));
    for (const [index, { minute }] of reports.slice(1).entries()) {
      const pause = minute - Number(reports[index]?.minute);
      expect(pause).toBeGreaterThanOrEqual(minutesOfDay);
      expect(pause).toBeLessThan(minutesOfDay + 2 * longStep);
    }
    expect(new Set(reports.map(({ id }) => id)).size).toBe(3);

    respond[failing] = undefined;
    await run(2 * minutesOfDay);
    expect(kinds().slice(3)).toEqual([`recovery-${failing}`]);
    const since = expect.stringMatching(/^2026-11-21T04:4/) as string;
    expect(reports[3]).toMatchObject({
      to: other,
      notification: { outage: { destination: failing, since, givenUp: 0 } },
    });
  });

  it('is reported again at once after it had worked', async () => {
    const { submit, run, kinds, respond } = await setUp();
    for (const count of [1, 2]) {
      respond[failing] = busy;
      await submit(count);
      await run(65);
      respond[failing] = undefined;
      await run(65);
    }
    const once = [`outage-${failing}`, `recovery-${failing}`];
    expect(kinds()).toEqual([...once, ...once]);
  });

  it('is not reported for one delivery that it refuses for good, or a success after a failure', async () => {
    const { submit, run, stopFor, kinds, respond } = await setUp();
    const [once, twice] = [
      [refusal(), busy()],
      [busy(), busy()],
    ];
    respond[failing] = () => once.shift();
    await submit(2);
    await run(2 * minutesOfDay);
    respond[failing] = () => twice.shift();
    await submit();
    await run(2);
    expect(twice).toEqual([]);
    stopFor(3 * 60);
    await run(2 * minutesOfDay);
    expect(kinds()).toEqual([]);
  });

  it('is not reported if it works again before the other one can be told', async () => {
    const { submit, run, kinds, respond } = await setUp();
    respond[failing] = respond[other] = busy;
    await submit();
    await run(70);
    respond[failing] = undefined;
    await run(60);
    respond[other] = undefined;
    await run(2 * minutesOfDay);
    expect(kinds()).not.toContain(`outage-${failing}`);
  });

  it('is reported to nobody without another destination', async () => {
    const { submit, run, kinds, store, respond } = await setUp(
      both.filter(({ name }) => name === failing),
    );
    respond[failing] = busy;
    await submit();
    await run(70);
    expect(kinds()).toEqual([]);
    expect(await listDeliveries(store)).toMatchObject([{ kind: 'received' }]);
  });
});

it('two servers report an outage, its repetition and its end once', async () => {
  const to = [webhook, email];
  const { submit, run, stopFor, kinds, store, location, respond, clock } = await setUp(to);
  const { store: other } = await temporaryStore({ location });
  const told: string[] = [];
  /** Reports as two servers, of which each has read before either writes. */
  const reportTwice = async (kind: string) => {
    const interrupted = afterFirstQuery(other, () => reportOutages(store, to, clock()));
    expect(kinds()).toEqual(told);
    await reportOutages(interrupted, to, clock());
    await run(1);
    told.push(`${kind}-webhook`);
    expect(kinds()).toEqual(told);
  };
  respond['webhook'] = busy;
  await submit(2);
  await run(61);
  stopFor(1);
  await reportTwice('outage');
  await run(minutesOfDay - longStep);
  stopFor(longStep - 1);
  await reportTwice('outage');
  respond['webhook'] = undefined;
  stopFor(60);
  await run(1);
  await reportTwice('recovery');
});

it('an outage whose inquiries were deleted is not reported', async () => {
  const { submit, run, kinds, store, respond, clock } = await setUp();
  respond['webhook'] = busy;
  await submit(2);
  await run(30);
  const rows = await store.db.selectFrom('inquiries').select('id').execute();
  const ids = rows.map(({ id }) => id);
  await deleteByIds(store, ids, { destinations: [], now: clock() });
  await run(minutesOfDay);
  expect(kinds()).toEqual([]);
});
