import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { afterFirstQuery } from '../../../tests/fixtures/after-first-query.ts';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { createFailingStore } from '../../../tests/fixtures/failing-store.ts';
import { fakeSleeps } from '../../../tests/fixtures/fake-sleeps.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import {
  hour,
  newsOf,
  newYork as timeZone,
  setUpNotifications,
} from '../../../tests/fixtures/notification-fixture.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { repeat, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { type StatusUpdate, updateStatus } from '../../store/inquiries/update-status.ts';
import type { Store } from '../../store/store.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';
import { enqueueDue, startSchedule } from './schedule.ts';

const minute = 60 * 1000;
/** A Tuesday. */
const arrival = Date.parse('2026-11-24T16:00:00.000Z');
const utc = { timeZone: 'UTC', holidays: [] };
/** Thanksgiving and the day after. */
const newYork = { timeZone, holidays: ['2026-11-26', '2026-11-27'] };
const qualified = { status: 'reviewed', qualified: true } as const;

const enqueueAt = (store: Store, now: number, calendar: typeof newYork = { ...utc }) =>
  enqueueDue({ store, destinations: [email, webhook, inquirer], clock: () => now, ...calendar });

const kindsIn = async (store: Store) =>
  (await listDeliveries(store)).map(({ kind }) => kind).sort();

/** Stores an inquiry of that Tuesday with this status. */
async function submit(store: Store, mark?: StatusUpdate) {
  const id = await storeInquiry(store, {}, { at: arrival });
  if (mark) await updateStatus({ store, clock: () => arrival }, id, mark);
  return id;
}

const [soon, late] = ['review-soon', 'review-late'] as const;

it.each<[string, StatusUpdate | undefined, [afterMs: number, kinds: string[]][]]>([
  [
    'once 4 hours before a review is due, and once after it',
    undefined,
    [
      [20 * hour - 1, []],
      [20 * hour, [soon]],
      [24 * hour, [soon]],
      [24 * hour + 1, [late, soon]],
      [25 * hour, [late, soon]],
    ],
  ],
  ['only of the missed deadline', undefined, [[25 * hour, [late]]]],
  ['not at all after its day', undefined, [[44 * hour, []]]],
  [
    'once 4 hours before a response is due, and once after it',
    qualified,
    [
      [25 * hour, []],
      [44 * hour - 1, []],
      [44 * hour, ['response-soon']],
      [48 * hour + 1, ['response-late', 'response-soon']],
    ],
  ],
  ...(['spam', 'declined', 'responded'] as const).map(
    (status) =>
      [`not at all if ${status}`, { status }, [[25 * hour, []]]] satisfies [
        string,
        StatusUpdate,
        [number, string[]][],
      ],
  ),
  ['not at all if not qualified', { status: 'reviewed', qualified: false }, [[48 * hour, []]]],
])('the team is reminded of an inquiry %s', async (_, mark, steps) => {
  const { store } = await temporaryStore();
  await submit(store, mark);
  for (const [afterMs, kinds] of steps) {
    await enqueueAt(store, arrival + afterMs);
    const reminders = (await kindsIn(store)).filter((kind) => kind !== 'digest');
    expect(reminders, `after ${afterMs / hour} h`).toEqual(kinds);
  }
});

it('suspected spam is not reminded of', async () => {
  const { store } = await temporaryStore();
  await submit(store);
  await store.db.updateTable('inquiries').set({ suspectedSpam: 'link in the name' }).execute();
  await enqueueAt(store, arrival + 25 * hour);
  expect(await kindsIn(store)).toEqual([]);
});

it.each([
  ['in the day', 'Tue 13:00', { soon: 'Wed 09:00', late: 'Wed 13:30' }],
  ['in the evening', 'Mon 20:00', { soon: 'Tue 16:00' }],
  ['late in the evening', 'Mon 22:30', { soon: 'Tue 17:00' }],
  ['before the office opens', 'Mon 05:00', { soon: 'Mon 17:00' }],
  ['before a weekend', 'Fri 10:00', { soon: 'Fri 17:00' }],
  ['in the last hour before a weekend', 'Fri 17:30', {}],
  ['on a weekend', 'Sat 12:00', {}],
  ['before holidays', 'Wed 12:00', { soon: 'Wed 17:00' }],
])('an inquiry that arrives %s, %s, is reminded of %j', async (_, arrival, expected) => {
  const { store } = await temporaryStore();
  const format = (ms: number) => {
    const zoned = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
    const day = zoned.toLocaleString('en-US', { weekday: 'short' });
    return `${day} ${zoned.toPlainTime().toString({ smallestUnit: 'minute' })}`;
  };
  let now = Date.parse('2026-11-20T05:00:00.000Z');
  while (format(now) !== arrival) now += hour / 2;
  await storeInquiry(store, {}, { at: now });
  for (const end = now + 7 * 24 * hour; now < end; now += hour / 2)
    await enqueueAt(store, now, newYork);
  const reminders = store.db.selectFrom('events').select(['kind', 'at']);
  const queued = (await reminders.where('kind', 'in', [soon, late]).execute()).map(
    ({ kind, at }) => [kind.replace('review-', ''), format(Date.parse(at))],
  );
  expect(Object.fromEntries(queued)).toEqual(expected);
});

