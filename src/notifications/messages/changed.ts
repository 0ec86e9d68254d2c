import { getDeadline } from '../../inquiry/deadlines.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import { getAuthor } from '../../inquiry/link-actions.ts';
import { formatReviewState, type ReviewState } from '../../inquiry/status.ts';
import type { HistoryEntry, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { readHistory } from '../../store/inquiries/read-history.ts';
import {
  describeAssignee,
  describePerson,
  dueLine,
  mailAbout,
  toExcerpt,
} from '../email/describe-inquiry.ts';
import { paragraph, quote } from '../email/render-mail.ts';
import { isSameName, loadInquiry, type Message } from './message.ts';

/** `inquiry` as its change with this number left it. */
interface ChangedData {
  inquiry: StoredInquiry;
  change: HistoryEntry;
  /** The status before it. */
  before: ReviewState;
  number: number;
}

/** A change of an inquiry: what changed, by whom, and what is due next. */
export const changed: Message<ChangedData> = {
  kind: 'changed',

  /** Loads the inquiry as the change left it; later changes have notifications of their own. */
  async load(event, { store }) {
    const current = await loadInquiry(store, event);
    const history = current ? await readHistory(store, current.id, event.number) : [];
    const change = history.at(-1);
    if (!current || !change) return undefined;
    const { status, qualified } = change;
    const last = history.findLast(({ assignee }) => assignee !== undefined);
    const assignee = last?.assignee || undefined;
    const inquiry = { ...current, status, qualified, assignee } as StoredInquiry;
    const before = history.at(-2) ?? { status: 'new' };
    return { inquiry, change, before, number: history.length };
  },

  mail({ inquiry, change, before, number }, context) {
    const { at, by = 'command', note, assignee } = change;
    const { timeZone, getLinks } = context;
    // Nobody is mailed about a change of their own.
    const to = context.to.filter(({ name }) => !isSameName(name, getAuthor(change)));
    const due = getDeadline(inquiry);
    const isAssignment = assignee !== undefined;
    const facts = paragraph(
      `Changed by: ${by}`,
      !isAssignment && `Before: ${formatReviewState(before)}`,
      `On ${formatTime(timeZone, Date.parse(at))}`,
      due && dueLine(due, timeZone),
    );
    const parts = [facts, note !== undefined && quote(note), describePerson(inquiry)];
    // Of a closed inquiry, only the change that closed it can be taken back.
    const links = due || !isAssignment ? getLinks(inquiry.id, due ? undefined : number) : [];
    // Its note is for the team.
    const mail = mailAbout(inquiry, due, parts, context, { links, canReply: false });
    const assigned = describeAssignee(inquiry);
    const news = isAssignment
      ? `${assigned} ${mail.news}`
      : `${formatReviewState(inquiry)}. ${mail.news}${due ? ` ${assigned}` : ''}`;
    return { ...mail, to, news, excerpt: toExcerpt(`By ${by}. ${note ?? ''}`) };
  },

  webhook({ inquiry, change }) {
    const { id, status, qualified, assignee = null } = inquiry;
    const data = { id, status, qualified, assignee, hasNote: change.note !== undefined };
    return { type: 'inquiry.updated', timestamp: change.at, data };
  },
};
