import { type Deadline, isLate } from '../../inquiry/deadlines.ts';
import { findRefusal, type LinkAction, toTitleCase } from '../../inquiry/link-actions.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { EpochMs } from '../../text/format-time.ts';
import type { ActionLink, Link } from './render-mail.ts';

/** Selects the links to actions that the status of the inquiry allows, likeliest first. */
export function selectLinks(
  links: ActionLink[],
  inquiry: StoredInquiry,
  due: Deadline | undefined,
  now: EpochMs,
): ActionLink[] {
  const allowed = links.filter(({ action }) => !findRefusal(action, inquiry));
  const likely = getLikelyActions(inquiry, due, now);
  return [
    ...likely.flatMap((action) => allowed.filter((link) => link.action === action)),
    ...allowed.filter(({ action }) => !likely.includes(action)),
  ];
}

/**
 * Returns the likeliest actions. For a late inquiry that is `respond`: the team may have responded
 * by a letter, which no program sees.
 */
function getLikelyActions(
  { suspectedSpam }: StoredInquiry,
  due: Deadline | undefined,
  now: EpochMs,
): LinkAction[] {
  if (suspectedSpam) return ['not-spam', 'spam'];
  const isResponse = due !== undefined && (due.kind === 'response' || isLate(due, now));
  return isResponse ? ['respond'] : [];
}

/** Gives links to actions the labels of their buttons. */
export const labelButtons = (links: ActionLink[]): Link[] =>
  links.map(({ label, url }) => ({ label: toTitleCase(label), url }));
