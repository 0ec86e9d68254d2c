import { findLastStatusChange } from '../../inquiry/history.ts';
import { linkSource } from '../../inquiry/link-actions.ts';
import type { HistoryEntry, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { Database } from '../store.ts';
import { readFirst } from './list-inquiries.ts';
import { readHistories } from './read-history.ts';

/** An inquiry that is spam, and the change that marked it. */
export interface MarkedSpam {
  inquiry: StoredInquiry;
  mark: HistoryEntry;
  /** Number of the mark among the changes of the inquiry, from 1. */
  changeNumber: number;
}

export interface MarkedSpamList {
  /** Number of all marked inquiries. */
  count: number;
  /** The newest of them. */
  first: MarkedSpam[];
}

/** Numbers of events, both exclusive. */
export interface EventRange {
  after: number;
  before: number;
}

/**
 * Counts the inquiries that a link marked as spam by one of these events, and reads the newest
 * `limit` of them. Leaves out those whose status changed since.
 */
export async function readMarkedSpam(
  store: Database,
  { after, before }: EventRange,
  limit: number,
): Promise<MarkedSpamList> {
  // Selects the marks after which the status has not changed.
  const marks = store.db
    .selectFrom('events as marks')
    .select('marks.inquiryId')
    .where('marks.kind', '=', 'changed')
    .where('marks.assignee', 'is', null)
    .where('marks.status', '=', 'spam')
    .where('marks.changedBy', 'like', `%${linkSource}`)
    .where('marks.number', '>', after)
    .where('marks.number', '<', before)
    .where(({ not, exists, selectFrom }) => {
      const later = selectFrom('events as later')
        .select('later.number')
        .where('later.kind', '=', 'changed')
        .where('later.assignee', 'is', null)
        .whereRef('later.inquiryId', '=', 'marks.inquiryId')
        .whereRef('later.number', '>', 'marks.number');
      return not(exists(later));
    });
  const inquiries = store.db.selectFrom('inquiries').where('id', 'in', marks);
  const { count, first } = await readFirst(inquiries, 'desc', limit);
  const ids = first.map(({ id }) => id);
  const histories = await readHistories(store, ids);
  const marked: MarkedSpam[] = [];
  for (const inquiry of first) {
    const history = histories.get(inquiry.id) ?? [];
    const lastChange = findLastStatusChange(history);
    if (!lastChange) continue;
    marked.push({ inquiry, mark: lastChange.entry, changeNumber: lastChange.number });
  }
  return { count, first: marked };
}
