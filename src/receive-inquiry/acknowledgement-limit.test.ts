import { describe, expect, it } from 'vitest';
import { email, inquirer } from '../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { repeat, temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { listDeliveries } from '../notifications/deliveries/list-deliveries.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const day = 24 * 60 * 60 * 1000;
const destinations = [email, inquirer] as const;

async function setUp() {
  const { store } = await temporaryStore();
  const submit = (email: string, at = noon) => storeInquiry(store, { email }, { at, destinations });
  const acknowledgements = async (inquiryId?: string) =>
    (await listDeliveries(store, inquiryId ? { inquiryId } : {})).filter(
      ({ kind }) => kind === 'acknowledgement',
    );
  const countQueued = async () =>
    (await acknowledgements()).filter(({ state }) => state === 'waiting').length;
  return { store, submit, acknowledgements, countQueued };
}

describe('an address', () => {
  it('is acknowledged once in 24 hours, in any spelling', async () => {
    const { submit, acknowledgements, countQueued } = await setUp();
    await submit('Jörg@bücher.example');
    const spellings = [
      ...['JÖRG@Bücher.example', 'jörg@bücher.example'.normalize('NFD'), 'jörg+a@bücher.example'],
      ...['jörg@xn--bcher-kva.example', 'jörg@ℬücher.example', 'jör\u{ff47}@bücher.example'],
    ];
    for (const email of spellings) {
      expect(await acknowledgements(await submit(email, noon + day - 1))).toMatchObject([
        {
          state: 'void',
          lastError: 'This address was sent an acknowledgement in the last 24 hours',
        },
      ]);
    }
    await submit('ada@analytical.example', noon + day - 1);
    expect(await countQueued()).toBe(2);
    await submit('jörg@bücher.example', noon + day);
    expect(await countQueued()).toBe(3);
  });

  it('is reported to the team each time', async () => {
    const { store, submit } = await setUp();
    await submit('ada@analytical.example');
    await submit('ada@analytical.example');
    const toTeam = (await listDeliveries(store)).filter((row) => row.destination === 'email');
    expect(toTeam).toMatchObject(Array(2).fill({ state: 'waiting' }));
  });

  it('is acknowledged if the previous acknowledgement is older, though it was retried today', async () => {
    const { store, submit, countQueued } = await setUp();
    await submit('ada@analytical.example');
    const nextAttemptAt = '2026-11-22T17:00:00.000Z';
    const firstAttemptAt = '2026-11-21T12:00:00.000Z';
    await store.db.updateTable('deliveries').set({ nextAttemptAt, firstAttemptAt }).execute();
    await submit('ada@analytical.example', noon + 1.25 * day);
    expect(await countQueued()).toBe(2);
  });

  it('is acknowledged if the previous acknowledgement was queued with the clock ahead', async () => {
    const { submit, countQueued } = await setUp();
    await submit('ada@analytical.example', noon + day);
    await submit('ada@analytical.example');
    expect(await countQueued()).toBe(2);
  });

  it('is acknowledged if the previous acknowledgement was skipped', async () => {
    const { store, submit, countQueued } = await setUp();
    await submit('ada@analytical.example');
    await store.db.updateTable('deliveries').set({ state: 'void' }).execute();
    await submit('ada@analytical.example');
    expect(await countQueued()).toBe(1);
  });
});

describe('all addresses', () => {
  it('are acknowledged 200 times in 24 hours', async () => {
    const { submit, acknowledgements, countQueued } = await setUp();
    let number = 0;
    await repeat(200, () => submit(`${(number += 1)}@a.example`));
    expect(await countQueued()).toBe(200);
    expect(await acknowledgements(await submit('late@a.example'))).toMatchObject([
      { state: 'void', lastError: '200 inquiries were acknowledged in 24 hours' },
    ]);
    await submit('next-day@a.example', noon + day);
    expect(await countQueued()).toBe(201);
  });
});
