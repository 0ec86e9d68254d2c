import { deadlineLabels } from '../../inquiry/deadlines.ts';
import { fieldRecords, type Inquiry } from '../../inquiry/inquiry.ts';
import { formatReviewState } from '../../inquiry/status.ts';
import type { IsoTime } from '../../text/format-time.ts';
import type { InquiryWithDeadline } from './format.ts';

interface Column {
  header: string;
  cell: (inquiry: InquiryWithDeadline) => string;
}

/** Marks the encoding as UTF-8. Without it, Excel assumes another one. */
const byteOrderMark = '\ufeff';

/**
 * Writes inquiries as CSV for people: with the labels of the form, and times in `timeZone` (IANA
 * name). Programs read JSON instead.
 */
export async function* toCsv(
  inquiries: AsyncIterable<InquiryWithDeadline>,
  timeZone: string,
): AsyncGenerator<string> {
  const columns = createColumns(timeZone);
  yield byteOrderMark + toCsvLine(columns.map(({ header }) => header));
  for await (const inquiry of inquiries) {
    yield toCsvLine(columns.map(({ cell }) => cell(inquiry)));
  }
}

function createColumns(timeZone: string): Column[] {
  const format = (time: IsoTime | undefined) => (time ? toLocalMinute(time, timeZone) : '');
  const names = Object.keys(fieldRecords) as (keyof Inquiry)[];
  return [
    { header: `Received (${timeZone})`, cell: ({ receivedAt }) => format(receivedAt) },
    { header: 'Status', cell: formatReviewState },
    ...names.map(createFieldColumn),
    { header: 'Assigned To', cell: ({ assignee = '' }) => assignee },
    { header: 'Assigned', cell: ({ assignedAt }) => format(assignedAt) },
    { header: 'Suspected Spam', cell: ({ suspectedSpam = '' }) => suspectedSpam },
    { header: 'Due', cell: ({ due }) => (due ? deadlineLabels[due] : '') },
    { header: 'Due By', cell: ({ dueAt }) => format(dueAt) },
    { header: 'ID', cell: ({ id }) => id },
  ];
}

function createFieldColumn(name: keyof Inquiry): Column {
  const field = fieldRecords[name];
  const choices: Record<string, string> = field.kind === 'choice' ? field.choices : {};
  return {
    header: field.label,
    cell(inquiry) {
      const value = inquiry[name] ?? '';
      const choice = choices[value];
      return choice === undefined ? value : nameRange(choice);
    },
  };
}

/** Writes "11-50" as "11 to 50": spreadsheets would read it as a date. */
const nameRange = (choice: string): string => choice.replace(/^(\d+)-(\d+)$/, '$1 to $2');

/** Formats a local time that spreadsheets recognize: "2026-11-21 07:00". */
function toLocalMinute(time: IsoTime, timeZone: string): string {
  const local = Temporal.Instant.from(time).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

/**
 * Matches the start of a formula in a cell or in a part of it. In many countries, Excel separates
 * cells by semicolons. Tabs separate cells too, and line breaks of a message may end rows.
 * Fullwidth characters start formulas in Japanese.
 */
const formulaStart = /[=+\-@＝＋－＠](?<=(?:^|[;\t\r\n])[\s"]*.)|^[\t\r]/g;

/** Formats a line of CSV (RFC 4180). An apostrophe keeps a spreadsheet from evaluating a cell. */
export const toCsvLine = (cells: string[]): string => `${cells.map(toCell).join(',')}\r\n`;

function toCell(text: string): string {
  const escaped = text.replaceAll(formulaStart, "'$&");
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