it.each([
  ['2026-11-23T07:59:59.999-05:00', undefined],
  ['2026-11-23T08:00-05:00', '2026-11-23'],
  ['2026-11-23T11:59:59.999-05:00', '2026-11-23'],
  ['2026-11-23T12:00-05:00', undefined],
  ['2026-11-22T09:00-05:00', undefined],
  ['2026-11-21T09:00-05:00', undefined],
  ['2026-11-26T09:00-05:00', undefined],
  ['2026-11-24T09:00+13:00', '2026-11-24', 'Pacific/Auckland'],
  ['2026-04-24T08:00+03:00', '2026-04-24', 'Africa/Cairo'],
])(
  'a digest is queued from 8:00 until noon on business days: %s %s',
  async (at, day, timeZone = newYork.timeZone) => {
    const { store } = await temporaryStore();
    await enqueueAt(store, Date.parse(at), { ...newYork, timeZone });
    const query = store.db.selectFrom('events').select(['id', 'about']).orderBy('id');
    const recorded = ['digest', 'escalation'].map((kind) => ({ id: `${kind}-${day}`, about: day }));
    expect(await query.execute()).toEqual(day ? recorded : []);
  },
);

it('all is queued once, for the team alone and due at once, by two processes at once', async () => {
  const { store, location } = await temporaryStore();
  const { store: other } = await temporaryStore({ location });
  // 11:00 on the next day, in the time of the digest.
  const now = arrival + 19 * hour;
  const inquiryId = await storeInquiry(store, {}, { at: arrival - hour });
  await enqueueAt(
    afterFirstQuery(other, () => enqueueAt(store, now)),
    now + minute,
  );
  await enqueueAt(store, now + 2 * minute);
  const queued = { destination: 'email', nextAttemptAt: new Date(now).toISOString() };
  expect((await listDeliveries(store)).reverse()).toMatchObject([
    { ...queued, kind: 'digest', about: '2026-11-25' },
    { ...queued, kind: 'review-soon', inquiryId },
  ]);
});

it('reminders of any number of inquiries are queued, 500 in a run', async () => {
  const { store } = await temporaryStore();
  const ids = await repeat(510, () => submit(store));
  await enqueueAt(store, arrival + 20 * hour);
  expect(await listDeliveries(store)).toHaveLength(500);
  await enqueueAt(store, arrival + 20 * hour);
  const reminded = (await listDeliveries(store)).map(({ inquiryId }) => inquiryId);
  expect(new Set(reminded)).toEqual(new Set(ids));
});

it('the schedule looks each minute, wakes deliveries, and goes on after a failure of the store', async () => {
  const { store } = await temporaryStore();
  const { store: failing, failures } = createFailingStore(store, 'SelectQueryNode');
  const { log, text } = createRecordedLog();
  const sleeps = fakeSleeps();
  const wakeDeliveries = vi.fn();
  await submit(store);
  const dependencies = { store: failing, destinations: [email], ...utc, log, wakeDeliveries };
  const schedule = startSchedule({ ...dependencies, clock: () => arrival + 20 * hour });
  onTestFinished(() => schedule.stop());
  await expect.poll(sleeps.pending).toEqual([minute]);
  expect(text()).toMatch(/"level":50,.*Reminders and digests could not be queued/);
  expect(wakeDeliveries).not.toHaveBeenCalled();
  failures.isOn = false;
  sleeps.finish();
  await expect.poll(() => wakeDeliveries.mock.calls).toHaveLength(1);
  expect(await kindsIn(store)).toEqual([soon]);
});

