import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import {
  findRefusal,
  fromManyId,
  linkActions,
  type LinkRefusal,
  maxNameLength,
  toChangedBy,
} from '../inquiry/link-actions.ts';
import {
  maxLength,
  multilineText,
  normalizeLine,
  normalizeLines,
  singleLineText,
} from '../inquiry/normalize-text.ts';
import { formatReviewState, isOpen, type ReviewState } from '../inquiry/status.ts';
import { type NewestInquiries, readSuspected } from '../store/inquiries/list-inquiries.ts';
import { type HistoryEntry, readHistory } from '../store/inquiries/read-history.ts';
import { type StoredInquiry, toStoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import {
  assignLocked,
  changeLocked,
  type LockedInquiry,
  markSuspected,
  maxUpdateLengths,
  readAssignees,
  saveChange,
  toBit,
  type UpdateDependencies,
  updateLockedStatus,
} from '../store/inquiries/update-status.ts';
import type { Database, Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { SignedLink } from './signed-links.ts';

/** State of a link, which its page shows. Times are ISO 8601 in UTC. */
export type LinkState =
  | OpenLink
  | (ShownInquiry & { state: 'used'; usedAt: string })
  | (ShownInquiry & { state: 'refused'; reason: LinkRefusal })
  | ManyLink
  | { state: 'deleted' };

/** A link for all suspected spam until a time, and why its confirmation was rejected. */
interface ManyLink extends Rejection, NewestInquiries {
  state: 'many';
  shown: string;
}

/** `changed`: a colleague changed what the page showed. */
interface Rejection {
  problem?: 'failed' | 'tooLarge' | 'changed';
  errors?: Partial<ConfirmationFields>;
}

interface ShownInquiry {
  inquiry: StoredInquiry;
  lastChange: HistoryEntry | undefined;
  /** Of a closed inquiry: number of the change that gave it its status; 0 for none. */
  closedBy: number;
}

/** `repeated`: changed already by the same confirmation. */
type Confirmed = { state: 'confirmed' } | { state: 'repeated' };

/** A link that can be confirmed, and why a confirmation was rejected. */
interface OpenLink extends Rejection, Partial<ShownInquiry> {
  state: 'open';
  /** State that the action changes, as the page shows it: a confirmation repeats it. */
  shown: string;
  /** Of "Reopen": the state to which it goes back. */
  before?: ReviewState | undefined;
  /** Of an assignment: names in use. */
  assignees?: string[];
}

/** The fields of the confirmation form. `by` is required, and the `assignee` of an assignment. */
export type ConfirmationFields = Record<'by' | 'note' | 'assignee', string>;

/** Inquiries that a link's page names. */
const maxListed = 100;

/** Loads the state of a link; an open one gets the `rejection`. Throws `StoreUnavailable`. */
export async function loadLinkState(
  { db }: Store,
  link: SignedLink,
  rejection?: Rejection,
): Promise<LinkState> {
  if (link.action === 'spam-many') return { ...(await loadMany({ db }, link)), ...rejection };
  const current = toLinkState(link, await readFacts(db, link));
  return current.state === 'open' ? { ...current, ...rejection } : current;
}

function toLinkState(
  { action, change }: SignedLink,
  { row, redemption, history, assignees }: Awaited<ReturnType<typeof readFacts>>,
): LinkState {
  if (!row) return { state: 'deleted' };
  const inquiry = toStoredInquiry(row);
  const statusChange = history.findLastIndex(({ assignee }) => assignee === undefined) + 1;
  const closedBy = isOpen(inquiry) ? 0 : statusChange;
  const facts = { inquiry, lastChange: history.at(-1), closedBy };
  if (redemption) return { state: 'used', ...facts, usedAt: redemption.at };
  const before = findStateBefore(history, change);
  const reason = change && !before ? 'unchanged' : findRefusal(action, inquiry);
  if (reason) return { state: 'refused', ...facts, reason };
  const shown = action === 'assign' ? (inquiry.assignee ?? '') : formatReviewState(inquiry);
  return { state: 'open', ...facts, shown, before, assignees };
}

const readFacts = async (db: Kysely<Tables>, link: SignedLink) => ({
  row: await db
    .selectFrom('inquiries')
    .selectAll()
    .where('id', '=', link.inquiryId)
    .executeTakeFirst(),
  /** The status change that was made with this link. */
  redemption: await db
    .selectFrom('usedLinks')
    .innerJoin('events', 'events.number', 'usedLinks.event')
    .select(['events.at', 'events.changedBy', 'events.note'])
    .where('usedLinks.inquiryId', '=', link.inquiryId)
    .where('usedLinks.action', '=', link.action)
    .where('usedLinks.expiresAt', '=', link.expiresAt)
    .executeTakeFirst(),
  history: await readHistory({ db }, link.inquiryId),
  assignees: link.action === 'assign' ? await readAssignees(db) : [],
});

/** Finds the state before a change, if no status change came after it. */
function findStateBefore(
  history: HistoryEntry[],
  change: number | undefined,
): ReviewState | undefined {
  if (!change) return undefined;
  const later = history.slice(change);
  const isLast = change <= history.length && later.every(({ assignee }) => assignee !== undefined);
  return isLast ? (history[change - 2] ?? { status: 'new' }) : undefined;
}

/**
 * Applies the action of a link: a status change once, an assignment each time. Confirms a repeat of the
 * same confirmation, too. `shown`: what the page showed, which must not have changed. Throws
 * `StoreUnavailable`, with nothing changed.
 */
export async function redeemActionLink(
  dependencies: UpdateDependencies,
  link: SignedLink,
  fields: ConfirmationFields,
  shown: string,
): Promise<Confirmed | LinkState> {
  const { data, error } = (link.action === 'assign' ? assignment : confirmation).safeParse(fields);
  if (error) {
    const errors: Partial<ConfirmationFields> = {};
    for (const { path, message } of error.issues)
      errors[path[0] as keyof ConfirmationFields] ??= message;
    return loadLinkState(dependencies.store, link, { errors });
  }
  if (link.action === 'spam-many') return redeemMany(dependencies, link, data.by, shown);
  const result = await changeLocked(dependencies, link.inquiryId, (locked) =>
    redeem(locked, link, data, shown),
  );
  return result ?? { state: 'deleted' };
}

const line = z.string().check(z.overwrite(normalizeLine), singleLineText);
const required = z.minLength(1, 'Please enter a name');
const name = line.check(required, maxLength(maxNameLength(maxUpdateLengths.by)));
const note = z
  .string()
  .check(z.overwrite(normalizeLines), maxLength(maxUpdateLengths.note), multilineText);
const confirmation = z.object({ by: name, note });
const assignment = z.extend(confirmation, {
  assignee: line.check(required, maxLength(maxUpdateLengths.by)),
});

/** Marks all suspected spam of a link, if it is as much as its page showed. */
async function redeemMany(
  dependencies: UpdateDependencies,
  link: SignedLink,
  by: string,
  shown: string,
): Promise<Confirmed | LinkState> {
  const current = await loadMany(dependencies.store, link);
  if (current.count === 0) return { state: 'repeated' };
  if (shown !== current.shown) return { ...current, problem: 'changed' };
  await markSuspected(dependencies, fromManyId(link.inquiryId), toChangedBy(by));
  return { state: 'confirmed' };
}

async function loadMany(store: Database, link: SignedLink): Promise<ManyLink> {
  const suspected = await readSuspected(store, fromManyId(link.inquiryId), maxListed);
  return { state: 'many', shown: String(suspected.count), ...suspected };
}

async function redeem(
  locked: LockedInquiry,
  link: SignedLink,
  { by, note, assignee }: z.infer<typeof confirmation> & { assignee?: string },
  shown: string,
): Promise<Confirmed | LinkState> {
  const { transaction } = locked;
  const { inquiryId, action, expiresAt } = link;
  const facts = await readFacts(transaction, link);
  const { redemption } = facts;
  const changedBy = toChangedBy(by);
  const isRepeat = redemption?.changedBy === changedBy && (redemption.note ?? '') === note;
  if (isRepeat) return { state: 'repeated' };
  const current = toLinkState(link, facts);
  if (current.state !== 'open' || !current.inquiry) return current;
  if (assignee !== undefined && assignee === current.inquiry.assignee) return { state: 'repeated' };
  if (shown !== current.shown) return { ...current, problem: 'changed' };

  if (assignee !== undefined) {
    await assignLocked(locked, { assignee, by: changedBy });
    return { state: 'confirmed' };
  }
  const details = { by: changedBy, note: note || undefined };
  const { change } = linkActions[action];
  const result = current.before
    ? await saveChange(locked, toColumns(current.before), details)
    : change && (await updateLockedStatus(locked, { ...change, ...details }));
  if (!result || !('event' in result)) return current;
  const usedLink = { inquiryId, action, expiresAt, event: result.event };
  await transaction.insertInto('usedLinks').values(usedLink).execute();
  return { state: 'confirmed' };
}

const toColumns = ({ status, qualified }: ReviewState) => ({ status, qualified: toBit(qualified) });
