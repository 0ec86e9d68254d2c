import { describe, expect, it } from 'vitest';
import { email } from '../../../tests/fixtures/destinations.ts';
import {
  newYork,
  sampleMailOptions,
  setUpNotifications,
  start,
} from '../../../tests/fixtures/notification-fixture.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { temporaryLocation, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { Destination } from '../../config/destinations.ts';
import { startMaintenance } from '../../maintenance/maintenance-job.ts';
import { dismissFailed, redeliverFailed } from '../../store/outbox/redeliver.ts';
import { saveSharedValue } from '../../store/shared-values.ts';
import { dayMs, hourMs, minuteMs, toIso } from '../../text/format-time.ts';
import { hasMail } from '../messages/message.ts';
import { enqueueDue } from '../schedule/schedule.ts';
import { accepted, DeliveryError, type Sender } from '../sender.ts';
import { composeMail } from '../smtp/compose-mail.ts';

const intervalMs = 15 * minuteMs;

/**
 * Creates a store with 30 e-mails in this hour, so that those about further inquiries are skipped.
 */
async function setUp() {
  const location = await temporaryLocation();
  const { store } = await temporaryStore({ location });
  /** First names in each delivered flood digest. */
  const digests: string[][] = [];
  const failure = { isOn: false };
  const send: Sender = async (notification) => {
    if (notification.message.kind !== 'flood-digest' || !hasMail(notification)) return accepted;
    if (failure.isOn) throw new DeliveryError('HTTP 500');
    const { text } = composeMail(notification, sampleMailOptions);
    const names = [...text.matchAll(/^ *(\S+) Lovelace,/gm)];
    digests.push(names.map(([, firstName = '']) => firstName).sort());
    return accepted;
  };
  const setup = await setUpNotifications({ store, senders: { email: send } });
  const { submit, jobs, clock, pass, tick, tickAfter } = setup;
  const arrive = (firstName: string) =>
    submit({ firstName, email: `${firstName}@one.example` }, [email]);
  for (let nth = 0; nth < 30; nth += 1) await arrive(`One${nth}`);
  await tick();
  /** Ticks once a minute, as the schedule does. */
  const tickMinutes = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) await tickAfter(minuteMs);
  };
  /** Queues the digest that is due 15 minutes after an arrival, without an attempt. */
  const enqueue = async () => {
    pass(intervalMs);
    await enqueueDue(jobs);
  };
  /** Runs the hourly job of a server with these destinations. */
  const maintain = async (destinations: Destination[]) => {
    const lastSeen = { seenAt: toIso(clock() - hourMs) };
    await saveSharedValue(store, 'clock', JSON.stringify(lastSeen));
    const options = { ...jobs, destinations, timeZone: newYork, months: undefined };
    await startMaintenance({ ...options, log: createRecordedLog().log }).stop();
  };
  return { ...setup, location, digests, failure, arrive, tickMinutes, enqueue, maintain };
}

