import { expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import {
  assignInquiry,
  updateStatus,
  type StatusUpdate,
} from '../../store/inquiries/update-status.ts';
import { type DueList, readDigest } from './read-digest.ts';

const morning = Date.parse('2026-11-23T13:00:00.000Z');
const midnight = Date.parse('2026-11-24T05:00:00.000Z');
const nextMorning = Date.parse('2026-11-24T13:00:00.000Z');
const minute = 60 * 1000;
const hour = 60 * minute;

async function setUp() {
  const { store } = await temporaryStore();
  const calendar = { timeZone: 'America/New_York', holidays: [] };
  /** Reads the digest of a Monday, which is never omitted. */
  const read = async () => {
    const digest = await readDigest(store, '2026-11-23', morning, calendar);
    if (!digest) throw new Error('no digest');
    return digest;
  };
  /** Submits an inquiry and sets its status. */
  const submit = async (firstName: string, receivedAt: number, mark?: StatusUpdate) => {
    const id = await storeInquiry(store, { firstName }, { at: receivedAt });
    if (mark) await updateStatus({ store, clock: () => receivedAt }, id, mark);
  };
  return { store, submit, read };
}

const namesIn = ({ entries }: DueList) => entries.map(({ inquiry }) => inquiry.firstName);
const qualified = { status: 'reviewed', qualified: true } as const;

it('lists what is late, due today and due before the next digest', async () => {
  const { submit, read } = await setUp();
  await submit('Late', morning - 24 * hour - 1);
  await submit('Now', morning - 24 * hour);
  await submit('Tonight', midnight - 24 * hour - 1);
  await submit('Tomorrow', midnight - 24 * hour);
  await submit('Before the next', nextMorning - 24 * hour - 1);
  await submit('In the next', nextMorning - 24 * hour);
  await submit('Late response', morning - 48 * hour - 2, qualified);
  await submit('Response', morning - 48 * hour + hour, qualified);
  const { late, today, later } = await read();
  expect(namesIn(late)).toEqual(['Late', 'Late response']);
  expect(namesIn(later)).toEqual(['Tomorrow', 'Before the next']);
  expect(namesIn(today)).toEqual(['Now', 'Response', 'Tonight']);
  expect([late.more, today.more]).toEqual([0, 0]);
  expect(today.entries[1]?.due).toEqual({ kind: 'response', at: '2026-11-23T14:00:00.000Z' });
});

it('counts the days since the earliest deadline', async () => {
  const { submit, read } = await setUp();
  expect(await read()).toMatchObject({ lateDays: 0, isEscalated: false });
  await submit('Late today', morning - 25 * hour);
  expect(await read()).toMatchObject({ lateDays: 0, isEscalated: false });
  await submit('Review late since Friday', morning - (24 + 72) * hour);
  expect(await read()).toMatchObject({ lateDays: 3, isEscalated: false });
  await submit('Response late since Thursday', morning - (48 + 96) * hour, qualified);
  expect(await read()).toMatchObject({ lateDays: 4, isEscalated: true });
});

it('omits inquiries without a deadline', async () => {
  const { submit, read } = await setUp();
  for (const status of ['responded', 'declined', 'spam'] as const) {
    await submit(status, morning - 25 * hour, { status });
  }
  await submit('Not qualified', morning - 49 * hour, { status: 'reviewed', qualified: false });
  const { late, today } = await read();
  expect([late.entries, today.entries]).toEqual([[], []]);
});

it('lists the latest 50 deadlines and counts the others', async () => {
  const { submit, read } = await setUp();
  for (let count = 0; count < 30; count += 1) {
    await submit(`Review ${count}`, morning - (24 + count) * hour - minute);
    await submit(`Response ${count}`, morning - (48 + count) * hour - 2 * minute, qualified);
  }
  const { late } = await read();
  expect(late.entries).toHaveLength(50);
  expect(late.more).toBe(10);
  expect(namesIn(late).slice(0, 3)).toEqual(['Review 0', 'Response 0', 'Review 1']);
  expect(namesIn(late).at(-1)).toBe('Response 24');
});

it('counts the deliveries of three days that some recipients refused', async () => {
  const { store, read } = await setUp();
  for (const days of [1, 2, 4])
    await storeInquiry(store, {}, { at: morning - days * 24 * hour, destinations: [email] });
  expect((await read()).refused).toBe(0);
  const lastError = 'Refused recipients: 1';
  await store.db.updateTable('deliveries').set({ state: 'delivered', lastError }).execute();
  expect((await read()).refused).toBe(2);
});

it('counts the deliveries to the team that were given up by destination', async () => {
  const { store, read } = await setUp();
  const destinations = [email, webhook, inquirer] as const;
  await storeInquiry(store, {}, { at: morning, destinations });
  await storeInquiry(store, {}, { at: morning, destinations: [webhook] });
  expect((await read()).notDelivered).toEqual([]);
  await store.db.updateTable('deliveries').set({ state: 'failed' }).execute();
  expect((await read()).notDelivered).toMatchObject([
    { destination: 'email', count: 1 },
    { destination: 'webhook', count: 2 },
  ]);
});

it('begins a week with the figures of the last one', async () => {
  const { store, read } = await setUp();
  const add = async (
    persona: Inquiry['persona'],
    time: string,
    ...steps: [number, StatusUpdate][]
  ) => {
    const at = Date.parse(time);
    const id = await storeInquiry(store, { persona, email: `${at}@a.example` }, { at });
    for (const [hours, mark] of steps)
      await updateStatus({ store, clock: () => at + hours * hour }, id, mark);
    return id;
  };
  await add('founder', '2026-11-15T23:59:59.999Z');
  await add('founder', '2026-11-16T00:00:00.000Z', [1, qualified], [48, { status: 'responded' }]);
  const late = await add('investor', '2026-11-17T00:00:00.000Z', [30, qualified]);
  await assignInquiry({ store, clock: () => morning }, late, { assignee: 'Grace' });
  await add('investor', '2026-11-22T23:59:59.999Z', [2, { status: 'spam' }]);
  await add('founder', '2026-11-23T00:00:00.000Z');

  expect((await read()).lastWeek).toMatchObject({
    ...{ received: 2, onTimeShare: 0.5, responseOnTimeShare: 0.5 },
    ...{ medianReviewMs: 15.5 * hour, medianResponseMs: 48 * hour },
    weeks: [{ week: '2026-11-16', byPersona: { founder: 1, investor: 1, other: 0, advisor: 0 } }],
    open: [
      { assignee: null, count: 2 },
      { assignee: 'Grace', count: 1 },
    ],
  });
  const weekIn = async (timeZone: string, time: string, day = '2026-11-23') =>
    (await readDigest(store, day, Date.parse(time), { timeZone, holidays: [] }))?.lastWeek?.weeks[0]
      ?.week;
  expect(await weekIn('Pacific/Auckland', '2026-11-22T19:30:00Z')).toBe('2026-11-16');
  expect(await weekIn('Pacific/Honolulu', '2026-11-23T18:30:00Z')).toBe('2026-11-16');
  expect(await weekIn('UTC', '2026-11-24T08:30:00Z', '2026-11-24')).toBeUndefined();
});