describe('a reminder', () => {
  /** A Tuesday afternoon in New York: reminders come after the time of the digest. */
  const at = Date.parse('2026-11-24T16:00:00.000-05:00');

  it('is sent to the team before the deadline and after it', async () => {
    const { mails, tick, submit, mark, pass } = await setUpNotifications({ at });
    const id = await submit();
    await mark(await submit({ firstName: 'Grace' }), qualified);
    for (const hours of [20, 4.1, 20]) {
      pass(hours * hour);
      await tick();
    }
    expect(newsOf(mails)).toEqual([
      'Review due by Wed 4 PM. Unassigned. Ada Lovelace',
      'Review was due Wed 4 PM. Unassigned. Ada Lovelace',
      'Response due by Thu 4 PM. Unassigned. Grace Lovelace',
    ]);
    expect(mails.slice(0, 2).map(({ read }) => read.messageId)).toEqual([
      `<review-soon-${id}@firm.example>`,
      `<review-late-${id}@firm.example>`,
    ]);
  });

  it('is skipped if the team has acted, or for the late one if it misses the deadline', async () => {
    const { address, close } = await startMailServer();
    await close();
    const { store, tick, submit, mark, states, pass } = await setUpNotifications({
      at,
      mailServer: address,
    });
    const [reviewed, spam] = [await submit(), await submit()];
    await submit({ firstName: 'Grace' });
    pass(20 * hour);
    await tick();
    const failed = Array(3).fill({ state: 'waiting', lastError: 'ECONNREFUSED' });
    expect(await listDeliveries(store)).toMatchObject(failed);
    await mark(reviewed, qualified);
    await mark(spam, { status: 'spam' });
    pass(hour);
    await tick();
    expect((await states()).sort()).toEqual([
      'review-soon void',
      'review-soon void',
      'review-soon waiting',
    ]);
    const { mails } = await startMailServer({}, address.port);
    pass(4 * hour);
    await tick();
    expect(await states()).toEqual([...Array(3).fill('review-soon void'), 'review-late delivered']);
    expect(newsOf(mails)).toEqual(['Review was due Wed 4 PM. Unassigned. Grace Lovelace']);
  });
});

describe('the digest', () => {
  it('is sent to the team once on a business morning', async () => {
    const { mails, tick, submit, setTime } = await setUpNotifications();
    await submit({ firstName: 'Late' });
    setTime('2026-11-22T15:00:00.000-05:00');
    await submit({ firstName: 'Today' });
    for (const time of ['08:00', '11:00']) {
      setTime(`2026-11-23T${time}:00.000-05:00`);
      await tick();
    }
    expect(mails[0]?.to).toEqual(['team@firm.example']);
    expect(mails[0]?.read.messageId).toBe('<digest-2026-11-23@firm.example>');
    expect(newsOf(mails)).toEqual([
      '1 late, 1 due by Tuesday morning. Inquiries on Monday, November 23',
      'Review due by Mon 3 PM. Unassigned. Today Lovelace',
    ]);
  });

  it('comes first in a week even if nothing is due, but not on a holiday, and else if needed', async () => {
    const { mails, tick, submit, setTime } = await setUpNotifications({ holidays: ['2026-11-30'] });
    for (const day of ['11-23', '11-24', '11-30', '12-01', '12-02', '12-03']) {
      setTime(`2026-${day}T08:00:00.000-05:00`);
      await tick();
      if (day === '12-01') await submit();
      setTime(`2026-${day}T08:30:00.000-05:00`);
      await tick();
    }
    const subjects = mails.map(({ read }) => read.subject);
    expect(subjects.filter((subject) => subject?.startsWith('Inquiries'))).toEqual([
      'Inquiries on Monday, November 23: nothing is due',
      'Inquiries on Tuesday, December 1: nothing is due',
      'Inquiries on Wednesday, December 2: 1 due by Thursday morning',
      'Inquiries on Thursday, December 3: 1 late',
    ]);
  });

  it('is repeated for ESCALATE_TO alone while an inquiry is two business days late', async () => {
    const { mails, tick, submit, mark, setTime } = await setUpNotifications({
      at: Date.parse('2026-11-19T12:00:00.000-05:00'),
      holidays: ['2026-11-24'],
      mailOptions: { escalateTo: [{ name: 'Boss', address: 'boss@firm.example' }] },
    });
    const late = await submit();
    const sent = [];
    // The 24th is a holiday.
    for (const day of ['23', '24', '25', '27']) {
      setTime(`2026-11-${day}T08:00:00.000-05:00`);
      await tick();
      for (const { to, read } of mails.splice(0))
        if (/digest|escalation/.test(read.messageId ?? '')) sent.push(`${day} ${to.join()}`);
      if (day === '25') await mark(late, { status: 'declined' });
      if (day === '25') await submit();
    }
    expect(sent).toEqual([
      '23 team@firm.example',
      '25 team@firm.example',
      '25 boss@firm.example',
      '27 team@firm.example',
    ]);
  });

  it('is skipped if empty in the morning, and not sent later that day', async () => {
    const { tick, submit, mark, states, setTime } = await setUpNotifications();
    await mark(await submit(), { status: 'declined' });
    setTime('2026-11-24T08:00:00.000-05:00');
    await tick();
    setTime('2026-11-23T13:00:00.000-05:00');
    await submit();
    setTime('2026-11-24T09:00:00.000-05:00');
    await tick();
    expect(await states()).toEqual(['digest void', 'review-soon delivered']);
  });
});
