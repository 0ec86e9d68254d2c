import type { ReviewState } from './status.ts';
import type { HistoryEntry } from './stored-inquiry.ts';

/** Maximum lengths in UTF-16 code units. An import counts code points, which are never more. */
export const maxChangeLengths = { by: 100, note: 2000 } as const;

/** A change with its place in the history. */
export interface NumberedChange {
  /** Among all changes, assignments included, from 1. */
  number: number;
  entry: HistoryEntry;
}

/** Assigns the inquiry to somebody or nobody. Other changes are of its status. */
export const isAssignment = ({ assignee }: HistoryEntry): boolean => assignee !== undefined;

/** Finds the last change of the status in a whole history, oldest first; undefined if there was none. */
export function findLastStatusChange(history: HistoryEntry[]): NumberedChange | undefined {
  const index = history.findLastIndex((entry) => !isAssignment(entry));
  const entry = history[index];
  return entry && { number: index + 1, entry };
}

/** Returns the state before the change with a number, from 1. Before the first one, an inquiry was new. */
export function getStateBefore(history: HistoryEntry[], number: number): ReviewState {
  return history[number - 2] ?? { status: 'new' };
}
