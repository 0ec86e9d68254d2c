import { expect, it, onTestFinished, vi } from 'vitest';
import { afterFirstQuery } from '../../../tests/fixtures/after-first-query.ts';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { createFailingStore } from '../../../tests/fixtures/failing-store.ts';
import { fakeSleeps } from '../../../tests/fixtures/fake-sleeps.ts';
import {
  hour,
  newYork as timeZone,
  setUpNotifications,
} from '../../../tests/fixtures/notification-fixture.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { repeat, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { weekdayHours } from '../../../tests/fixtures/weekday-hours.ts';
import { changeStatus, type DetailedStatusChange } from '../../change-inquiry/change-status.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { findUnreminded } from '../../store/inquiries/find-unreminded.ts';
import { listDeliveries } from '../../store/outbox/list-deliveries.ts';
import type { Store } from '../../store/store.ts';
import { minuteMs } from '../../text/format-time.ts';
import { accepted, DeliveryError, type Sender } from '../sender.ts';
import { enqueueDue, startSchedule } from './schedule.ts';

/** A Tuesday. */
const arrival = Date.parse('2026-11-24T16:00:00.000Z');
const utc = weekdayHours('UTC');
/** Thanksgiving and the day after. */
const newYork = weekdayHours(timeZone, ['2026-11-26', '2026-11-27']);
const qualified = { status: 'reviewed', qualified: true } as const;

const enqueueAt = (store: Store, now: number, officeHours = utc) =>
  enqueueDue({ store, destinations: [email, webhook, inquirer], clock: () => now, officeHours });

/** Stores an inquiry of that Tuesday with these changes and this status. */
async function submit(store: Store, mark?: DetailedStatusChange, changes: Partial<Inquiry> = {}) {
  const id = await storeInquiry(store, changes, { at: arrival });
  if (mark) await changeStatus({ store, clock: () => arrival, destinations: [] }, id, mark);
  return id;
}

const soon = 'review-soon';
const late = 'review-late';

type Steps = [afterMs: number, kinds: string[]][];

