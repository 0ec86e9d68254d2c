import type { Kysely, Transaction } from 'kysely';
import type { Destination } from '../config/destinations.ts';
import type { Inquiry } from '../inquiry/inquiry.ts';
import { suspectSpam } from '../inquiry/suspect-spam.ts';
import type { LimitedLog } from '../log/limit-log.ts';
import { chooseDestinations } from '../notifications/arrival/choose-destinations.ts';
import { isNearlyFull } from '../store/disk-space.ts';
import {
  createContentKey,
  findByContentKey,
  reserveContentKey,
} from '../store/inquiries/content-keys.ts';
import {
  createRow,
  insertInquiry,
  isRepeatedMessage,
  type NewRow,
} from '../store/inquiries/insert-inquiry.ts';
import { toReceivedId } from '../store/outbox/event-ids.ts';
import { type NewEvent, recordEvents } from '../store/outbox/events.ts';
import type { Store } from '../store/store.ts';
import { StoreUnavailable } from '../store/store-errors.ts';
import type { Tables } from '../store/tables.ts';
import { type EpochMs, type IsoTime, toIso } from '../text/format-time.ts';
import { runInTurn } from './run-in-turn.ts';

export interface ReceiveDependencies {
  store: Store;
  clock: () => EpochMs;
  /** Destinations of notifications of new inquiries. */
  destinations: readonly Destination[];
  /** Called after a new inquiry was stored, so that its notifications are sent at once. */
  wakeDeliveries?: (() => void) | undefined;
  /** Log for inquirers who get no acknowledgement, because too many were sent in 24 hours. */
  acknowledgementLog?: Pick<LimitedLog, 'warn'> | undefined;
}

/** Proof that an inquiry is on disk. */
export interface Receipt {
  id: string;
  receivedAt: IsoTime;
  /** True if the same content had been stored in the previous 24 hours. */
  repeated: boolean;
}

/**
 * Stores an inquiry and queues a delivery for each destination. Resolves when both are on disk. The
 * same content within 24 hours gets the first receipt. If nothing was stored, throws
 * `StoreUnavailable`.
 */
export async function receiveInquiry(
  dependencies: ReceiveDependencies,
  inquiry: Inquiry,
): Promise<Receipt> {
  const { store, clock, destinations, wakeDeliveries, acknowledgementLog } = dependencies;
  const receivedAt = toIso(clock());
  const key = createContentKey(store.hashKey, inquiry);
  if (isNearlyFull(store)) return findReceiptOnly(store, key, receivedAt);
  const row = createRow(inquiry, receivedAt);
  // Lets repeats wait here. In the database, each would occupy a connection while it waits.
  const { receipt, isLimitReached } = await runInTurn(key, () =>
    storeOnce(store, key, row, destinations),
  );
  // Log after the transaction, whose task may run twice.
  if (isLimitReached)
    acknowledgementLog?.warn({}, 'Acknowledgement limit reached: inquirers get none for now');
  if (receipt.repeated) await store.confirmCommits();
  else wakeDeliveries?.();
  return receipt;
}

/** Finds the receipt of a repeat. Throws for a new inquiry, because the disk is nearly full. */
async function findReceiptOnly(store: Store, key: string, at: IsoTime): Promise<Receipt> {
  const earlier = await findConfirmedReceipt(store, key, at);
  if (earlier) return earlier;
  const fix = 'Free space on the disk of the store; no restart is needed.';
  throw new StoreUnavailable('The disk of the store is nearly full', { fix });
}

interface StoredOnce extends RecordedArrival {
  receipt: Receipt;
}

/** Stores an inquiry with its content key, unless another inquiry has the key. */
function storeOnce(
  store: Store,
  key: string,
  row: NewRow,
  destinations: readonly Destination[],
): Promise<StoredOnce> {
  return store.transact(async (transaction) => {
    const isNew = await reserveContentKey(transaction, key, row);
    const earlier = isNew ? undefined : await findReceipt(transaction, key, row.receivedAt);
    if (earlier) return { receipt: earlier, isLimitReached: false };
    const { isLimitReached } = await storeNew(transaction, row, destinations);
    const receipt = { id: row.id, receivedAt: row.receivedAt, repeated: false };
    return { receipt, isLimitReached };
  });
}

/** Finds the receipt of the same inquiry from the last 24 hours. Throws `StoreUnavailable`. */
export function findRepeat(
  { store, clock }: Pick<ReceiveDependencies, 'store' | 'clock'>,
  inquiry: Inquiry,
): Promise<Receipt | undefined> {
  const key = createContentKey(store.hashKey, inquiry);
  return findConfirmedReceipt(store, key, toIso(clock()));
}

/** Finds the receipt of a repeat. Its inquiry is then on a synchronous standby, if there is one. */
async function findConfirmedReceipt(
  store: Store,
  key: string,
  at: IsoTime,
): Promise<Receipt | undefined> {
  const receipt = await findReceipt(store.db, key, at);
  if (receipt) await store.confirmCommits();
  return receipt;
}

/** Finds the receipt of the inquiry that has a content key at a time. */
async function findReceipt(
  db: Kysely<Tables>,
  key: string,
  at: IsoTime,
): Promise<Receipt | undefined> {
  const earlier = await findByContentKey(db, key, at);
  return earlier && { ...earlier, repeated: true };
}

interface RecordedArrival {
  /** True if the inquirer gets no acknowledgement, because too many were sent in 24 hours. */
  isLimitReached: boolean;
}

/** Stores a new inquiry, and records its arrival and acknowledgement with their deliveries. */
async function storeNew(
  transaction: Transaction<Tables>,
  row: NewRow,
  destinations: readonly Destination[],
): Promise<RecordedArrival> {
  const { id, receivedAt: at } = row;
  const suspectedSpam = suspectSpam(row, await isRepeatedMessage(transaction, row)) ?? null;
  const inquiry = { ...row, suspectedSpam };
  await insertInquiry(transaction, inquiry);
  const chosen = await chooseDestinations(transaction, inquiry, destinations);
  const inquirers = chosen.filter(({ reaches }) => reaches === 'inquirer');
  const others = chosen.filter(({ reaches }) => reaches !== 'inquirer');
  const received: NewEvent = {
    id: toReceivedId(id),
    kind: 'received',
    inquiryId: id,
    at,
    to: others,
  };
  const acknowledgement: NewEvent = {
    id: `acknowledgement-${id}`,
    kind: 'acknowledgement',
    inquiryId: id,
    at,
    to: inquirers,
  };
  await recordEvents(transaction, inquirers.length > 0 ? [received, acknowledgement] : [received]);
  const isLimitReached = inquirers.some(({ skipReason }) => skipReason === 'acknowledged-total');
  return { isLimitReached };
}
