import { describe, expect, it } from 'vitest';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { hour, setUpNotifications, start } from '../../../tests/fixtures/notification-fixture.ts';
import { listDeliveries } from '../../store/outbox/list-deliveries.ts';
import { minuteMs, toIso } from '../../text/format-time.ts';
import { enqueueDue } from '../schedule/schedule.ts';

async function setUp(time = start) {
  const setup = await setUpNotifications({ at: time });
  const { store, submit } = setup;
  let number = 0;
  /**
   * Stores inquiries of different persons, one after the other because servers may exceed the
   * limit.
   */
  const flood = async (count: number, changes = {}) => {
    for (const last = number + count; number < last;) {
      number += 1;
      const person = { firstName: `N${number}`, email: `n${number}@one.example` };
      const message = `Message number ${number}`;
      await submit({ ...person, message, ...changes }, [email, webhook]);
    }
  };
  const submitAda = () => submit({ firstName: 'Ada', email: 'ada@two.example' }, [email]);
  const list = async (kind: string, state: string, destination = 'email') =>
    (await listDeliveries(store)).filter(
      (one) => one.kind === kind && one.state === state && one.destination === destination,
    );
  return { ...setup, flood, submitAda, list };
}

it('of the inquiries of an hour, 30 come one by one, the others are skipped, and all go to programs', async () => {
  const { flood, list } = await setUp();
  await flood(30);
  expect(await list('received', 'void')).toEqual([]);
  await flood(2);
  expect(await list('received', 'waiting')).toHaveLength(30);
  const skipped = { attempts: 0, lastError: 'Named in a flood digest' };
  expect(await list('received', 'void')).toMatchObject([skipped, skipped]);
  expect(await list('received', 'waiting', 'webhook')).toHaveLength(32);
});

describe('an inquiry', () => {
  it('comes alone if 30 older ones are retried within the hour', async () => {
    const { store, clock, flood, list, pass } = await setUp();
    await flood(30);
    pass(hour);
    const nextAttemptAt = toIso(clock());
    await store.db.updateTable('deliveries').set({ nextAttemptAt }).execute();
    await flood(1);
    expect(await list('received', 'waiting')).toHaveLength(31);
  });

  it('comes alone after a flood with the clock ahead', async () => {
    const { flood, list, pass } = await setUp();
    pass(10_000 * hour);
    await flood(31);
    pass(-10_000 * hour);
    await flood(31);
    expect(await list('received', 'waiting')).toHaveLength(60);
  });
});

it('a visitor who writes among 300 others is named in an e-mail after 15 minutes', async () => {
  const { flood, submitAda, tick, tickAfter, mails, pass } = await setUp();
  await flood(300);
  pass(5000);
  await submitAda();
  await tick();
  expect(mails).toHaveLength(30);
  await tickAfter(15 * minuteMs);
  await tickAfter(hour);
  const [digest, ...others] = mails.slice(30).map(({ read }) => read);
  expect(digest?.subject).toBe(
    'Inquiries on Saturday, November 21: 271 new, 301 due by Monday morning',
  );
  expect(digest?.text).toMatch(
    /^New since the last email\n\n {2}Ada[^]*N300[^]*N282[^]*And 251 more\.[^]*Only the digest reminds you/m,
  );
  expect(others).toEqual([]);
});

it('a digest at night counts what is due before that of the morning', async () => {
  const { flood, tick, tickAfter, mails } = await setUp(Date.parse('2026-11-24T04:00-05:00'));
  await flood(31);
  await tick();
  await tickAfter(15 * minuteMs);
  expect(mails.at(-1)?.read.subject).toBe('Inquiries on Tuesday, November 24: 1 new');
});

it('an inquiry whose e-mail was skipped gets no reminder, all others do', async () => {
  const setup = await setUp(Date.parse('2026-11-24T14:30:00.000Z'));
  const { store, jobs, flood, submitAda, list, pass } = setup;
  await flood(30);
  await submitAda();
  pass(hour);
  await flood(1);
  pass(20 * hour);
  await enqueueDue({ ...jobs, officeHours: { ...jobs.officeHours, timeZone: 'UTC' } });
  const reminders = await list('review-soon', 'waiting');
  const reminded = reminders.map(({ inquiryId = '' }) => inquiryId);
  const people = store.db.selectFrom('inquiries').select('firstName').where('id', 'in', reminded);
  const names = (await people.execute()).map(({ firstName }) => firstName);
  expect(names.sort()).toEqual(Array.from({ length: 31 }, (_, nth) => `N${nth + 1}`).sort());
});

it('an inquiry that a summary of an earlier version named gets no reminder', async () => {
  const { store, jobs, flood, list, pass } = await setUp(Date.parse('2026-11-24T14:30:00.000Z'));
  await flood(31);
  await store.db
    .updateTable('deliveries')
    .set({ skipReason: null, lastError: 'Named in summary-2026-11-24T14:31:00.000Z' })
    .where('skipReason', '=', 'flood')
    .execute();
  pass(21 * hour);
  await enqueueDue({ ...jobs, officeHours: { ...jobs.officeHours, timeZone: 'UTC' } });
  expect(await list('review-soon', 'waiting')).toHaveLength(30);
});
