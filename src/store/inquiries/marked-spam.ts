import { linkSource } from '../../inquiry/link-actions.ts';
import type { HistoryEntry, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { Database } from '../store.ts';
import { readNewest } from './list-inquiries.ts';
import { readHistories } from './read-history.ts';

/** An inquiry that is spam, with the change that says so. */
export interface MarkedInquiry {
  inquiry: StoredInquiry;
  mark: HistoryEntry;
  /** Number of the mark among the inquiry's changes, from 1. */
  change: number;
}

export interface MarkedInquiries {
  /** Number of all. */
  count: number;
  /** The newest. */
  first: MarkedInquiry[];
}

/** Events between two others, by their numbers. */
export interface EventRange {
  after: number;
  before: number;
}

/** Reads the inquiries that links marked as spam in these events, and that still are, with at most `limit`. */
export async function readMarkedSpam(
  store: Database,
  { after, before }: EventRange,
  limit: number,
): Promise<MarkedInquiries> {
  const marks = store.db
    .selectFrom('events')
    .select('inquiryId')
    .where('kind', '=', 'changed')
    .where('status', '=', 'spam')
    .where('assignee', 'is', null)
    .where('changedBy', 'like', `%${linkSource}`)
    .where('number', '>', after)
    .where('number', '<', before);
  const spam = store.db.selectFrom('inquiries').where('status', '=', 'spam');
  const { count, first } = await readNewest(spam.where('id', 'in', marks), limit);
  const ids = first.map(({ id }) => id);
  const histories = await readHistories(store, ids);
  const marked: MarkedInquiry[] = [];
  for (const inquiry of first) {
    const history = histories.get(inquiry.id) ?? [];
    const index = history.findLastIndex(({ assignee }) => assignee === undefined);
    const mark = history[index];
    if (mark) marked.push({ inquiry, mark, change: index + 1 });
  }
  return { count, first: marked };
}
