import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import { ensureSpamMark, maxChangeLengths } from '../../inquiry/history.ts';
import { fieldRecords, messageMinLength, parseInquiry } from '../../inquiry/inquiry.ts';
import { statuses } from '../../inquiry/status.ts';
import {
  addedFields,
  type HistoryEntry,
  type StoredInquiry,
} from '../../inquiry/stored-inquiry.ts';
import { type EpochMs, toIso } from '../../text/format-time.ts';
import { toChangeId, toDeletionId, toReceivedId } from '../outbox/event-ids.ts';
import { type NewEvent, recordEvents } from '../outbox/events.ts';
import type { Database } from '../store.ts';
import type { Tables } from '../tables.ts';
import { storedFields, toBit } from './inquiry-rows.ts';
import { readHistories } from './read-history.ts';
import { createSearchKeys } from './search-keys.ts';

/** An inquiry in the format of an export. */
export type ExportedInquiry = StoredInquiry & {
  /** Oldest first. */
  history: HistoryEntry[];
};

const time = z.iso.datetime({
  precision: 3,
  error: 'expected a time such as 2026-11-21T12:00:00.000Z',
});

/**
 * Refuses U+0000, which PostgreSQL refuses too and at which SQLite ends a length. Also refuses lone
 * surrogates, because both databases store text as UTF-8.
 */
const storable = z.refine<string>(
  (value) => !/[\0\p{Cs}]/u.test(value),
  'has U+0000 or half of a surrogate pair, which no database stores',
);

/** Validates text as it is stored, without normalizing it. Lengths are in code points. */
function storedText(minLength: number, maxLength: number) {
  const range = minLength === 0 ? 'up to' : `${minLength} to`;
  const error = `expected ${range} ${maxLength} characters`;
  const hasMin = z.minLength(minLength, error);
  const hasMax = z.maxLength(maxLength, error);
  return z.optional(z.string(error).check(hasMin, hasMax, storable));
}

const state = {
  status: z.enum(statuses, `expected one of ${statuses.join(', ')}`),
  qualified: z.optional(z.boolean('expected true or false')),
};

const exportedSchema = z.object({
  id: z
    .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'expected a UUID') })
    .check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'expected a UUID')),
  receivedAt: time,
  ...state,
  assignee: storedText(1, maxChangeLengths.by),
  assignedAt: z.optional(time),
  suspectedSpam: storedText(1, 100),
  history: z._default(
    z.array(
      z.object(
        {
          at: time,
          ...state,
          by: storedText(1, maxChangeLengths.by),
          note: storedText(1, maxChangeLengths.note),
          // Empty if unassigned.
          assignee: storedText(0, maxChangeLengths.by),
        },
        'expected an object',
      ),
      'expected an array',
    ),
    [],
  ),
});

/** `error`: the place of the first error and its message, such as "receivedAt: expected a time". */
export type ParsedExport = { ok: true; inquiry: ExportedInquiry } | { ok: false; error: string };

/**
 * Validates an exported inquiry by the rules for submitted ones. Fields that were added since may
 * be missing.
 */
export function parseExported(exported: unknown): ParsedExport {
  const { success, data, error } = exportedSchema.safeParse(exported);
  if (!success) {
    const [issue] = error.issues;
    const place = issue?.path.join('.') || 'inquiry';
    return { ok: false, error: `${place}: ${issue?.message}` };
  }
  const parsed = parseInquiry(exported, {}, addedFields);
  if (!parsed.ok) {
    const [[name, message] = ['', '']] = Object.entries(parsed.fields);
    const { [name]: value } = exported as Record<string, unknown>;
    return { ok: false, error: `${name}: ${describeFormerValue(name, value) ?? message}` };
  }
  return { ok: true, inquiry: { ...data, ...parsed.inquiry } as ExportedInquiry };
}

/**
 * Describes a value that the form refuses, but may have accepted before the firm changed the
 * choices or the length of the field. Undefined if the form never accepted it.
 */
function describeFormerValue(name: string, value: unknown): string | undefined {
  if (!(name in fieldRecords) || typeof value !== 'string') return undefined;
  const field = fieldRecords[name as keyof typeof fieldRecords];
  return field.kind === 'choice'
    ? describeUnknownChoice(Object.keys(field.choices), value)
    : describeLength(name, field.maxLength, value);
}

function describeUnknownChoice(choices: string[], value: string): string {
  const listed = choices.join(', ');
  return `${JSON.stringify(value)} is not one of ${listed}. Write one of them, or add it to the choices in src/content/fields.ts and build the site`;
}

