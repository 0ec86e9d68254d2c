import { actionLinks as copy } from '../../content/action-links.ts';
import { firm } from '../../content/firm.ts';
import { getAuthor } from '../../inquiry/link-actions.ts';
import { formatReviewState } from '../../inquiry/status.ts';
import type { HistoryEntry, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { formatTime, type IsoTime } from '../../text/format-time.ts';
import { showHiddenChars } from '../../text/hidden-chars.ts';
import { toTeamEnglish } from '../../text/locale-options.ts';
import type { ShownInquiry } from './link-state.ts';

/**
 * Shows hidden characters in the texts of an inquirer and of colleagues. Elsewhere they are kept:
 * texts of the page may have soft hyphens, and the form posts names unchanged.
 */
export const showInquiry = ({ inquiry, lastChange }: ShownInquiry): ShownInquiry => ({
  inquiry: showTexts(inquiry),
  lastChange: lastChange && showTexts(lastChange),
});

/** Shows hidden characters in the texts of an inquiry or a change. */
export function showTexts<Texts extends object>(texts: Texts): Texts {
  const shown = Object.entries(texts).map(([name, text]: [string, unknown]) => [
    name,
    typeof text === 'string' ? showHiddenChars(text) : text,
  ]);
  return Object.fromEntries(shown) as Texts;
}

/** Describes a change with its author and time. */
export function describeChange(change: HistoryEntry | undefined) {
  if (!change) return undefined;
  const author = getAuthor(change) ?? copy.somebody;
  const time = formatTeamTime(change.at);
  if (change.assignee === undefined)
    return copy.changed(author, formatReviewState(change).toLowerCase(), time);
  if (change.assignee === '') return copy.unassigned(author, time);
  return copy.assigned(author, change.assignee, time);
}

/** Formats the time `afterMs` after `time`. */
export const formatTeamTime = (time: IsoTime, afterMs = 0) =>
  formatTime(toTeamEnglish(firm), Date.parse(time) + afterMs);

/** Returns the assignee and the formatted time of the assignment; undefined if there is none. */
export const getAssignee = ({ assignee, receivedAt, assignedAt = receivedAt }: StoredInquiry) =>
  assignee ? { name: assignee, since: formatTeamTime(assignedAt) } : undefined;
