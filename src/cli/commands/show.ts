import { labelFields } from '../../inquiry/inquiry.ts';
import { formatReviewState } from '../../inquiry/status.ts';
import type { HistoryEntry, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { readEarlier } from '../../store/inquiries/find-inquiry.ts';
import { readHistory } from '../../store/inquiries/read-history.ts';
import { type Delivery, listDeliveries } from '../../store/outbox/list-deliveries.ts';
import type { EpochMs } from '../../text/format-time.ts';
import { toSafeLine } from '../../text/hidden-chars.ts';
import { addCommand, type CliCommand } from '../command.ts';
import { addDeadline, formatDeadline, formatJson, toMinute } from '../output/format.ts';
import { requireInquiry, withStore } from '../with-store.ts';
import { formatDeliveryTime, formatKind, formatState } from './deliveries.ts';

export const show: CliCommand = (program, context) =>
  addCommand(program, 'show <id>', {
    description: 'Show an inquiry with its deadline, history, deliveries and earlier inquiries.',
    examples: [
      'inquiries show 01a1fd11      # a unique prefix of the id',
      'inquiries show 01a1fd11 --json',
    ],
  })
    .option(
      '--json',
      'Print the inquiry with its history, deliveries and earlier inquiries as a JSON object.',
    )
    .action((idPrefix, { json }) =>
      withStore(context, async ({ store, stdout, clock }) => {
        const inquiry = await requireInquiry(store, idPrefix);
        const { id, message, receivedAt } = inquiry;
        const history = await readHistory(store, id);
        const deliveries = await listDeliveries(store, { inquiryId: id });
        const earlier = await readEarlier(store, inquiry);
        if (json) {
          const lists = { history, deliveries, earlier: earlier.map(addDeadline) };
          stdout.write(formatJson({ ...addDeadline(inquiry), ...lists }));
          return;
        }
        const arrival = `${toMinute(receivedAt)}  received`;
        const oldestFirst = deliveries.toReversed();
        const lines = [
          ...describeFacts(inquiry, clock()),
          ...formatSection('Message', message.split('\n')),
          ...formatSection('History (UTC)', [arrival, ...history.map(describeHistoryEntry)]),
          ...formatSection('Deliveries (UTC)', oldestFirst.map(describeDelivery)),
          ...formatSection(
            'Earlier inquiries from this address (UTC)',
            earlier.map(describeEarlier),
          ),
        ];
        for (const line of lines) stdout.write(`${line}\n`);
      }),
    );

/** Returns one line for each known fact of the inquiry. */
function describeFacts(inquiry: StoredInquiry, now: EpochMs): string[] {
  const { id, receivedAt, suspectedSpam = '', assignee, assignedAt = receivedAt } = inquiry;
  const assigned = assignee ? `${assignee}, since ${toMinute(assignedAt)} UTC` : 'nobody';
  const facts = [
    { label: 'ID', value: id },
    { label: 'Received', value: `${toMinute(receivedAt)} UTC` },
    { label: 'Status', value: formatReviewState(inquiry).toLowerCase() },
    { label: 'Suspected spam', value: suspectedSpam },
    { label: 'Due', value: formatDeadline(inquiry, now) },
    { label: 'Assigned to', value: assigned },
    // Leave out the message, which has its own section.
    ...labelFields({ ...inquiry, message: '' }),
  ].filter(({ value }) => value);
  const width = Math.max(18, ...facts.map(({ label }) => label.length + 2));
  return facts.map(({ label, value }) => `${label.padEnd(width)}${toSafeLine(value)}`);
}

/** Formats a section with its title. An empty section has no lines. */
function formatSection(title: string, lines: string[]): string[] {
  if (lines.length === 0) return [];
  const indented = lines.map((line) => `  ${toSafeLine(line)}`.trimEnd());
  return [`\n${title}`, ...indented];
}

function describeHistoryEntry(entry: HistoryEntry): string {
  const { at, by, note, assignee } = entry;
  const state = formatReviewState(entry).toLowerCase();
  const change = assignee === undefined ? state : `assigned to ${assignee || 'nobody'}`;
  const author = by ? `, by ${by}` : '';
  const remark = note ? `: ${note}` : '';
  return `${toMinute(at)}  ${change}${author}${remark}`;
}

function describeDelivery(delivery: Delivery): string {
  const { destination, lastError } = delivery;
  const time = formatDeliveryTime(delivery).padEnd(16);
  const reason = lastError ? ` (${lastError})` : '';
  return `${time}  ${formatKind(delivery)} to ${destination}: ${formatState(delivery)}${reason}`;
}

function describeEarlier(inquiry: StoredInquiry): string {
  const { id, receivedAt, firstName, lastName, company, assignee = 'nobody' } = inquiry;
  const inquirer = `${firstName} ${lastName}, ${company}`;
  const state = formatReviewState(inquiry).toLowerCase();
  return `${toMinute(receivedAt)}  ${id}  ${inquirer}: ${state}, assigned to ${assignee}`;
}
