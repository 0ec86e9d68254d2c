import * as z from 'zod/mini';
import { findRefusal, linkActions, linkSource, type SignedLink } from '../inquiry/link-actions.ts';
import { lineOf, linesOf } from '../inquiry/normalize-text.ts';
import { formatReviewState, isOpen } from '../inquiry/status.ts';
import { findInquiry } from '../store/inquiries/find-inquiry.ts';
import { readSuspected, selectSuspected } from '../store/inquiries/due-inquiries.ts';
import { readHistory } from '../store/inquiries/read-history.ts';
import {
  assignLocked,
  type ChangeContext,
  changeLocked,
  markSuspected,
  maxUpdateLengths,
  readAssignees,
  restoreState,
  updateLockedStatus,
} from '../store/inquiries/update-status.ts';
import { countRows, type Database } from '../store/store.ts';
import type {
  ConfirmationFields,
  ConfirmationForm,
  LinkState,
} from '../web/link-page/link-state.ts';

/** Inquiries that a link’s page names, as many as a digest: each costs as much as half a cached page. */
const maxListed = 20;

/** Loads the state of a link; an open one gets the `rejection`. Throws `StoreUnavailable`. */
export async function loadLinkState(
  { db }: Database,
  link: SignedLink,
  rejection?: Pick<ConfirmationForm, 'problem' | 'errors'>,
): Promise<LinkState> {
  const { target, action, expiresAt } = link;
  if (target.kind === 'suspected') {
    const suspected = await readSuspected({ db }, target.until, maxListed);
    return { state: 'suspected', suspected, shown: String(suspected.count), ...rejection };
  }
  const { inquiryId } = target;
  const change = target.kind === 'change' ? target.change : undefined;
  const inquiry = await findInquiry({ db }, inquiryId);
  if (!inquiry) return { state: 'deleted' };
  const history = await readHistory({ db }, inquiryId);
  const statusChange = history.findLastIndex(({ assignee }) => assignee === undefined) + 1;
  const facts = { inquiry, lastChange: history.at(-1) };
  const settled = { ...facts, closedBy: isOpen(inquiry) ? 0 : statusChange };
  const redemption = await db
    .selectFrom('usedLinks')
    .innerJoin('events', 'events.number', 'usedLinks.event')
    .select(['at as usedAt', 'changedBy as usedBy', 'note as usedNote'])
    .where((eb) => eb.and({ 'usedLinks.inquiryId': inquiryId, action, expiresAt }))
    .executeTakeFirst();
  if (redemption) return { ...settled, state: 'used', ...redemption };
  const isOutdated = change !== undefined && change !== statusChange;
  const reason = isOutdated ? 'unchanged' : findRefusal(action, inquiry);
  if (reason) return { ...settled, state: 'refused', reason };
  const isAssignment = action === 'assign';
  return {
    ...facts,
    state: 'open',
    shown: isAssignment ? (inquiry.assignee ?? '') : formatReviewState(inquiry),
    before: change ? (history[change - 2] ?? { status: 'new' }) : undefined,
    assignees: isAssignment ? await readAssignees({ db }) : [],
    ...rejection,
  };
}

const name = (length: number) => lineOf(length).check(z.minLength(1, 'Please enter a name'));
const confirmation = z.object({
  by: name(maxUpdateLengths.by - linkSource.length),
  note: linesOf(maxUpdateLengths.note),
});
const assignment = z.extend(confirmation, { assignee: name(maxUpdateLengths.by) });

const confirmed = { state: 'confirmed' } as const;
/** Changed already by the same confirmation. */
const repeated = { state: 'repeated' } as const;

/**
 * Applies the action of a link: a status change once, an assignment each time. Confirms a repeat of the
 * same confirmation, too. `shown`: what the page showed, which must not have changed. Throws
 * `StoreUnavailable`, with nothing changed.
 */
export async function redeemActionLink(
  context: ChangeContext,
  link: SignedLink,
  fields: ConfirmationFields,
  shown: string,
): Promise<typeof confirmed | typeof repeated | LinkState> {
  const { store } = context;
  const { target, action, expiresAt } = link;
  const { data, error } = (action === 'assign' ? assignment : confirmation).safeParse(fields);
  if (error) {
    // The first message of a field counts.
    const messages = error.issues.map(({ path, message }) => [path[0], message]).reverse();
    return loadLinkState(store, link, { errors: Object.fromEntries(messages) });
  }
  const { by: author, note, assignee }: { by: string; note: string; assignee?: string } = data;
  const by = author + linkSource;
  if (target.kind === 'suspected') {
    const { until } = target;
    const count = await countRows(selectSuspected(store, until));
    if (count === 0) return repeated;
    if (shown !== String(count)) return loadLinkState(store, link, { problem: 'changed' });
    await markSuspected(context, until, by);
    return confirmed;
  }
  const { inquiryId } = target;
  const result = await changeLocked(context, inquiryId, async (locked) => {
    const { transaction } = locked;
    const current = await loadLinkState({ db: transaction }, link);
    if (current.state === 'used' && current.usedBy === by && (current.usedNote ?? '') === note)
      return repeated;
    if (current.state !== 'open') return current;
    const { inquiry, before } = current;
    if (assignee && assignee === inquiry.assignee) return repeated;
    if (shown !== current.shown) return { ...current, problem: 'changed' } as const;

    if (assignee) {
      await assignLocked(locked, { assignee, by });
      return confirmed;
    }
    const details = { by, note: note || undefined };
    const { change } = linkActions[action];
    const result = before
      ? await restoreState(locked, before, details)
      : change && (await updateLockedStatus(locked, { ...change, ...details }));
    if (result?.outcome !== 'marked') return current;
    const usedLink = { inquiryId, action, expiresAt, event: result.event };
    await transaction.insertInto('usedLinks').values(usedLink).execute();
    return confirmed;
  });
  return result ?? { state: 'deleted' };
}
