import { expect, it } from 'vitest';
import { email } from '../../../tests/fixtures/destinations.ts';
import { newYork, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { startMaintenance } from '../../maintenance/maintenance-job.ts';
import { countUndelivered } from '../../store/outbox/count-undelivered.ts';
import { leaseDelivery } from '../../store/outbox/leases.ts';
import { hourMs, minuteMs, toIso } from '../../text/format-time.ts';
import { accepted, DeliveryError, type Sender } from '../sender.ts';

/** Saturdays, on which no digest is sent. */
const yearAhead = '2027-11-20T12:00:00.000Z';
const corrected = '2026-11-21T12:10:00.000Z';

async function setUp() {
  const state = { isDown: true };
  const sent: string[] = [];
  const send: Sender = async ({ id }) => {
    if (state.isDown) throw new DeliveryError('HTTP 503');
    sent.push(id);
    return accepted;
  };
  const fixture = await setUpNotifications({ senders: { email: send } });
  const { store, clock, jobs } = fixture;
  return {
    ...fixture,
    state,
    sent,
    /** Runs the hourly job of a server. */
    runHourly: () =>
      startMaintenance({ ...jobs, store, clock, timeZone: newYork, months: undefined }).stop(),
    count: () => countUndelivered(store, [email], clock()),
  };
}

it('e-mails that a wrong clock put off for a year are sent within an hour of its correction', async () => {
  const { store, state, sent, submit, setTime, tick, deliver, runHourly, logged } = await setUp();
  const before = await submit({ firstName: 'Before' }, [email]);
  setTime(yearAhead);
  // As if a server had ended during the attempt.
  await leaseDelivery(store, email, Date.parse(yearAhead));
  const failed = await submit({ firstName: 'Failed' }, [email]);
  await deliver();
  const queued = await submit({ firstName: 'Queued' }, [email]);
  setTime(corrected);
  state.isDown = false;
  await tick();
  expect(sent).toEqual([]);
  await runHourly();
  await tick();
  expect(sent.toSorted()).toEqual(
    [before, failed, queued].map((id) => `received-${id}`).toSorted(),
  );
  expect(logged()).toContain('"count":3');
});

it('an e-mail that fails on after the correction of a clock counts as failing after an hour', async () => {
  const { submit, setTime, tick, tickAfter, deliver, runHourly, count } = await setUp();
  setTime(yearAhead);
  await submit({}, [email]);
  await deliver();
  setTime(corrected);
  await runHourly();
  await tick();
  expect(await count()).toMatchObject([{ waitingSince: corrected, waitingMs: 0, failingCount: 0 }]);
  await tickAfter(hourMs + minuteMs);
  expect(await count()).toMatchObject([{ waitingMs: hourMs + minuteMs, failingCount: 1 }]);
});

it.each([
  ['a clock that is right', 0],
  ['another server, whose clock is an hour behind', hourMs],
])('the hourly job of %s leaves retries and leases as they are', async (_, behindMs) => {
  const { store, pass, submit, tickAfter, jobs, clock } = await setUp();
  const read = () => store.db.selectFrom('deliveries').selectAll().orderBy('event').execute();
  await submit({ firstName: 'Failing' }, [email]);
  for (let hour = 0; hour < 20; hour++) await tickAfter(hourMs);
  await submit({ firstName: 'Leased' }, [email]);
  await leaseDelivery(store, email, clock());
  pass(-behindMs);
  const before = await read();
  expect(before).toMatchObject([
    { nextAttemptAt: expect.any(String) },
    { lease: expect.any(String) },
  ]);
  expect(before[0]?.nextAttemptAt).toBe(toIso(clock() + behindMs + hourMs));
  await startMaintenance({ ...jobs, timeZone: newYork, months: undefined }).stop();
  expect(await read()).toEqual(before);
});
