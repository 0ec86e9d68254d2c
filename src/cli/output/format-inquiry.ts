import { dueAt } from '../../inquiry/deadlines.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { formatTimeLeft, toMinute } from './times.ts';

/** What an inquiry waits for, in words, or that it waits for nothing. */
export function formatDeadline(inquiry: StoredInquiry, now: number): string {
  const due = dueAt(inquiry);
  return due
    ? `${due.what} by ${toMinute(due.at)} UTC (${formatTimeLeft(due.at, now)})`
    : 'nothing';
}

/** An inquiry as every command prints it in JSON: with what is due next, and when. */
export function toJson<Inquiry extends StoredInquiry>(inquiry: Inquiry) {
  const due = dueAt(inquiry);
  return { ...inquiry, ...(due && { due: due.what, dueAt: due.at }) };
}
