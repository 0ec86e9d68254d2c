import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { findRefusal, type LinkAction, linkActions } from '../inquiry/link-actions.ts';
import {
  maxLength,
  multilineText,
  normalizeLine,
  normalizeLines,
  singleLineText,
} from '../inquiry/normalize-text.ts';
import type { ReviewState } from '../inquiry/status.ts';
import { readHistory } from '../store/inquiries/read-history.ts';
import { type StoredInquiry, toStoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import {
  assignLocked,
  type ChangeDetails,
  changeLocked,
  type LockedInquiry,
  maxUpdateLengths,
  readAssignees,
  saveChange,
  toBit,
  type UpdateDependencies,
  updateLockedStatus,
} from '../store/inquiries/update-status.ts';
import { wrapStoreErrors } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { SignedLink } from './signed-links.ts';

/** State of a link, which its page shows. Times are ISO 8601 in UTC. */
export type LinkState =
  | OpenLink
  | { state: 'used'; inquiry: StoredInquiry; usedAt: string }
  | { state: 'refused'; inquiry: StoredInquiry; reason: 'unchanged' | 'not-allowed' }
  | { state: 'deleted' };

/** `repeated`: the inquiry was changed already by the same confirmation. */
type Confirmed = { state: 'confirmed' } | { state: 'repeated' };

/** A link that can be confirmed, and why a confirmation was rejected. */
export interface OpenLink {
  state: 'open';
  /** Absent after a failed confirmation, since the inquiry may not be readable. */
  inquiry?: StoredInquiry;
  /** Of "Reopen": the state to which it goes back. */
  before?: ReviewState | undefined;
  /** Of an assignment: names in use. */
  assignees?: string[];
  /** `reassigned`: the assignee is not the one that was shown. */
  problem?: 'failed' | 'tooLarge' | 'reassigned';
  errors?: Partial<ConfirmationFields>;
}

/** The fields of the confirmation form; only the name of an assignee is required. */
export type ConfirmationFields = Record<'by' | 'note', string>;

/** Loads the state of a link; an open one gets the `rejection`. Throws `StoreUnavailable`. */
export async function loadLinkState(
  { db }: Store,
  link: SignedLink,
  rejection?: Pick<OpenLink, 'problem' | 'errors'>,
): Promise<LinkState> {
  const message = 'The inquiry could not be read';
  const current = toLinkState(link, await wrapStoreErrors(message, () => readFacts(db, link)));
  return current.state === 'open' ? { ...current, ...rejection } : current;
}

function toLinkState(
  { action, change }: SignedLink,
  { row, redemption, before, assignees }: Awaited<ReturnType<typeof readFacts>>,
): LinkState {
  if (!row) return { state: 'deleted' };
  const inquiry = toStoredInquiry(row);
  if (redemption) return { state: 'used', inquiry, usedAt: redemption.at };
  const reason = change && !before ? 'unchanged' : findRefusal(action, inquiry);
  if (reason) return { state: 'refused', inquiry, reason };
  return { state: 'open', inquiry, before, assignees };
}

const readFacts = async (db: Kysely<Tables>, link: SignedLink) => ({
  row: await db
    .selectFrom('inquiries')
    .selectAll()
    .where('id', '=', link.inquiryId)
    .executeTakeFirst(),
  redemption: await findRedemption(db, link),
  before: await readStateBefore(db, link),
  assignees: link.action === 'assign' ? await readAssignees(db) : [],
});

/** Reads the state before the change that the link takes back, if no status change came after it. */
async function readStateBefore(
  db: Kysely<Tables>,
  { inquiryId, change }: SignedLink,
): Promise<ReviewState | undefined> {
  if (!change) return undefined;
  const history = await readHistory({ db }, inquiryId);
  const later = history.slice(change);
  const isLast = change <= history.length && later.every(({ assignee }) => assignee !== undefined);
  return isLast ? (history[change - 2] ?? { status: 'new' }) : undefined;
}

/**
 * Applies the action of a link: a status change once, an assignment each time. Confirms a repeat of the
 * same confirmation, too. An assignment repeats the assignee that its page showed, empty for nobody.
 * Throws `StoreUnavailable`, with nothing changed.
 */
export async function redeemActionLink(
  dependencies: UpdateDependencies,
  link: SignedLink,
  fields: ConfirmationFields,
  shownAssignee?: string,
): Promise<Confirmed | LinkState> {
  const { data, error } = (link.action === 'assign' ? assignment : confirmation).safeParse(fields);
  if (error) {
    const errors: Partial<ConfirmationFields> = {};
    for (const { path, message } of error.issues) errors[path[0] as 'by' | 'note'] ??= message;
    return loadLinkState(dependencies.store, link, { errors });
  }
  const message = 'The action link could not be redeemed';
  const result = await changeLocked(dependencies, link.inquiryId, message, (locked) =>
    redeem(locked, link, data, shownAssignee),
  );
  return result ?? { state: 'deleted' };
}

const linkSource = 'link in an e-mail';

const name = z
  .string()
  .check(
    z.overwrite(normalizeLine),
    maxLength(maxUpdateLengths.by - ` (${linkSource})`.length),
    singleLineText,
  );
const note = z
  .string()
  .check(z.overwrite(normalizeLines), maxLength(maxUpdateLengths.note), multilineText);
const confirmation = z.object({ by: name, note });
const assignment = z.object({ by: name.check(z.minLength(1, 'Please enter a name')), note });

async function redeem(
  locked: LockedInquiry,
  link: SignedLink,
  { by, note }: ConfirmationFields,
  shownAssignee: string | undefined,
): Promise<Confirmed | LinkState> {
  const { transaction, row } = locked;
  const { inquiryId, action, expiresAt } = link;
  const facts = await readFacts(transaction, link);
  const { redemption, before } = facts;
  // Names the link as the source: anybody who has the link can enter any name.
  const changedBy = by ? `${by} (${linkSource})` : linkSource;
  const isRepeat = redemption?.changedBy === changedBy && (redemption.note ?? '') === note;
  if (isRepeat) return { state: 'repeated' };
  const current = toLinkState(link, facts);
  if (current.state !== 'open') return current;

  if (action === 'assign') {
    const assignee = row.assignee ?? '';
    if (assignee !== by && assignee !== shownAssignee) return { ...current, problem: 'reassigned' };
    // Anybody may give it to a colleague.
    const assigned = await assignLocked(locked, { assignee: by, by: linkSource });
    return { state: assigned ? 'confirmed' : 'repeated' };
  }
  const details = { by: changedBy, note: note || undefined };
  const event = await changeStatus(locked, action, before, details);
  if (event === undefined) return current;
  const usedLink = { inquiryId, action, expiresAt, event };
  await transaction.insertInto('usedLinks').values(usedLink).execute();
  return { state: 'confirmed' };
}

/** Sets the new status. Resolves to the number of the change; undefined if it is refused. */
async function changeStatus(
  locked: LockedInquiry,
  action: LinkAction,
  before: ReviewState | undefined,
  details: ChangeDetails,
): Promise<number | undefined> {
  if (before) {
    const columns = { status: before.status, qualified: toBit(before.qualified) };
    return (await saveChange(locked, columns, details)).event;
  }
  const { change } = linkActions[action];
  const result = change && (await updateLockedStatus(locked, { ...change, ...details }));
  return result?.outcome === 'marked' ? result.event : undefined;
}

/** Finds the status change that was made with this link. */
const findRedemption = (db: Kysely<Tables>, { inquiryId, action, expiresAt }: SignedLink) =>
  db
    .selectFrom('usedLinks')
    .innerJoin('events', 'events.number', 'usedLinks.event')
    .select(['events.at', 'events.changedBy', 'events.note'])
    .where('usedLinks.inquiryId', '=', inquiryId)
    .where('usedLinks.action', '=', action)
    .where('usedLinks.expiresAt', '=', expiresAt)
    .executeTakeFirst();
