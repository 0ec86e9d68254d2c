import { describe, expect, it } from 'vitest';
import { afterFirstQuery } from '../../../tests/fixtures/after-first-query.ts';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { repeat, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';
import { updateStatus, type StatusUpdate } from '../../store/inquiries/update-status.ts';
import { enqueueReminders } from './reminders.ts';

/** A Tuesday. */
const arrival = Date.parse('2026-11-24T13:00:00.000Z');
const hour = 60 * 60 * 1000;
const calendar = { timeZone: 'UTC', holidays: [] };

async function setUp() {
  const { store, location } = await temporaryStore();
  const submit = async (mark?: StatusUpdate) => {
    const id = await storeInquiry(store, {}, { at: arrival });
    if (mark) await updateStatus({ store, clock: () => arrival }, id, mark);
    return id;
  };
  /** Kinds of all deliveries queued until then. */
  const queuedAt = async (afterMs: number) => {
    await enqueueReminders(store, [email, webhook, inquirer], arrival + afterMs, calendar);
    return (await listDeliveries(store)).map(({ kind }) => kind).sort();
  };
  return { store, location, submit, queuedAt };
}

const qualified = { status: 'reviewed', qualified: true } as const;

describe('a reminder of a review', () => {
  it('is queued once 4 hours before the deadline and once after it', async () => {
    const { submit, queuedAt } = await setUp();
    await submit();
    expect(await queuedAt(20 * hour - 1)).toEqual([]);
    expect(await queuedAt(20 * hour)).toEqual(['review-soon']);
    expect(await queuedAt(24 * hour)).toEqual(['review-soon']);
    expect(await queuedAt(24 * hour + 1)).toEqual(['review-late', 'review-soon']);
    expect(await queuedAt(26 * hour)).toEqual(['review-late', 'review-soon']);
  });

  it('is for the team alone, and due at once', async () => {
    const { store, submit, queuedAt } = await setUp();
    const inquiryId = await submit();
    await queuedAt(23 * hour);
    expect(await listDeliveries(store)).toMatchObject([
      { inquiryId, destination: 'email', nextAttemptAt: '2026-11-25T12:00:00.000Z' },
    ]);
  });

  it('is only the late one if the first was missed, and none after that day', async () => {
    const { submit, queuedAt } = await setUp();
    await submit();
    expect(await queuedAt(43 * hour)).toEqual([]);
    expect(await queuedAt(28 * hour)).toEqual(['review-late']);
  });

  it('is queued for new inquiries only, without suspicion', async () => {
    const { store, submit, queuedAt } = await setUp();
    await submit();
    await store.db.updateTable('inquiries').set({ suspectedSpam: 'link in the name' }).execute();
    await submit({ status: 'spam' });
    await submit({ status: 'declined' });
    await submit({ status: 'reviewed', qualified: false });
    await submit(qualified);
    expect(await queuedAt(25 * hour)).toEqual([]);
  });

  it('is queued once by two processes, of which one queues it after the other has read', async () => {
    const { store, location, submit, queuedAt } = await setUp();
    const { store: other } = await temporaryStore({ location });
    await submit();
    const interrupted = afterFirstQuery(other, () => queuedAt(20 * hour));
    await enqueueReminders(interrupted, [email], arrival + 20 * hour, calendar);
    expect(await listDeliveries(store)).toHaveLength(1);
  });

  it('is queued for any number of inquiries, 500 in a run', async () => {
    const { store, submit } = await setUp();
    const ids = await repeat(510, submit);
    await enqueueReminders(store, [email], arrival + 20 * hour, calendar);
    expect(await listDeliveries(store)).toHaveLength(500);
    await enqueueReminders(store, [email], arrival + 20 * hour, calendar);
    const reminded = (await listDeliveries(store)).map(({ inquiryId }) => inquiryId);
    expect(new Set(reminded)).toEqual(new Set(ids));
  });
});

describe('a reminder of a response', () => {
  it('is queued for qualified inquiries, 44 and 48 hours after their arrival', async () => {
    const { submit, queuedAt } = await setUp();
    await submit(qualified);
    await submit({ status: 'reviewed', qualified: false });
    await submit({ status: 'responded' });
    expect(await queuedAt(44 * hour - 1)).toEqual([]);
    expect(await queuedAt(44 * hour)).toEqual(['response-soon']);
    expect(await queuedAt(48 * hour + 1)).toEqual(['response-late', 'response-soon']);
  });
});

describe('office hours', () => {
  const newYork = { timeZone: 'America/New_York', holidays: ['2026-11-26', '2026-11-27'] };

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
    const zoned = (ms: number) =>
      Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(newYork.timeZone);
    const format = (ms: number) =>
      `${zoned(ms).toLocaleString('en-US', { weekday: 'short' })} ${zoned(ms).toPlainTime().toString({ smallestUnit: 'minute' })}`;
    let now = Date.parse('2026-11-20T05:00:00.000Z');
    while (format(now) !== arrival) now += hour / 2;
    await storeInquiry(store, {}, { at: now });
    const queued: Record<string, string> = {};
    for (const end = now + 7 * 24 * hour; now < end; now += hour / 2) {
      await enqueueReminders(store, [email], now, newYork);
      for (const { kind } of await listDeliveries(store))
        queued[kind.replace('review-', '')] ??= format(now);
    }
    expect(queued).toEqual(expected);
  });
});
