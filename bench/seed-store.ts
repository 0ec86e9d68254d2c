import { existsSync } from 'node:fs';
import { faker } from '@faker-js/faker/locale/en';
import type { Kysely } from 'kysely';
import { newDelivery } from '../src/store/enqueue-deliveries.ts';
import { createSearchKeys } from '../src/store/inquiries/search-keys.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';
import type { Tables } from '../src/store/tables.ts';
import { createFakeEvents, createFakeInquiry, pickWeighted } from './fake-data.ts';

const hourMs = 60 * 60 * 1000;
/** Less than 18 months, so that no inquiry has expired. */
const periodMs = 543 * 24 * hourMs;
const batchSize = 500;
const batchesPerTransaction = 20;

export interface SeedOptions {
  /** End of the period, in milliseconds since the epoch. */
  now: number;
  /** Seed of the generator. */
  seed?: number;
  onProgress?: (done: number) => void;
}

/**
 * Adds `count` fake inquiries of the last 18 months with histories and deliveries, more in later weeks
 * and few on weekends, in transactions of 10,000.
 */
export async function seedStore(
  { db }: Store,
  count: number,
  { now, seed = 1, onProgress }: SeedOptions,
): Promise<void> {
  faker.seed(seed);
  const perTransaction = batchSize * batchesPerTransaction;
  for (let done = 0; done < count; done += perTransaction) {
    const end = Math.min(done + perTransaction, count);
    await db.transaction().execute(async (transaction) => {
      for (let index = done; index < end; index += batchSize) {
        const rows = Array.from({ length: Math.min(batchSize, end - index) }, (_, offset) =>
          createRows(getArrivalTime((index + offset) / count, now), now),
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

function createRows(arrivedMs: number, now: number): Rows {
  const inquiry = createFakeInquiry();
  const id = faker.string.uuid({ version: 7, refDate: arrivedMs });
  const receivedAt = new Date(arrivedMs).toISOString();
  const events = createFakeEvents(id, arrivedMs, now);
  const { status, qualified } = events.at(-1) ?? { status: 'new', qualified: null };
  return {
    inquiry: { id, receivedAt, status, qualified, ...inquiry, ...createSearchKeys(inquiry) },
    events,
    deliveries: destinations.slice(0, faker.number.int({ min: 1, max: 2 })).map((destination) => ({
      ...newDelivery({
        kind: 'received',
        destination,
        inquiryId: id,
        nextAttemptAt: receivedAt,
      }),
      ...createOutcome(arrivedMs),
    })),
  };
}

function createOutcome(arrivedMs: number): Partial<Tables['deliveries']> {
  const attempts = pickWeighted([1, 2, 4], [96, 3, 1]);
  const firstAttemptAt = new Date(arrivedMs).toISOString();
  if (faker.datatype.boolean(0.001)) {
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

/** Returns the arrival at `share` (0 to 1) of the period; moves most from nights and weekends to an earlier day. */
function getArrivalTime(share: number, now: number) {
  const { number } = faker;
  const arrived = new Date(now - periodMs * (1 - share ** 0.7) - number.float() * hourMs);
  const isFree = arrived.getUTCDay() % 6 === 0 || arrived.getUTCHours() < 11;
  if (!isFree || faker.datatype.boolean(0.25)) return arrived.getTime();
  return arrived.getTime() - number.int({ min: 1, max: 3 }) * 12 * hourMs;
}

if (import.meta.main) {
  const [file, count = ''] = process.argv.slice(2);
  if (!file || !/^[1-9]\d*$/.test(count) || existsSync(file)) {
    console.error(
      'Fills a new store with fake inquiries.\n' +
        'Usage: npx node bench/seed-store.ts FILE COUNT, where FILE must not exist. Example:\n' +
        '  npx node bench/seed-store.ts /tmp/large/inquiries.sqlite 1000000\n' +
        '  DATA_DIR=/tmp/large npx inquiries list',
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
  console.error(`\nDone in ${Math.round((performance.now() - startedMs) / 1000)} s.`);
}
