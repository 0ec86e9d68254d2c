import type { Updateable } from 'kysely';
import { describe, expect, it } from 'vitest';
import { email, inquirer } from '../../../tests/fixtures/destinations.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { repeat, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { limitLog } from '../../log/limit-log.ts';
import type { ReceiveDependencies } from '../../receive-inquiry/receive-inquiry.ts';
import { listDeliveries } from '../../store/outbox/list-deliveries.ts';
import type { Tables } from '../../store/tables.ts';
import { dayMs } from '../../text/format-time.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const destinations = [email, inquirer] as const;

async function setUp({ acknowledgementLog }: Pick<ReceiveDependencies, 'acknowledgementLog'> = {}) {
  const { store } = await temporaryStore();
  const submit = (email = 'ada@analytical.example', at = noon) =>
    storeInquiry(store, { email }, { at, destinations, acknowledgementLog });
  const acknowledgements = async (inquiryId?: string) =>
    (await listDeliveries(store, inquiryId ? { inquiryId } : {})).filter(
      ({ kind }) => kind === 'acknowledgement',
    );
  const countQueued = async () =>
    (await acknowledgements()).filter(({ state }) => state === 'waiting').length;
  return { store, submit, acknowledgements, countQueued };
}

describe('an address', () => {
  it('is acknowledged once in 24 hours, in any spelling, and told to the team each time', async () => {
    const { store, submit, acknowledgements, countQueued } = await setUp();
    await submit('Jörg@bücher.example');
    const spellings = [
      ...['JÖRG@Bücher.example', 'jörg@bücher.example'.normalize('NFD'), 'jörg+a@bücher.example'],
      ...['jörg@xn--bcher-kva.example', 'jörg@ℬücher.example', 'jör\u{ff47}@bücher.example'],
    ];
    const lastError = 'This address was sent an acknowledgement in the last 24 hours';
    for (const email of spellings) {
      const id = await submit(email, noon + dayMs - 1);
      expect(await acknowledgements(id), email).toMatchObject([{ state: 'void', lastError }]);
    }
    await submit('ada@analytical.example', noon + dayMs - 1);
    expect(await countQueued()).toBe(2);
    await submit('jörg@bücher.example', noon + dayMs);
    expect(await countQueued()).toBe(3);
    const toTeam = (await listDeliveries(store)).filter((row) => row.destination === 'email');
    expect(toTeam).toMatchObject(Array(9).fill({ state: 'waiting' }));
  });

  it.each([
    ['once', 'dots are left out', 'adalovelace@gmail.com'],
    ['once', 'dots are elsewhere', 'a.d.a.lovelace@Gmail.com'],
    ['once', 'the domain is the older one', 'ada.lovelace@googlemail.com'],
    ['once', 'a tag is added', 'adalovelace+a.b@googlemail.com'],
    ['twice', 'the name differs', 'ada@gmail.com'],
    ['twice', 'the domain only ends like it', 'ada.lovelace@mygmail.com'],
    ['twice', 'the domain only begins like it', 'ada.lovelace@gmail.com.example'],
  ])('at Gmail is acknowledged %s if %s', async (times, _, email) => {
    const { submit, countQueued } = await setUp();
    await submit('ada.lovelace@gmail.com');
    await submit(email);
    expect(await countQueued()).toBe(times === 'once' ? 1 : 2);
  });

  it('of another provider is acknowledged twice if dots are left out', async () => {
    const { submit, countQueued } = await setUp();
    await submit('ada.lovelace@analytical.example');
    await submit('adalovelace@analytical.example');
    expect(await countQueued()).toBe(2);
  });

  const retried = {
    firstAttemptAt: '2026-11-20T06:00:00.000Z',
    nextAttemptAt: '2026-11-21T11:00:00.000Z',
  } as const;
  it.each<[string, atFirst: number, Updateable<Tables['deliveries']>, waiting: number]>([
    ['is older, though it was retried today', noon - 1.25 * dayMs, retried, 2],
    ['was queued with the clock ahead', noon + dayMs, { attempts: 0 }, 2],
    ['was skipped', noon, { state: 'void' }, 1],
  ])('is acknowledged if the previous acknowledgement %s', async (_, atFirst, state, waiting) => {
    const { store, submit, countQueued } = await setUp();
    await submit(undefined, atFirst);
    await store.db.updateTable('deliveries').set(state).execute();
    await submit();
    expect(await countQueued()).toBe(waiting);
  });
});

describe('all addresses', () => {
  /** Stores 50 inquiries that are acknowledged, and one more. */
  async function exceedLimit() {
    const { log, lines } = createRecordedLog();
    const setup = await setUp({ acknowledgementLog: limitLog(log, { maxLines: 1 }) });
    let number = 0;
    await repeat(50, () => setup.submit(`${(number += 1)}@a.example`));
    expect(lines).toEqual([]);
    return { ...setup, lines, late: await setup.submit('late@a.example') };
  }

  it('are acknowledged 50 times in 24 hours', async () => {
    const { submit, acknowledgements, countQueued, late } = await exceedLimit();
    expect(await countQueued()).toBe(50);
    const lastError = 'As many inquiries as may be were acknowledged in 24 hours';
    expect(await acknowledgements(late)).toMatchObject([{ state: 'void', lastError }]);
    await submit('next-day@a.example', noon + dayMs);
    expect(await countQueued()).toBe(51);
  });

  it('above the limit are logged by one line, without their names', async () => {
    const { submit, lines } = await exceedLimit();
    await submit('later@a.example');
    const msg = 'Acknowledgement limit reached: inquirers get none for now';
    const levels = lines.map((line) => JSON.parse(line) as object);
    expect(levels).toMatchObject([
      { level: 40, msg },
      { level: 20, msg },
    ]);
    expect(lines.join('')).not.toContain('a.example');
  });

  it('above the limit are logged once by an inquiry that is stored again after another one failed', async () => {
    const { store, submit, lines } = await exceedLimit();
    lines.length = 0;
    const stored = submit('later@a.example');
    const refused = storeInquiry(store, { firstName: null as never }, { at: noon, destinations });
    const results = await Promise.allSettled([stored, refused]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(lines).toHaveLength(1);
  });
});