function describeLength(name: string, maxLength: number, { length }: string): string | undefined {
  const minLength = name === 'message' ? messageMinLength : 1;
  if (length >= minLength && length <= maxLength) return undefined;
  return `has ${length} characters, and the form wants ${minLength} to ${maxLength}. To import it as it is, allow this length in src/inquiry/inquiry.ts until after the import`;
}

/** `conflict`: the stored and the imported history differ after a common beginning. */
export type ImportOutcome = 'added' | 'updated' | 'same' | 'deleted' | 'conflict';

/**
 * Stores inquiries with their ids and history, and queues no deliveries. To a stored inquiry, adds
 * the imported changes if they continue its history. Skips deleted ids. Spam whose history lacks
 * the time of the mark is marked at `now`. Resolves to the outcome of each inquiry; after an error,
 * nothing is stored.
 */
export const importInquiries = (
  { db }: Database,
  inquiries: ExportedInquiry[],
  now: EpochMs,
): Promise<ImportOutcome[]> =>
  db.transaction().execute(async (transaction) => {
    const outcomes = await compareWithStore(transaction, inquiries);
    const select = (outcome: ImportOutcome) =>
      inquiries.filter((_, index) => outcomes[index] === outcome);
    const added = select('added');
    const updated = select('updated');
    if (added.length > 0)
      await transaction.insertInto('inquiries').values(added.map(toRow)).execute();
    for (const inquiry of updated) await updateChangedColumns(transaction, inquiry);
    // Skips events that are stored already.
    const events = added.concat(updated).flatMap((inquiry) => toEvents(inquiry, now));
    await recordEvents(transaction, events);
    return outcomes;
  });

/** Determines the outcome of each inquiry. Locks those that are stored. */
async function compareWithStore(
  transaction: Transaction<Tables>,
  inquiries: ExportedInquiry[],
): Promise<ImportOutcome[]> {
  const ids = inquiries.map(({ id }) => id);
  // Lock the rows first, so that a concurrent deletion either is seen below or waits.
  const stored = await transaction
    .selectFrom('inquiries')
    .select('id')
    .where('id', 'in', ids)
    .forNoKeyUpdate()
    .execute();
  const deletions = await transaction
    .selectFrom('events')
    .select('id')
    .where('id', 'in', ids.map(toDeletionId))
    .execute();
  const storedIds = new Set(stored.map(({ id }) => id));
  const deletionIds = new Set(deletions.map(({ id }) => id));
  const histories = await readHistories({ db: transaction }, ids);
  return inquiries.map(({ id, history }) => {
    if (deletionIds.has(toDeletionId(id))) return 'deleted';
    if (!storedIds.has(id)) return 'added';
    return compareHistories(histories.get(id) ?? [], history);
  });
}

/** Compares the history of a stored inquiry with that of an import. */
function compareHistories(own: HistoryEntry[], imported: HistoryEntry[]): ImportOutcome {
  if (isStart(imported, own)) return 'same';
  return isStart(own, imported) ? 'updated' : 'conflict';
}

/** Updates the columns that a change can set. */
async function updateChangedColumns(transaction: Transaction<Tables>, inquiry: ExportedInquiry) {
  const { id, status, qualified, assignee, assignedAt, suspectedSpam } = toRow(inquiry);
  const columns = { status, qualified, assignee, assignedAt, suspectedSpam };
  await transaction.updateTable('inquiries').set(columns).where('id', '=', id).execute();
}

const isStart = (start: HistoryEntry[], history: HistoryEntry[]) =>
  isDeepStrictEqual(start, history.slice(0, start.length));

const toRow = (inquiry: ExportedInquiry) =>
  ({
    ...Object.fromEntries(storedFields.map((field) => [field, inquiry[field] ?? null])),
    ...createSearchKeys(inquiry),
    qualified: toBit(inquiry.qualified),
  }) as Tables['inquiries'];

/** Returns the events of an inquiry's arrival and of its changes. */
function toEvents(inquiry: ExportedInquiry, now: EpochMs): NewEvent[] {
  const { id, receivedAt, status, history } = inquiry;
  const entries = ensureSpamMark(status, history, toIso(now));
  const changes = entries.map((entry, index): NewEvent => ({
    id: toChangeId(id, index + 1),
    kind: 'changed',
    inquiryId: id,
    at: entry.at,
    status: entry.status,
    qualified: toBit(entry.qualified),
    assignee: entry.assignee,
    changedBy: entry.by,
    note: entry.note,
    to: [],
  }));
  const arrival: NewEvent = {
    id: toReceivedId(id),
    kind: 'received',
    inquiryId: id,
    at: receivedAt,
    to: [],
  };
  return [arrival, ...changes];
}
