import { getDeadline } from '../../inquiry/deadlines.ts';
import { getStateBefore, isAssignment } from '../../inquiry/history.ts';
import { getAuthor } from '../../inquiry/link-actions.ts';
import { formatReviewState, isOpen, type ReviewState } from '../../inquiry/status.ts';
import type { HistoryEntry } from '../../inquiry/stored-inquiry.ts';
import { readHistory } from '../../store/inquiries/read-history.ts';
import { toExcerpt } from '../../text/excerpt.ts';
import { formatTime } from '../../text/format-time.ts';
import {
  describeAssignee,
  describePerson,
  describeState,
  dueLine,
  type MailedInquiry,
  previewLength,
} from '../email/describe-inquiry.ts';
import { composeInquiryMail } from '../email/inquiry-mail.ts';
import type { MailContext } from '../email/mail-context.ts';
import { type Optional, type Part, renderParagraph, renderQuote } from '../email/render-mail.ts';
import { loadInquiry, type MailTexts, type Message } from './message.ts';

/** A change, with the inquiry in its current state. */
export interface ChangedData extends MailedInquiry {
  /** The change, with the status after it. */
  change: HistoryEntry;
  /** Number of the change in its inquiry, from 1. */
  number: number;
  /** The status before the change. */
  before: ReviewState;
  /** The assignee after the change. */
  assignee: string | undefined;
  /** Later changes, which have notifications of their own. */
  later: HistoryEntry[];
}

/** Notification of a change: what changed, by whom, and what is due next. */
export const changed: Message = {
  kind: 'changed',

  /**
   * Loads the change with the current state of the inquiry, which the e-mail shows. The webhook
   * gets the state after the change.
   */
  async load(event, { store }) {
    const mailed = await loadInquiry(store, event);
    if (!mailed) return undefined;
    const { inquiry } = mailed;
    const history = await readHistory(store, inquiry.id, event.number);
    const number = history.length;
    const change = history.at(-1);
    if (!change) return undefined;
    const before = getStateBefore(history, number);
    const assignee = history.findLast(isAssignment)?.assignee || undefined;
    const later = (await readHistory(store, inquiry.id)).slice(number);
    return writeChanged({ ...mailed, change, number, before, assignee, later });
  },
};

export const writeChanged = (data: ChangedData): MailTexts => ({
  mail(context) {
    const { inquiry, change, before } = data;
    const { at, by = 'command', note } = change;
    const { localeOptions } = context;
    const due = getDeadline(inquiry);
    const facts = renderParagraph(
      `Changed by: ${by}`,
      !isAssignment(change) && `Before: ${formatReviewState(before)}`,
      `On ${formatTime(localeOptions, Date.parse(at))}`,
      due && dueLine(due, localeOptions),
    );
    const parts: Optional<Part>[] = [facts];
    if (note !== undefined) parts.push(renderParagraph(describeNote(change)), renderQuote(note));
    parts.push(describePerson(data));
    const links = getChangeLinks(data, context);
    // Replies do not go to the inquirer, because they would quote the note, which is for the team.
    const mail = composeInquiryMail(data, due, parts, context, { links, canReply: false });
    const news = describeNews(data, mail.news);
    const excerpt = toExcerpt(`By ${by}. ${note ?? ''}`, previewLength);
    return { ...mail, fromLabel: 'change', news, excerpt };
  },

  webhook() {
    const { inquiry, change, assignee = null } = data;
    const { status, qualified, note } = change;
    const hasNote = note !== undefined;
    return {
      type: 'inquiry.updated',
      timestamp: change.at,
      data: { id: inquiry.id, status, qualified, assignee, hasNote },
    };
  },
});

/** Labels a note, which takes the place of the quoted message in other e-mails. */
function describeNote(change: HistoryEntry): string {
  const author = getAuthor(change);
  return author === undefined ? 'Note:' : `Note by ${author}:`;
}

/** Describes a change and the current state. `due` is a sentence about the deadline. */
function describeNews({ inquiry, change, assignee, later }: ChangedData, due: string): string {
  const state = describeState(inquiry, due);
  const assigned = describeAssignee({ assignee });
  // A recipient whom the mail server refused for a while gets the e-mail after later changes.
  if (later.length > 0) {
    const outcome = isAssignment(change) ? assigned : `${formatReviewState(change)}.`;
    return `Earlier change: ${outcome} Now: ${state}`;
  }
  return isAssignment(change) ? `${assigned} ${due}` : state;
}

/**
 * Returns the links to actions on an open inquiry. For a closed one, returns only a link that takes
 * back the change that closed it.
 */
function getChangeLinks(
  { inquiry, change, number, later }: ChangedData,
  { getLinks }: MailContext,
) {
  const inquiryId = inquiry.id;
  if (isOpen(inquiry)) return getLinks({ kind: 'inquiry', inquiryId });
  const isClosedByIt = !isAssignment(change) && later.every(isAssignment);
  return isClosedByIt ? getLinks({ kind: 'change', inquiryId, changeNumber: number }) : [];
}
