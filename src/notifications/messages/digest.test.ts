import type { Updateable } from 'kysely';
import { expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { hour, newYork } from '../../../tests/fixtures/notification-fixture.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { weekdayHours } from '../../../tests/fixtures/weekday-hours.ts';
import { assignInquiry } from '../../change-inquiry/assign-inquiry.ts';
import { changeStatus, type DetailedStatusChange } from '../../change-inquiry/change-status.ts';
import type { Destination } from '../../config/destinations.ts';
import { linkSource } from '../../inquiry/link-actions.ts';
import type { DueInquiries } from '../../store/inquiries/due-inquiries.ts';
import { type NewEvent, recordEvents } from '../../store/outbox/events.ts';
import { saveSharedValue } from '../../store/shared-values.ts';
import type { Tables } from '../../store/tables.ts';
import { minuteMs, toIso } from '../../text/format-time.ts';
import { readFloodDigest } from '../flood/flood-digest-message.ts';
import { readDigest } from './digest.ts';

const morning = Date.parse('2026-11-23T13:00:00.000Z');
const midnight = Date.parse('2026-11-24T05:00:00.000Z');
const nextMorning = Date.parse('2026-11-24T13:00:00.000Z');

/** Creates the event of a digest after all other events. */
const eventAbout = (about: string) =>
  ({ number: 1e9, about, at: `${about}T23:00:00.000Z` }) as const;

async function setUp() {
  const { store } = await temporaryStore();
  /** Reads the digest of a Monday, which is never omitted. */
  const read = async () => {
    const digest = await readDigest({ store, ...context }, eventAbout('2026-11-23'), morning);
    if (!digest) throw new Error('no digest');
    return digest;
  };
  /** Submits an inquiry and sets its status. */
  const submit = async (
    firstName: string,
    at: number,
    mark?: DetailedStatusChange,
    company = 'One',
  ) => {
    const id = await storeInquiry(store, { firstName, company }, { at });
    if (mark) await changeStatus({ store, clock: () => at, destinations: [] }, id, mark);
  };
  /** Changes the deliveries to these destinations. */
  const setDeliveries = (to: Destination[], changes: Updateable<Tables['deliveries']>) =>
    store.db
      .updateTable('deliveries')
      .set(changes)
      .where(
        'destination',
        'in',
        to.map(({ name }) => name),
      )
      .execute();
  /** Records the digest of a day, at 8:00 in New York. */
  const recordDigest = async (about: string, to: Destination[] = []) => {
    const at = toIso(Date.parse(`${about}T13:00:00.000Z`));
    const event: NewEvent = { id: `digest-${about}`, kind: 'digest', about, at, to };
    const [number = 0] = await store.db
      .transaction()
      .execute((transaction) => recordEvents(transaction, [event]));
    return { number, about, at };
  };
  /** Reads a recorded digest, late by this many milliseconds. */
  const readRecorded = (event: Awaited<ReturnType<typeof recordDigest>>, lateMs = 0) =>
    readDigest({ store, ...context }, event, Date.parse(event.at) + lateMs);
  return { store, submit, read, setDeliveries, recordDigest, readRecorded };
}

const namesIn = ({ first }: DueInquiries) => first.map(({ inquiry }) => inquiry.firstName);
const all = [email, webhook, inquirer];
// Thanksgiving and the day after.
const officeHours = weekdayHours(newYork, ['2026-11-26', '2026-11-27']);
const context = { destinations: all, officeHours };
const qualified = { status: 'reviewed', qualified: true } as const;
/** Ben lacks an e-mail that the others have. */
const benLacksIt = { pendingRecipients: 'ben@firm.example' };

it('lists what is late, and what is due before the next digest', async () => {
  const { submit, read } = await setUp();
  await submit('Late', morning - 24 * hour - 1);
  await submit('Now', morning - 24 * hour);
  await submit('Tonight', midnight - 24 * hour - 1);
  await submit('Tomorrow', midnight - 24 * hour);
  await submit('Before the next', nextMorning - 24 * hour - 1);
  await submit('In the next', nextMorning - 24 * hour);
  await submit('Late response', morning - 48 * hour - 2, qualified);
  await submit('Response', morning - 48 * hour + hour, qualified);
  const { late, upcoming, dueToday, nextDay } = await read();
  expect(nextDay).toBe('2026-11-24');
  expect(namesIn(late)).toEqual(['Late response', 'Late']);
  const names = ['Now', 'Response', 'Tonight', 'Tomorrow', 'Before the next'];
  expect(namesIn(upcoming)).toEqual(names);
  expect(upcoming.first[1]?.due).toEqual({ kind: 'response', at: '2026-11-23T14:00:00.000Z' });
  expect(dueToday).toBe(3);
});

it.each([
  ['2026-11-23T07:00-05:00', '2026-11-23', false],
  ['2026-11-23T07:59-05:00', '2026-11-24', false],
  ['2026-11-23T23:59-05:00', '2026-11-25', true],
  ['2026-11-20T12:00-05:00', '2026-11-23', false],
  ['2026-11-21T12:00-05:00', '2026-11-24', true],
  ['2026-11-24T23:59-05:00', '2026-11-30', true],
  ['2026-11-25T12:00-05:00', '2026-11-30', false],
])('is escalated on the second business day after a deadline: %s, %s, %s', async (at, day, is) => {
  const { store } = await temporaryStore();
  await storeInquiry(store, {}, { at: Date.parse(at) - 24 * hour });
  const digest = await readDigest(
    { store, ...context },
    eventAbout(day),
    Date.parse(`${day}T09:00-05:00`),
  );
  expect(digest?.escalated.count).toBe(is ? 1 : 0);
});

it('names the 18 earliest deadlines of each list, counts all, and is escalated by the oldest', async () => {
  const { submit, read } = await setUp();
  for (let count = 0; count < 42; count += 1) {
    const [sla, mark] = count % 2 ? [48, qualified] : [24];
    await submit(`Late ${count}`, morning - (sla + 1) * hour - count * minuteMs, mark);
    if (count < 30) await submit(`Soon ${count}`, morning - 23 * hour + count * minuteMs);
  }
  await submit('Oldest', morning - 120 * hour);
  const { late, upcoming, escalated } = await read();
  expect([late.count, upcoming.count, escalated.count]).toEqual([43, 30, 1]);
  expect(namesIn(escalated)).toEqual(['Oldest']);
  const lateNames = Array.from({ length: 17 }, (_, nth) => `Late ${41 - nth}`);
  expect(namesIn(late)).toEqual(['Oldest', ...lateNames]);
  expect(namesIn(upcoming)).toEqual(Array.from({ length: 18 }, (_, nth) => `Soon ${nth}`));
});

it('names suspected spam apart, which is neither late nor escalated', async () => {
  const { submit, read } = await setUp();
  for (let count = 0; count < 22; count += 1)
    await submit(`Junk ${count}`, morning - (99 + count) * hour, undefined, 'www.prize.example');
  await submit('Real', morning - 25 * hour);
  const { late, suspected, escalated } = await read();
  expect([late.count, escalated.count, suspected.count]).toEqual([1, 0, 22]);
  const names = suspected.first.map(({ firstName }) => firstName);
  expect(names).toEqual(Array.from({ length: 20 }, (_, nth) => `Junk ${21 - nth}`));
});

it('tells the age of the last backup above two days', async () => {
  const { store, read } = await setUp();
  expect((await read()).backupAgeDays).toBeUndefined();
  await saveSharedValue(store, 'last-backup', new Date(morning - 48 * hour + 1).toISOString());
  expect((await read()).backupAgeDays).toBeUndefined();
  await saveSharedValue(store, 'last-backup', new Date(morning - 75 * hour).toISOString());
  expect((await read()).backupAgeDays).toBe(3);
});

it('begins a week with the figures of the last one, in the time zone', async () => {
  const { submit, read } = await setUp();
  for (const time of ['16T04:59:59.999', '16T05:00', '23T04:00', '23T04:59:59.999', '23T05:00'])
    await submit('Ada', Date.parse(`2026-11-${time}Z`));
  expect((await read()).lastWeek).toMatchObject({ received: 3, weeks: [{ week: '2026-11-16' }] });
});

it.each([
  ['Monday', ['Mon', 'Tue'], [], '2026-11-23'],
  ['Thursday after a holiday', ['Wed', 'Thu'], ['2026-11-25'], '2026-11-26'],
  ['Sunday, when it opens on Sundays only', ['Sun'], [], '2026-11-29'],
  ['Sunday after a holiday', ['Sat', 'Sun'], ['2026-11-28'], '2026-11-29'],
] as const)(
  'begins a week with the figures of the last one on %s',
  async (_, days, holidays, day) => {
    const { store, submit } = await setUp();
    for (const time of ['16T00:00', '22T23:59', '23T00:00'])
      await submit('Ada', Date.parse(`2026-11-${time}-05:00`));
    const now = Date.parse(`${day}T08:00-05:00`);
    const hours = { ...officeHours, weekdays: days, holidays };
    const office = { ...context, store, officeHours: hours };
    expect((await readDigest(office, eventAbout(day), now))?.lastWeek).toMatchObject({
      received: 2,
      weeks: [{ week: '2026-11-16' }],
    });
  },
);

it('tells apart what fell due before the office opened, in the figures of the last week', async () => {
  const { submit, read } = await setUp();
  for (const time of ['08:59', '09:00', '17:59', '18:00'])
    await submit('Ada', Date.parse(`2026-11-17T${time}-05:00`));
  expect((await read()).lastWeek).toMatchObject({ late: 4, lateWhileClosed: 2 });
});

it('tells of the deliveries to the team alone that were given up', async () => {
  const { store, submit, setDeliveries } = await setUp();
  const read = (time = nextMorning) =>
    readDigest({ store, ...context }, eventAbout('2026-11-24'), time);
  await submit('Declined', morning, { status: 'declined' });
  expect(await read()).toBeUndefined();
  for (const days of [1, 2, 4])
    await storeInquiry(store, {}, { at: nextMorning - days * 24 * hour, destinations: all });
  await store.db.updateTable('inquiries').set({ status: 'declined' }).execute();
  await setDeliveries(all, { state: 'failed' });
  const notDelivered = ['email', 'webhook'].map((destination) => ({ destination, count: 3 }));
  expect(await read()).toMatchObject({ late: { count: 0 }, notDelivered, refused: 0 });
  for (const otherDay of [midnight - 1, midnight + 24 * hour])
    expect(await read(otherDay), new Date(otherDay).toISOString()).toBeUndefined();
});

it('tells once of the e-mails that the mail server refused for some, however many days are between', async () => {
  const { store, recordDigest, readRecorded, setDeliveries } = await setUp();
  const deliver = async (time: string) => {
    await storeInquiry(store, {}, { at: Date.parse(time), destinations: all });
    // Only e-mails to the team have several recipients.
    const lastError = 'Refused recipients: 1 (SMTP 550 5.1.1)';
    const deliveredAt = toIso(Date.parse(time));
    await store.db
      .updateTable('deliveries')
      .set({ state: 'delivered', deliveredAt, lastError })
      .where('state', '=', 'waiting')
      .where('destination', '=', 'email')
      .execute();
    await setDeliveries([webhook, inquirer], { state: 'delivered' });
  };
  await recordDigest('2026-11-24');
  await deliver('2026-11-24T18:00:00.000Z');
  await deliver('2026-11-25T12:00:00.000Z');
  const wednesday = await recordDigest('2026-11-25');
  // The next digest comes after a holiday, a bridge day and a weekend.
  await deliver('2026-11-25T18:00:00.000Z');
  const monday = await recordDigest('2026-11-30');
  const tuesday = await recordDigest('2026-12-01');
  expect(await readRecorded(wednesday)).toMatchObject({ refused: 2 });
  // Although it comes late, it does not report what the next one reports.
  expect(await readRecorded(wednesday, 6 * hour)).toMatchObject({ refused: 2 });
  expect(await readRecorded(monday)).toMatchObject({ refused: 1 });
  expect(await readRecorded(tuesday)).toMatchObject({ refused: 0 });
});

it('counts what has waited for more than an hour, and not what was queued just now', async () => {
  const { store, read } = await setUp();
  const deliver = (ageMs: number) =>
    storeInquiry(store, {}, { at: morning - ageMs, destinations: [email] });
  await deliver(3 * hour);
  await deliver(hour + 1);
  await deliver(hour);
  await deliver(0);
  expect(await read()).toMatchObject({ notDelivered: [{ destination: 'email', count: 2 }] });
});

it('tells how many of those reached some of the team', async () => {
  const { store, read } = await setUp();
  const deliver = (ageMs: number) =>
    storeInquiry(store, {}, { at: morning - ageMs, destinations: [email] });
  await deliver(3 * hour);
  await deliver(2 * hour);
  await deliver(0);
  await store.db.updateTable('deliveries').set(benLacksIt).execute();
  await deliver(4 * hour);
  expect(await read()).toMatchObject({ notDelivered: [{ count: 3, partlyCount: 2 }] });
});

it('does not count itself when it comes late', async () => {
  const { store } = await setUp();
  const at = toIso(morning);
  const skipped = await storeInquiry(store, {}, { at: morning, destinations: [email] });
  const about = '2026-11-23';
  const [number = 0] = await store.db
    .transaction()
    .execute((transaction) =>
      recordEvents(transaction, [
        { id: `digest-${about}`, kind: 'digest', about, at, to: [email] },
      ]),
    );
  const clock = () => morning + 2 * hour;
  const event = await store.db
    .selectFrom('events')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const loaded = await readDigest({ store, ...context }, event, clock());
  expect(loaded?.notDelivered).toMatchObject([{ destination: 'email', count: 1 }]);

  await store.db
    .updateTable('deliveries')
    .set({ state: 'void', skipReason: 'flood', digest: number })
    .where('event', '!=', number)
    .execute();
  const flood = await readFloodDigest({ store, clock, ...context }, number);
  expect(flood).toMatchObject({
    added: { first: [{ inquiry: { id: skipped } }] },
    notDelivered: [],
  });
});

it('tells once of the spam that links have marked, and that still is spam', async () => {
  const { store, recordDigest } = await setUp();
  const clock = () => morning - hour;
  const byLink = (name: string) => ({ status: 'spam', by: name + linkSource }) as const;
  const submit = (firstName: string) => storeInquiry(store, { firstName }, { at: clock() });
  const told = await submit('Told');
  await changeStatus({ store, clock, destinations: [] }, told, byLink('Ann'));
  await recordDigest('2026-11-20');
  const [marked, command, restored, again] = [
    await submit('Marked'),
    await submit('Command'),
    await submit('Restored'),
    await submit('Again'),
  ];
  await assignInquiry({ store, clock, destinations: [] }, marked, { assignee: 'Ben' });
  await changeStatus({ store, clock, destinations: [] }, marked, byLink('Ann'));
  await changeStatus({ store, clock, destinations: [] }, command, { status: 'spam', by: 'Ann' });
  await changeStatus({ store, clock, destinations: [] }, restored, byLink('Ann'));
  await changeStatus({ store, clock, destinations: [] }, restored, { status: 'new' });
  // Marked by a link, taken back, and marked by the command.
  await changeStatus({ store, clock, destinations: [] }, again, byLink('Ann'));
  await changeStatus({ store, clock, destinations: [] }, again, { status: 'new' });
  await changeStatus({ store, clock, destinations: [] }, again, { status: 'spam', by: 'Ann' });
  const event = await recordDigest('2026-11-23');
  await changeStatus({ store, clock, destinations: [] }, await submit('Later'), byLink('Ben'));

  const digest = await readDigest({ store, ...context }, event, morning);
  const mark = { by: `Ann${linkSource}`, at: toIso(clock()) };
  expect(digest?.markedSpam).toMatchObject({
    count: 1,
    first: [{ inquiry: { firstName: 'Marked' }, mark, changeNumber: 2 }],
  });
  // Until the next digest.
  const next = await readDigest({ store, ...context }, eventAbout('2026-11-24'), nextMorning);
  expect(next?.markedSpam.first.map(({ inquiry }) => inquiry.firstName)).toEqual(['Later']);
});

it.each<[string, Updateable<Tables['deliveries']>, number]>([
  ['was delivered', { state: 'delivered' }, 0],
  ['was delivered to some, and then became obsolete', { state: 'void', ...benLacksIt }, 0],
  ['was delivered to some, and is tried for the others', { state: 'waiting', ...benLacksIt }, 0],
  ['was delivered to some, and then given up', { state: 'failed', ...benLacksIt }, 0],
  ['became obsolete', { state: 'void' }, 1],
  ['was given up', { state: 'failed' }, 1],
  ['is still tried', { state: 'waiting' }, 1],
])('tells the news of the digest before, which %s, %i times', async (_, outcome, count) => {
  const { store, submit, setDeliveries, recordDigest } = await setUp();
  const sunday = morning - 24 * hour;
  await recordDigest('2026-11-20', [email]);
  await setDeliveries([email], { state: 'delivered' });
  await submit('Junk', sunday, { status: 'spam', by: `Ann${linkSource}` });
  await storeInquiry(store, {}, { at: sunday, destinations: [webhook, inquirer] });
  const lastError = 'Refused recipients: 1 (SMTP 550 5.1.1)';
  await setDeliveries([inquirer], { state: 'delivered', deliveredAt: toIso(sunday), lastError });
  const { number } = await recordDigest('2026-11-23', [email]);
  await store.db.updateTable('deliveries').set(outcome).where('event', '=', number).execute();
  const tuesday = await recordDigest('2026-11-24', [email]);
  const destinations = [email, inquirer];
  const digest = await readDigest({ store, ...context, destinations }, tuesday, nextMorning);
  expect(digest).toMatchObject({
    markedSpam: { count },
    refused: count,
    unconfigured: Array(count).fill({ destination: 'webhook', count: 1 }),
  });
});
