import { describe, expect, it } from 'vitest';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { hour, setUpNotifications, start } from '../../../tests/fixtures/notification-fixture.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';
import { enqueueDue } from '../schedule/schedule.ts';
import { summary } from '../messages/summary.ts';

/** Ten seconds before a minute ends. */
const at = start + 50 * 1000;

async function setUp(time = at) {
  const setup = await setUpNotifications({ at: time });
  const { store, submit } = setup;
  let number = 0;
  /** Stores inquiries, each of another person. One after the other, since servers may exceed the limit. */
  const flood = async (count: number, changes = {}) => {
    for (const last = number + count; number < last;) {
      number += 1;
      const person = { firstName: `N${number}`, email: `n${number}@one.example` };
      const message = `Message number ${number}`;
      await submit({ ...person, message, ...changes }, [email, webhook]);
    }
  };
  const submitAda = () => submit({ firstName: 'Ada', email: 'ada@two.example' }, [email]);
  const deliverEmails = () =>
    store.db
      .updateTable('deliveries')
      .where('destination', '=', 'email')
      .where('state', '=', 'waiting')
      .set({ state: 'delivered' })
      .execute();
  const waiting = async (kind: string, destination = 'email') =>
    (await listDeliveries(store)).filter(
      (one) => one.kind === kind && one.destination === destination && one.state === 'waiting',
    );
  /** Reads all summaries, in their order. */
  const summaries = async () => {
    const events = store.db.selectFrom('events').selectAll().where('kind', '=', 'summary');
    const rows = await events.orderBy('at').execute();
    return Promise.all(rows.map((row) => summary.load(row, setup.jobs)));
  };
  return { ...setup, flood, submitAda, deliverEmails, waiting, summaries };
}

describe('of the inquiries of an hour', () => {
  it('30 come one by one, the others in a summary each 15 minutes, and all to programs', async () => {
    const { flood, deliverEmails, waiting, setTime } = await setUp();
    await flood(30);
    expect(await waiting('summary')).toEqual([]);
    const times = ['12:01', '12:16', '12:31', '12:46', '13:01'];
    for (const due of times.map((time) => `2026-11-21T${time}:50.000Z`)) {
      await flood(2);
      expect(await waiting('summary')).toMatchObject([
        { id: `summary-${due}`, nextAttemptAt: due },
      ]);
      setTime(due);
      await deliverEmails();
    }
    expect(await waiting('received', 'webhook')).toHaveLength(40);
    expect(await waiting('summary', 'webhook')).toEqual([]);
  });

  it('10 of suspected spam come one by one, the others in the digest alone', async () => {
    const { flood, waiting } = await setUp();
    await flood(100, { company: 'www.prize.example' });
    expect(await waiting('received')).toHaveLength(10);
    expect(await waiting('received', 'webhook')).toHaveLength(100);
    await flood(21);
    expect(await waiting('received')).toHaveLength(30);
    expect(await waiting('summary')).toHaveLength(1);
  });
});

describe('an inquiry', () => {
  it('comes alone if 30 older ones are retried within the hour', async () => {
    const { store, clock, flood, waiting, pass } = await setUp();
    await flood(30);
    pass(hour);
    const nextAttemptAt = new Date(clock()).toISOString();
    await store.db.updateTable('deliveries').set({ nextAttemptAt }).execute();
    await flood(1);
    expect(await waiting('received')).toHaveLength(31);
  });

  it('comes alone, and in a summary soon, after a flood with the clock ahead', async () => {
    const { flood, waiting, pass } = await setUp();
    pass(10_000 * hour);
    await flood(31);
    pass(-10_000 * hour);
    await flood(31);
    expect(await waiting('received')).toHaveLength(60);
    expect((await waiting('summary')).at(-1)?.nextAttemptAt).toBe('2026-11-21T12:01:50.000Z');
  });

  it('is named in the next summary if the last one is being sent', async () => {
    const { store, flood, summaries } = await setUp();
    await flood(31);
    // Not yet due by the clock of the server that stores the inquiry.
    await store.db.updateTable('deliveries').set({ attempts: 1 }).execute();
    await flood(1);
    expect(await summaries()).toMatchObject([
      { count: 1, first: [{ firstName: 'N31' }] },
      { count: 1, first: [{ firstName: 'N32' }] },
    ]);
  });
});

it('a visitor who writes among 300 others is named in an e-mail within 80 s, and each once', async () => {
  const { flood, submitAda, tick, tickAfter, mails, pass } = await setUp();
  await flood(300);
  pass(5000);
  await submitAda();
  await tick();
  expect(mails).toHaveLength(30);
  // The summary is due too soon to name what a slow transaction stores.
  pass(40_000);
  await flood(1);
  await tickAfter(35_000);
  await tickAfter(hour / 2);
  const [summary, next, ...others] = mails.slice(30).map(({ read }) => read);
  expect(summary?.subject).toBe('271 new inquiries until Sat, Nov 21, 2026, 7:01 AM EST');
  expect(summary?.text).toMatch(
    /^.*\n+.*\n+Ada[^]*N300[^]*N282[^]*And 251 more\.[^]*Only the digest reminds you/m,
  );
  expect(next?.subject).toMatch(/^1 new inquiry until/);
  expect(next?.text).toContain('N301');
  expect(others).toEqual([]);
});

it('inquiries of a flood get no reminder', async () => {
  const setup = await setUp(Date.parse('2026-11-24T14:30:00.000Z'));
  const { jobs, flood, submit, submitAda, waiting, pass } = setup;
  const before = await submit();
  pass(1.5 * hour);
  await flood(30);
  await submitAda();
  pass(1.5 * hour);
  const after = await submit();
  pass(20 * hour);
  await enqueueDue({ ...jobs, timeZone: 'UTC' });
  const reminded = (await waiting('review-soon')).map(({ inquiryId }) => inquiryId);
  expect(reminded.sort()).toEqual([before, after].sort());
});