describe('a flood digest', () => {
  it('comes 15 minutes after the first skipped e-mail, and then at most each 15 minutes', async () => {
    const { digests, arrive, tickMinutes } = await setUp();
    const counts: number[] = [];
    for (let minute = 0; minute < 50; minute += 1) {
      await arrive(`N${minute}`);
      await tickMinutes(1);
      counts.push(digests.length);
    }
    expect(counts.map((count, minute) => count - (counts[minute - 1] ?? 0))).toEqual(
      Array.from({ length: 50 }, (_, minute) => ([14, 29, 44].includes(minute) ? 1 : 0)),
    );
    expect(digests.map(({ length }) => length)).toEqual([15, 15, 15]);
    expect(new Set(digests.flat()).size).toBe(45);
  });

  it('names an inquiry that is committed after the last one, though it arrived before', async () => {
    const { digests, arrive, tickAfter, pass } = await setUp();
    await arrive('Ada');
    await tickAfter(intervalMs);
    pass(-intervalMs);
    await arrive('Ben');
    pass(intervalMs);
    await tickAfter(minuteMs);
    expect(digests).toEqual([['Ada']]);
    await tickAfter(intervalMs - minuteMs);
    expect(digests).toEqual([['Ada'], ['Ben']]);
  });

  it.each([
    ['10 minutes', 10 * minuteMs, 1],
    ['a year', 365 * dayMs, 31],
  ])('names an inquiry of a server whose clock is ahead by %s', async (_, aheadMs, count) => {
    const { digests, arrive, tickMinutes, pass } = await setUp();
    await arrive('Ada');
    pass(aheadMs);
    for (let nth = 1; nth <= count; nth += 1) await arrive(`Ahead${nth}`);
    pass(-aheadMs);
    await tickMinutes(16);
    await arrive('Ben');
    await tickMinutes(16);
    expect(digests).toEqual([['Ada', `Ahead${count}`], ['Ben']]);
  });

  it('names the only inquiry that was skipped, though it is dated a year ahead', async () => {
    const { digests, arrive, tickMinutes, pass } = await setUp();
    pass(365 * dayMs);
    for (let nth = 1; nth <= 31; nth += 1) await arrive(`Ahead${nth}`);
    pass(-365 * dayMs);
    await tickMinutes(16);
    expect(digests).toEqual([['Ahead31']]);
  });

  it('of a server whose clock is ahead by a year delays none of the others', async () => {
    const { digests, arrive, tickAfter, pass } = await setUp();
    await arrive('Ada');
    await tickAfter(365 * dayMs);
    pass(-365 * dayMs);
    await arrive('Ben');
    await tickAfter(intervalMs);
    expect(digests).toEqual([['Ada'], ['Ben']]);
  });

  it('is recorded once if it has no text for the destination', async () => {
    const { store, jobs, arrive, deliver, maintain, tickMinutes, pass } = await setUp();
    await arrive('Ada');
    pass(intervalMs);
    await enqueueDue(jobs);
    await deliver(email, async () => ({ kind: 'no-text' }));
    await maintain([email]);
    await tickMinutes(31);
    const digests = store.db.selectFrom('events').select('id').where('kind', '=', 'flood-digest');
    expect(await digests.execute()).toHaveLength(1);
  });

  it('is recorded once by two servers, also in different minutes', async () => {
    const { store, jobs, location, clock, digests, arrive, tick, pass } = await setUp();
    const { store: other } = await temporaryStore({ location });
    for (let round = 0; round < 3; round += 1) {
      await arrive(`N${round}`);
      pass(intervalMs);
      const later = clock() + minuteMs;
      await Promise.all([
        enqueueDue({ ...jobs, store }),
        enqueueDue({ ...jobs, store: other }),
        enqueueDue({ ...jobs, store: other, clock: () => later }),
      ]);
      pass(minuteMs);
      await tick();
    }
    expect(digests).toEqual([['N0'], ['N1'], ['N2']]);
  });

  it('that is attempted again names the same inquiries, and the next one the others', async () => {
    const { digests, failure, arrive, tickAfter } = await setUp();
    failure.isOn = true;
    await arrive('Ada');
    await tickAfter(intervalMs);
    await arrive('Ben');
    await tickAfter(intervalMs);
    failure.isOn = false;
    await tickAfter(hourMs);
    expect(digests.sort()).toEqual([['Ada'], ['Ben']]);
  });

  it.each([
    ['dismissed', dismissFailed],
    ['sent again', redeliverFailed],
    ['left', async () => 0],
  ])('that is given up and %s leaves its inquiries to the next', async (_, settle) => {
    const { store, clock, digests, failure, arrive, maintain, tickAfter } = await setUp();
    failure.isOn = true;
    await arrive('Ada');
    await tickAfter(intervalMs);
    await tickAfter(4 * dayMs);
    failure.isOn = false;
    await settle({ ...store, store, clock, destinations: [email] });
    await maintain([email]);
    await tickAfter(minuteMs);
    expect(digests).toEqual([['Ada']]);
    await tickAfter(hourMs);
    expect(digests).toEqual([['Ada']]);
  });

  it.each<[string, Sender]>([
    ['refused for good', () => Promise.reject(new DeliveryError('HTTP 404', { isFinal: true }))],
    ['skipped because nobody gets it', async () => ({ kind: 'nobody' })],
  ])('that is %s leaves its inquiries to the next after the hourly job', async (_, send) => {
    const { digests, arrive, deliver, enqueue, maintain, pass, tickMinutes } = await setUp();
    await arrive('Ada');
    await enqueue();
    await deliver(email, send);
    pass(minuteMs);
    await maintain([email]);
    await arrive('Ben');
    await tickMinutes(13);
    expect(digests).toEqual([]);
    await tickMinutes(30);
    expect(digests).toEqual([['Ada', 'Ben']]);
  });

  it('that some recipients got names its inquiries again once it is given up for the others', async () => {
    const { digests, arrive, deliver, enqueue, maintain, pass, tickAfter } = await setUp();
    await arrive('Ada');
    await enqueue();
    const refuseOne: Sender = async () => ({
      kind: 'accepted',
      refused: [{ recipient: 'bea@firm.example', reason: 'SMTP 452', isTemporary: true }],
    });
    await deliver(email, refuseOne);
    pass(4 * dayMs);
    await deliver(email, refuseOne);
    await maintain([email]);
    await tickAfter(minuteMs);
    await tickAfter(hourMs);
    expect(digests).toEqual([['Ada']]);
  });

  it('whose destination was removed for four days leaves its inquiries to the next', async () => {
    const { digests, arrive, enqueue, pass, maintain, tickAfter } = await setUp();
    await arrive('Ada');
    await enqueue();
    pass(4 * dayMs + minuteMs);
    await maintain([]);
    await maintain([email]);
    await tickAfter(minuteMs);
    await tickAfter(hourMs);
    expect(digests).toEqual([['Ada']]);
  });

  it.each(['failed', 'void'] as const)(
    'that a server of an earlier version left %s leaves its inquiries to the next',
    async (state) => {
      const { store, digests, arrive, enqueue, maintain, tickAfter } = await setUp();
      await arrive('Ada');
      await enqueue();
      await store.db
        .updateTable('deliveries')
        .set({ state })
        .where('state', '=', 'waiting')
        .execute();
      await maintain([email]);
      await tickAfter(intervalMs);
      await tickAfter(hourMs);
      expect(digests).toEqual([['Ada']]);
    },
  );

  it('is skipped if all its inquiries are deleted', async () => {
    const { store, digests, states, arrive, jobs, pass, tick } = await setUp();
    const id = await arrive('Ada');
    pass(intervalMs);
    await enqueueDue(jobs);
    await store.db.deleteFrom('inquiries').where('id', '=', id).execute();
    await tick();
    expect(digests).toEqual([]);
    expect((await states()).at(-1)).toBe('flood-digest void');
  });

  it('names an inquiry that a waiting summary of an earlier version would have named', async () => {
    const { store, digests, arrive, tickAfter, pass } = await setUp();
    await arrive('Ada');
    const id = `summary-${toIso(start + minuteMs)}`;
    await store.db
      .updateTable('deliveries')
      .set({ skipReason: null, lastError: `Named in ${id}` })
      .where('skipReason', '=', 'flood')
      .execute();
    const { number } = await store.db
      .insertInto('events')
      .values({ id, kind: 'summary', at: toIso(start + minuteMs), about: toIso(start - hourMs) })
      .returning('number')
      .executeTakeFirstOrThrow();
    await store.db
      .insertInto('deliveries')
      .values({
        event: number,
        destination: 'email',
        state: 'waiting',
        attempts: 0,
        redeliveries: 0,
        nextAttemptAt: toIso(start + minuteMs),
      })
      .execute();
    pass(hourMs);
    await tickAfter(minuteMs);
    await tickAfter(minuteMs);
    expect(digests).toEqual([['Ada']]);
  });
});
