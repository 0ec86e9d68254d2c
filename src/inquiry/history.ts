import type { IsoTime } from '../text/format-time.ts';
import type { ReviewState, Status } from './status.ts';
import type { HistoryEntry } from './stored-inquiry.ts';

/**
 * Maximum lengths in UTF-16 code units. An import counts code points, which are never more than
 * these.
 */
export const maxChangeLengths = { by: 100, note: 2000 } as const;

/** A change with its number in the history. */
export interface NumberedChange {
  /** Position among all changes, including assignments, from 1. */
  number: number;
  entry: HistoryEntry;
}

/** Tells if a change is an assignment, possibly to nobody. Other changes set the status. */
export const isAssignment = ({ assignee }: HistoryEntry): boolean => assignee !== undefined;

/** Finds the last status change in a complete history, oldest first. Undefined if there is none. */
export function findLastStatusChange(history: HistoryEntry[]): NumberedChange | undefined {
  const index = history.findLastIndex((entry) => !isAssignment(entry));
  const entry = history[index];
  return entry && { number: index + 1, entry };
}

/**
 * Returns the history of an inquiry with a mark as spam at its end if the inquiry is spam, by default
 * at `now`. Spam is deleted by the time of its mark.
 */
export function ensureSpamMark(
  status: Status,
  history: HistoryEntry[],
  now: IsoTime,
): HistoryEntry[] {
  if (status !== 'spam' || history.at(-1)?.status === 'spam') return history;
  return [...history, { at: now, status }];
}

/**
 * Returns the state before a change. `number`: number of the change, from 1. Before the first
 * change, an inquiry was new.
 */
export function getStateBefore(history: HistoryEntry[], number: number): ReviewState {
  return history[number - 2] ?? { status: 'new' };
}
