import { getDeadline } from '../../inquiry/deadlines.ts';
import { formatDuration } from '../../inquiry/format-time.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { DeletedInquiry } from '../../store/inquiries/delete-inquiries.ts';
import type { CopyContents } from '../../store/store.ts';

export const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const toMinute = (time: string): string => time.slice(0, 16).replace('T', ' ');

/** Formats the contents of a copy: "1,234 inquiries, newest from 2026-11-21 03:29 UTC". */
export function formatContents({ inquiries, newestArrival }: CopyContents): string {
  const newest = newestArrival ? `, newest from ${toMinute(newestArrival)} UTC` : '';
  return `${countInquiries(inquiries)}${newest}`;
}

const deletionReasons = {
  age: 'by age',
  spam: 'as spam',
  command: 'by the command',
  restore: 'again by a restore',
};

/** Formats when and why inquiries were deleted: "2 by age from 2028-07-01 to 2028-07-02". */
export const formatDeletions = (deleted: DeletedInquiry[]): string =>
  [...Map.groupBy(deleted, ({ reason }) => reason)]
    .map(([reason, group]) => {
      const days = group.map(({ at }) => at.slice(0, 10)).sort();
      const [first, last] = [days[0], days.at(-1)];
      const count = group.length.toLocaleString('en');
      const how = reason ? ` ${deletionReasons[reason]}` : '';
      return `${count}${how} ${first === last ? `on ${first}` : `from ${first} to ${last}`}`;
    })
    .join(', ');

export const countInquiries = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'inquiry' : 'inquiries'}`;

/** Formats the time left or overdue, rounded down: "in 5 h", "2 d late". */
export function formatTimeLeft(time: string, now: number): string {
  const leftMs = Date.parse(time) - now;
  return leftMs < 0 ? `${formatDuration(-leftMs)} late` : `in ${formatDuration(leftMs)}`;
}

/** Shortens an id (UUIDv7) to its time in milliseconds, which hardly any two inquiries share. */
export const toShortId = (id: string): string => id.slice(0, 13);

export function formatDeadline(inquiry: StoredInquiry, now: number): string {
  const due = getDeadline(inquiry);
  if (!due) return 'nothing';
  return `${due.kind} by ${toMinute(due.at)} UTC (${formatTimeLeft(due.at, now)})`;
}

/** Adds the next deadline, as in the JSON of all commands. */
export function addDeadline(inquiry: StoredInquiry) {
  const due = getDeadline(inquiry);
  return { ...inquiry, ...(due && { due: due.kind, dueAt: due.at }) };
}