it.each<[string, Steps, (DetailedStatusChange | undefined)?, Partial<Inquiry>?]>([
  [
    'once 4 hours before a review is due, and once after it',
    [
      [20 * hour - 1, []],
      [20 * hour, [soon]],
      [24 * hour, [soon]],
      [24 * hour + 1, [late, soon]],
      [25 * hour, [late, soon]],
    ],
  ],
  ['only of the missed deadline', [[25 * hour, [late]]]],
  ['not at all after its day', [[44 * hour, []]]],
  [
    'once 4 hours before a response is due, and once after it',
    [
      [25 * hour, []],
      [44 * hour - 1, []],
      [44 * hour, ['response-soon']],
      [48 * hour + 1, ['response-late', 'response-soon']],
    ],
    qualified,
  ],
  ['not at all if responded', [[25 * hour, []]], { status: 'responded' }],
  [
    'not at all if spam is suspected',
    [[25 * hour, []]],
    undefined,
    { company: 'www.prize.example' },
  ],
])('the team is reminded of an inquiry %s', async (_, steps, mark, changes) => {
  const { store } = await temporaryStore();
  await submit(store, mark, changes);
  for (const [afterMs, expected] of steps) {
    await enqueueAt(store, arrival + afterMs);
    const queued = (await listDeliveries(store)).map(({ kind }) => kind).sort();
    const reminders = queued.filter((kind) => kind !== 'digest');
    expect(reminders, `after ${afterMs / hour} h`).toEqual(expected);
  }
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
  const events = store.db.selectFrom('events').select(['kind', 'at']);
  const reminders = await events.where('kind', 'in', [soon, late]).execute();
  const times = reminders.map(({ kind, at }) => [kind.slice(7), format(Date.parse(at))]);
  expect(Object.fromEntries(times)).toEqual(expected);
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

it('an office that opens on Sundays gets its digests then, and none on Fridays', async () => {
  const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu'] as const;
  const { store } = await temporaryStore();
  for (let day = 19; day < 26; day += 1)
    await enqueueAt(store, Date.parse(`2026-11-${day}T09:00Z`), { ...utc, weekdays });
  const digests = store.db.selectFrom('events').select('about').where('kind', '=', 'digest');
  const days = (await digests.orderBy('about').execute()).map(({ about }) => about?.slice(-2));
  expect(days).toEqual(['19', '22', '23', '24', '25']);
});

it('all is queued once, for the team alone and due at once, by two processes at once', async () => {
  const { store, location } = await temporaryStore();
  const { store: other } = await temporaryStore({ location });
  // 11:00 on the next day, in the time of the digest.
  const now = arrival + 19 * hour;
  const inquiryId = await storeInquiry(store, {}, { at: arrival - hour });
  await enqueueAt(
    afterFirstQuery(other, () => enqueueAt(store, now)),
    now + minuteMs,
  );
  await enqueueAt(store, now + 2 * minuteMs);
  const queued = { destination: 'email', nextAttemptAt: new Date(now).toISOString() };
  expect((await listDeliveries(store)).reverse()).toMatchObject([
    { ...queued, kind: 'digest', about: '2026-11-25' },
    { ...queued, kind: 'review-soon', inquiryId },
  ]);
});

it('reminders of any number of inquiries are queued, 500 in a run', async () => {
  const { store } = await temporaryStore();
  const ids = await repeat(510, (nth) => submit(store, undefined, { role: `Number ${nth}` }));
  await enqueueAt(store, arrival + 20 * hour);
  expect(await listDeliveries(store)).toHaveLength(500);
  await enqueueAt(store, arrival + 20 * hour);
  const reminded = (await listDeliveries(store)).map(({ inquiryId }) => inquiryId);
  expect(new Set(reminded)).toEqual(new Set(ids));
});

it('a reminder looks once at each inquiry, also of those that flood digests name', async () => {
  const { store } = await temporaryStore();
  const count = 35;
  // One after the other: concurrently, more than 30 would be mailed on PostgreSQL.
  for (let nth = 1; nth <= count; nth += 1)
    await storeInquiry(store, { role: `Number ${nth}` }, { at: arrival, destinations: [email] });
  const now = arrival + 20 * hour;
  const query = {
    reminder: soon,
    dueKind: 'review',
    from: now,
    until: now + 4 * hour + 1,
  } as const;
  expect(await findUnreminded(store, query)).toHaveLength(count);
  await enqueueAt(store, now);
  const deliveries = await listDeliveries(store);
  expect(deliveries.filter(({ kind }) => kind === soon)).toHaveLength(30);
  expect(await findUnreminded(store, query)).toEqual([]);
  const lateQuery = { ...query, reminder: late } as const;
  expect(await findUnreminded(store, lateQuery)).toHaveLength(count);
});

it('the schedule looks each minute, wakes deliveries, and goes on after a failure of the store', async () => {
  const { store } = await temporaryStore();
  const { store: failing, failures } = createFailingStore(store, 'SelectQueryNode');
  const { log, text } = createRecordedLog();
  const sleeps = fakeSleeps();
  const wakeDeliveries = vi.fn();
  await submit(store);
  const dependencies = {
    store: failing,
    destinations: [email],
    log,
    wakeDeliveries,
    officeHours: utc,
  };
  const schedule = startSchedule({ ...dependencies, clock: () => arrival + 20 * hour });
  onTestFinished(() => schedule.stop());
  await expect.poll(sleeps.pending).toEqual([minuteMs]);
  expect(text()).toMatch(/"level":50,.*Reminders and digests could not be queued/);
  expect(wakeDeliveries).not.toHaveBeenCalled();
  failures.isOn = false;
  sleeps.finish();
  await expect.poll(() => wakeDeliveries.mock.calls).toHaveLength(1);
  expect(await listDeliveries(store)).toMatchObject([{ kind: soon }]);
});

it('a reminder is skipped if the team has acted, or for the late one if it misses the deadline', async () => {
  // A Tuesday afternoon in New York: reminders come after the time of the digest.
  const at = Date.parse('2026-11-24T16:00:00.000-05:00');
  const refuse: Sender = () => Promise.reject(new DeliveryError('HTTP 500'));
  const senders = { email: refuse };
  const { store, submit, mark, states, tickAfter } = await setUpNotifications({ at, senders });
  const reviewed = await submit();
  const spam = await submit();
  await submit();
  await tickAfter(20 * hour);
  const failed = Array(3).fill({ state: 'waiting', lastError: 'HTTP 500' });
  expect(await listDeliveries(store)).toMatchObject(failed);
  await mark(reviewed, qualified);
  await mark(spam, { status: 'spam' });
  await tickAfter(hour);
  const skipped = ['review-soon void', 'review-soon void'];
  expect((await states()).sort()).toEqual([...skipped, 'review-soon waiting']);
  senders.email = async () => accepted;
  await tickAfter(4 * hour);
  expect(await states()).toEqual([...skipped, 'review-soon void', 'review-late delivered']);
});

it('a digest comes on the first business day of a week, and else if needed; a late one is escalated', async () => {
  const { mails, tickAt, submit, mark } = await setUpNotifications({
    holidays: ['2026-11-24', '2026-11-26', '2026-11-30'],
    mailOptions: { escalateTo: [{ name: 'Boss', address: 'boss@firm.example' }] },
  });
  let latest = await submit();
  const arrive = async () => (latest = await submit());
  const close = () => mark(latest, { status: 'declined' });
  const monday = 'team: Inquiries on Monday, November 23: 1 late';
  const wednesday = 'on Wednesday, November 25: 1 late';
  for (const [time, expected, act] of [
    ['11-23T08:00', [monday]],
    ['11-23T11:00', []],
    ['11-24T08:00', []],
    ['11-25T08:00', [`team: Inquiries ${wednesday}`, `boss: Escalation ${wednesday}`], close],
    // The digest is not sent later on a day when it was empty.
    ['11-27T08:00', [], arrive],
    ['11-27T09:00', [], close],
    ['11-30T08:00', []],
    ['12-01T08:00', ['team: Inquiries on Tuesday, December 1: nothing is due'], arrive],
    ['12-01T08:30', []],
    ['12-02T08:00', ['team: Inquiries on Wednesday, December 2: 1 due today']],
    ['12-03T08:00', ['team: Inquiries on Thursday, December 3: 1 late']],
  ] as [string, string[], (() => Promise<unknown>)?][]) {
    await tickAt(`2026-${time}:00.000-05:00`);
    const sent = mails.splice(0).map(({ to, read }) => `${to.join()}: ${read.subject}`);
    const digests = sent.filter((line) => /: (?:Inquiries|Escalation) on/.test(line));
    expect(
      digests.map((line) => line.replace('@firm.example', '')),
      time,
    ).toEqual(expected);
    await act?.();
  }
});
