import { firm } from '../../content/firm.ts';
import { type Deadline, getDueDeadline } from '../../inquiry/deadlines.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { DeletedInquiry } from '../../store/inquiries/delete-inquiries.ts';
import type { CopyContents } from '../../store/store.ts';
import { formatNumber as formatLocaleNumber } from '../../text/format-number.ts';
import { type EpochMs, formatDuration, type IsoTime } from '../../text/format-time.ts';
import { toTeamEnglish } from '../../text/locale-options.ts';

/** Formats the output of `--json`. */
export const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Formats a whole number in the firm's English: "1,234". */
export const formatNumber = (value: number): string =>
  formatLocaleNumber(toTeamEnglish(firm), value);

/** Formats a time to the minute: "2026-11-21 03:29". */
export const toMinute = (time: IsoTime): string => time.slice(0, 16).replace('T', ' ');

/** Formats the contents of a copy: "1,234 inquiries, newest from 2026-11-21 03:29 UTC". */
export function formatContents({ inquiries, newestArrival }: CopyContents): string {
  const newest = newestArrival ? `, newest from ${toMinute(newestArrival)} UTC` : '';
  return `${formatInquiryCount(inquiries)}${newest}`;
}

const deletionReasons = {
  age: 'by age',
  spam: 'as spam',
  command: 'by the command',
  restore: 'again by a restore',
};

/** Formats when and why inquiries were deleted: "2 by age from 2028-07-01 to 2028-07-02". */
export function formatDeletions(deleted: DeletedInquiry[]): string {
  const groups = Map.groupBy(deleted, ({ reason }) => reason);
  const texts = [...groups].map(([reason, group]) => {
    const count = formatNumber(group.length);
    const how = reason ? ` ${deletionReasons[reason]}` : '';
    return `${count}${how} ${formatDays(group)}`;
  });
  return texts.join(', ');
}

function formatDays(deleted: DeletedInquiry[]): string {
  const days = deleted.map(({ at }) => at.slice(0, 10)).sort();
  const first = days[0];
  const last = days.at(-1);
  return first === last ? `on ${first}` : `from ${first} to ${last}`;
}

/** Formats a number of inquiries: "1 inquiry", "1,234 inquiries". */
export const formatInquiryCount = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'inquiry' : 'inquiries'}`;

/** Formats the remaining or overdue time, rounded down: "in 5 h", "2 d late". */
export function formatTimeLeft(time: IsoTime, now: EpochMs): string {
  const leftMs = Date.parse(time) - now;
  return leftMs < 0 ? `${formatDuration(-leftMs)} late` : `in ${formatDuration(leftMs)}`;
}

/** Shortens an id (UUIDv7) to its time in milliseconds, which rarely two inquiries share. */
export const toShortId = (id: string): string => id.slice(0, 13);

/** Formats the next deadline of an inquiry, or "nothing". */
export function formatDeadline(inquiry: StoredInquiry, now: EpochMs): string {
  const due = getDueDeadline(inquiry);
  if (!due) return 'nothing';
  return `${due.kind} by ${toMinute(due.at)} UTC (${formatTimeLeft(due.at, now)})`;
}

/** An inquiry with its next deadline, if any, as all commands write it to JSON. */
export interface InquiryWithDeadline extends StoredInquiry {
  due?: Deadline['kind'];
  dueAt?: IsoTime;
}

export function addDeadline(inquiry: StoredInquiry): InquiryWithDeadline {
  const due = getDueDeadline(inquiry);
  if (!due) return inquiry;
  return { ...inquiry, due: due.kind, dueAt: due.at };
}
