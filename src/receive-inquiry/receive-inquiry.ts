import { createHmac, randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { dayMs, getWindowBounds, toIso } from '../inquiry/format-time.ts';
import type { Inquiry } from '../inquiry/inquiry.ts';
import { suspectSpam } from '../inquiry/suspect-spam.ts';
import { planArrival } from '../notifications/flood.ts';
import { type NewEvent, recordEvents } from '../store/events.ts';
import { createSearchKeys, toMailbox } from '../store/inquiries/search-keys.ts';
import type { ChangeContext } from '../store/inquiries/update-status.ts';
import { StoreUnavailable } from '../store/store-errors.ts';
import { isNearlyFull } from '../store/store.ts';
import type { Destination, Tables } from '../store/tables.ts';

/**
 * Identifies repeated posts: by the caller's key, without expiry, or by their content for 24 hours
 * (forms sent without script).
 */
export type IdempotencyKey = { kind: 'caller'; value: string } | { kind: 'content' };

export interface ReceiveDependencies extends ChangeContext {
  /** Called after a new inquiry was stored, to send its notifications at once. */
  wakeDeliveries?: (() => void) | undefined;
}

export type Receipt =
  /** On disk. `repeated`: stored earlier with the same key. */
  | { outcome: 'stored'; id: string; receivedAt: string; repeated: boolean }
  /** The key belongs to another inquiry. */
  | { outcome: 'key-reused' };

/**
 * Stores an inquiry and queues a delivery for each destination; both are on disk when the promise
 * resolves. With a key, a repeat returns the first receipt. Throws `StoreUnavailable` with nothing
 * stored.
 */
export async function receiveInquiry(
  { store, clock, destinations = [], wakeDeliveries }: ReceiveDependencies,
  inquiry: Inquiry,
  key?: IdempotencyKey,
): Promise<Receipt> {
  const now = clock();
  const record = key && createKeyRecord(store.hashKey, inquiry, key, now);
  if (isNearlyFull(store)) {
    const earlier = record && (await findReceipt(store.db, record, toIso(now)));
    if (earlier) return earlier;
    const fix = 'Free space on the disk of the store; no restart is needed.';
    throw new StoreUnavailable('The disk of the store is nearly full', { fix });
  }
  const received = { id: randomUUIDv7(), receivedAt: toIso(now), status: 'new' as const };
  const row = { ...received, ...inquiry, ...createSearchKeys(inquiry) };
  const storeOnce = () =>
    store.transact(async (transaction): Promise<Receipt> => {
      const earlier = record && (await reserveKey(transaction, row, record));
      if (earlier) return earlier;
      await insertInquiry(transaction, row, destinations);
      return { outcome: 'stored', id: row.id, receivedAt: row.receivedAt, repeated: false };
    });
  const receipt = await (record ? inTurn(record.key, storeOnce) : storeOnce());
  if (receipt.outcome === 'stored' && !receipt.repeated) wakeDeliveries?.();
  return receipt;
}

const lastTasks = new Map<string, Promise<Receipt>>();

/**
 * Runs tasks with the same key one after the other. In the database, each would wait with a connection of
 * its own. If a task fails, those that wait for it fail, too.
 */
function inTurn(key: string, task: () => Promise<Receipt>): Promise<Receipt> {
  const receipt = (lastTasks.get(key) ?? Promise.resolve()).then(task);
  lastTasks.set(key, receipt);
  return receipt.finally(() => {
    if (lastTasks.get(key) === receipt) lastTasks.delete(key);
  });
}

/** Finds the receipt that a repeat gets; none without a key. Throws `StoreUnavailable`. */
export function findRepeat(
  { store, clock }: ChangeContext,
  inquiry: Inquiry,
  key?: IdempotencyKey,
) {
  const now = clock();
  const record = key && createKeyRecord(store.hashKey, inquiry, key, now);
  return record && findReceipt(store.db, record, toIso(now));
}

type NewRow = Omit<Tables['inquiries'], 'suspectedSpam'> & Inquiry;

/** Inserts an inquiry, and records its arrival and acknowledgement with their deliveries. */
async function insertInquiry(db: Transaction<Tables>, row: NewRow, all: readonly Destination[]) {
  const { id, receivedAt: at, email } = row;
  const suspectedSpam = suspectSpam(row, await isRepeatedMessage(db, row)) ?? null;
  const isSuspected = suspectedSpam !== null;
  const values = { ...row, suspectedSpam };
  await db.insertInto('inquiries').values(values).execute();
  const inquirer = all.filter(({ reaches }) => reaches === 'inquirer');
  const others = all.filter(({ reaches }) => reaches !== 'inquirer');
  const { to, summary } = await planArrival(db, at, others, isSuspected);
  const event = { inquiryId: id, at };
  const events: NewEvent[] = [{ ...event, id: `received-${id}`, kind: 'received', to }, ...summary];
  // Suspected spam is never acknowledged: its address may be a stranger's.
  if (inquirer.length && !isSuspected) {
    const skipReason = await findAcknowledgementLimit(db, email, at);
    const to = inquirer.map((one) => ({ ...one, skipReason }));
    events.push({ ...event, id: `acknowledgement-${id}`, kind: 'acknowledgement', to });
  }
  await recordEvents(db, events);
}

const maxAcknowledgementsPerDay = 200;

/**
 * Returns the reason not to acknowledge an inquiry at `at`, in the transaction that queues it; undefined
 * if allowed. Limits in 24 hours: 1 per address, 200 in total. Anybody can enter a stranger's address.
 * Servers on PostgreSQL do not wait for one another, and may exceed a limit by one each.
 */
async function findAcknowledgementLimit(db: Transaction<Tables>, email: string, at: string) {
  const [since, until] = getWindowBounds(at, dayMs);
  // The kind is a literal, because SQLite does not use the partial index for a parameter.
  const { rows: acknowledged } = await sql<{ email: string }>`
    select inquiries.email from events
    join deliveries on deliveries.event = events.number and deliveries.state <> 'void'
    join inquiries on inquiries.id = events.inquiry_id
    where events.kind = 'acknowledgement' and events.at > ${since} and events.at < ${until}
    limit ${sql.lit(maxAcknowledgementsPerDay)}`.execute(db);
  if (acknowledged.length === maxAcknowledgementsPerDay)
    return `${maxAcknowledgementsPerDay} inquiries were acknowledged in 24 hours`;
  const mailbox = toMailbox(email);
  return acknowledged.some((earlier) => toMailbox(earlier.email) === mailbox)
    ? 'This address was sent an acknowledgement in the last 24 hours'
    : undefined;
}

/** Tells if another address sent this message in the last 24 hours. */
async function isRepeatedMessage(db: Transaction<Tables>, row: NewRow) {
  const { messageKey, receivedAt, searchEmail } = row;
  const [since, until] = getWindowBounds(receivedAt, dayMs);
  // Built by Kysely, it would take as long as all other statements. The limit bounds the time that an
  // address can cost that sends the same message again and again.
  const { rows } = await sql`
    select 1 from (
      select search_email from inquiries
      where message_key = ${messageKey}
        and received_at > ${since} and received_at < ${until}
      limit 10
    ) as equal
    where search_email <> ${searchEmail}`.execute(db.withoutPlugins());
  return rows.length > 0;
}

/** Reserves the key for this inquiry; returns the receipt of an earlier use. */
async function reserveKey(db: Transaction<Tables>, row: NewRow, record: KeyRecord) {
  const { id: inquiryId, receivedAt } = row;
  const values = { ...record, inquiryId };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotencyKeys')
    .values(values)
    .onConflict((conflict) => {
      const reserved = conflict.column('key').doUpdateSet(values);
      return reserved.where('idempotencyKeys.expiresAt', '<=', receivedAt);
    })
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ? undefined : findReceipt(db, record, receivedAt);
}

/** Finds the receipt of the inquiry to which a key belongs at `now` (ISO 8601). */
async function findReceipt(
  db: Kysely<Tables>,
  { key, fingerprint }: KeyRecord,
  now: string,
): Promise<Receipt | undefined> {
  const { rows } = await sql<Record<'id' | 'receivedAt' | 'fingerprint', string>>`
    select inquiries.id, inquiries.received_at, keys.fingerprint from idempotency_keys as keys
    join inquiries on inquiries.id = keys.inquiry_id
    where keys.key = ${key} and (keys.expires_at is null or keys.expires_at > ${now})`.execute(db);
  const [earlier] = rows;
  if (!earlier) return undefined;
  if (earlier.fingerprint !== fingerprint) return { outcome: 'key-reused' };
  return { outcome: 'stored', repeated: true, id: earlier.id, receivedAt: earlier.receivedAt };
}

type KeyRecord = ReturnType<typeof createKeyRecord>;

/** Creates the row of a key, without its inquiry. `now` is in ms since the epoch. */
function createKeyRecord(hashKey: Buffer, inquiry: Inquiry, key: IdempotencyKey, now: number) {
  const fields = Object.entries(inquiry).sort(([a], [b]) => (a < b ? -1 : 1));
  // Keyed, because a plain hash of personal data can be reversed by guessing.
  const hash = (purpose: string) =>
    createHmac('sha256', hashKey)
      .update(JSON.stringify([purpose, fields]))
      .digest('hex');
  const fingerprint = hash('fingerprint');
  return key.kind === 'caller'
    ? { key: `caller:${key.value}`, fingerprint, expiresAt: null }
    : { key: `content:${hash('content')}`, fingerprint, expiresAt: toIso(now + dayMs) };
}
