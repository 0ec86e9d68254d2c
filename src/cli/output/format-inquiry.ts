import { getDeadline } from '../../inquiry/deadlines.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { formatTimeLeft, toMinute } from './times.ts';

/** Shortens an id (UUIDv7) to its time in milliseconds, which hardly any two inquiries share. */
export const toShortId = (id: string): string => id.slice(0, 13);

/** Formats the next deadline of an inquiry, or "nothing". */
export function formatDeadline(inquiry: StoredInquiry, now: number): string {
  const due = getDeadline(inquiry);
  return due
    ? `${due.kind} by ${toMinute(due.at)} UTC (${formatTimeLeft(due.at, now)})`
    : 'nothing';
}

/** Converts an inquiry to the JSON of all commands, with its next deadline. */
export function toJson<Inquiry extends StoredInquiry>(inquiry: Inquiry) {
  const due = getDeadline(inquiry);
  return { ...inquiry, ...(due && { due: due.kind, dueAt: due.at }) };
}
