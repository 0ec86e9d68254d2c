import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { newDelivery } from '../inquiries/delivery/queue-deliveries.ts';
import { searchKeys } from '../inquiries/search-keys.ts';
import { openStore, type Store } from '../inquiries/store.ts';
import type { Tables } from '../inquiries/tables.ts';
import { fictionalInquiry } from './fictional-inquiry.ts';
import { eventsFor, standingAfter } from './fictional-history.ts';
import { pick, randomNumbers } from './random.ts';

const hourMs = 60 * 60 * 1000;
/** So that none is due to be erased after 18 months, wherever it is moved to. */
const periodMs = 543 * 24 * hourMs;
const batchSize = 500;
const batchesPerTransaction = 20;

export interface SeedOptions {
  /** The period ends here, in milliseconds since the epoch. */
  now: number;
  /** The same seed makes the same inquiries. */
  seed?: number;
  onProgress?: (done: number) => void;
}

/**
 * Adds so many fictional inquiries of the last 18 months, more in later weeks and few on weekends,
 * with what was made of them and how they were delivered. It writes past the server's own way in,
 * which gives every inquiry a transaction.
 */
export async function seedStore(
  { db }: Store,
  count: number,
  { now, seed = 1, onProgress }: SeedOptions,
): Promise<void> {
  const random = randomNumbers(seed);
  const perTransaction = batchSize * batchesPerTransaction;
  for (let done = 0; done < count; done += perTransaction) {
    const end = Math.min(done + perTransaction, count);
    await db.transaction().execute(async (transaction) => {
      for (let index = done; index < end; index += batchSize) {
        const rows = Array.from({ length: Math.min(batchSize, end - index) }, (_, offset) =>
          fictionalRows(arrivalOf((index + offset) / count, now, random), now, random),
        );
        await insert(transaction, rows);
      }
    });
    onProgress?.(end);
  }
}

const destinations = ['email', 'webhook'] as const;

interface Rows {
  inquiry: Tables['inquiries'];
  events: Tables['inquiryEvents'][];
  deliveries: Tables['deliveries'][];
}

function fictionalRows(arrivedMs: number, now: number, random: () => number): Rows {
  const inquiry = fictionalInquiry(random);
  const id = uuidAt(arrivedMs, random);
  const receivedAt = new Date(arrivedMs).toISOString();
  const events = eventsFor(id, arrivedMs, now, random);
  const { status, qualified } = standingAfter(events);
  return {
    inquiry: { id, receivedAt, status, qualified, ...inquiry, ...searchKeys(inquiry) },
    events,
    deliveries: destinations.slice(0, random() < 0.5 ? 1 : 2).map((destination) => ({
      ...newDelivery({
        kind: 'received',
        destination,
        inquiryId: id,
        nextAttemptAt: receivedAt,
      }),
      ...outcome(arrivedMs, random),
    })),
  };
}

function outcome(arrivedMs: number, random: () => number): Partial<Tables['deliveries']> {
  const attempts = pick([1, 2, 4], random, [96, 3, 1]);
  const firstAttemptAt = new Date(arrivedMs).toISOString();
  if (random() < 0.001) {
    return { state: 'failed', attempts: 110, firstAttemptAt, lastError: 'HTTP 503' };
  }
  const deliveredAt = new Date(arrivedMs + attempts * 400).toISOString();
  return { state: 'delivered', attempts, firstAttemptAt, deliveredAt };
}

async function insert(db: Kysely<Tables>, rows: Rows[]) {
  const inquiries = rows.map(({ inquiry }) => ({
    fundingStage: null,
    investmentAmount: null,
    ...inquiry,
  }));
  await db.insertInto('inquiries').values(inquiries).execute();
  const events = rows.flatMap((row) => row.events);
  if (events.length) await db.insertInto('inquiryEvents').values(events).execute();
  const deliveries = rows.flatMap((row) => row.deliveries);
  await db.insertInto('deliveries').values(deliveries).execute();
}

/** `share` of the period from 0 to 1; weekends move to a working day, nights to the day. */
function arrivalOf(share: number, now: number, random: () => number) {
  const arrived = new Date(now - periodMs * (1 - share ** 0.7) - random() * hourMs);
  const isFree = arrived.getUTCDay() % 6 === 0 || arrived.getUTCHours() < 11;
  if (!isFree || random() < 0.25) return arrived.getTime();
  return arrived.getTime() - Math.floor(1 + random() * 3) * 12 * hourMs;
}

/** A UUID of version 7 (RFC 9562) made at that time. */
function uuidAt(ms: number, random: () => number) {
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  const time = ms.toString(16).padStart(12, '0');
  const variant = pick(['8', '9', 'a', 'b'], random);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-${variant}${digits(3)}-${digits(12)}`;
}

if (import.meta.main) {
  const [file, count = ''] = process.argv.slice(2);
  if (!file || !/^[1-9]\d*$/.test(count) || existsSync(file)) {
    console.error(
      'Fills a new store with fictional inquiries.\n' +
        'Write "npx node bench/seed-store.ts FILE COUNT", where FILE does not exist yet, such as\n' +
        '  npx node bench/seed-store.ts /tmp/large/inquiries.sqlite 1000000\n' +
        'and work with it by "DATA_DIR=/tmp/large inquiries list".',
    );
    process.exit(2);
  }
  const startedMs = performance.now();
  const store = await openStore({ file });
  await seedStore(store, Number(count), {
    now: Date.now(),
    onProgress: (done) => process.stderr.write(`\r${done} of ${count}`),
  });
  await store.close();
  console.error(`\nThat took ${Math.round((performance.now() - startedMs) / 1000)} s.`);
}
