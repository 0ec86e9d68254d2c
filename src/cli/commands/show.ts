import type { Command } from '@commander-js/extra-typings';
import { labelFields } from '../../inquiry/inquiry.ts';
import { formatReviewState } from '../../inquiry/status.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import { type Delivery, listDeliveries } from '../../notifications/deliveries/list-deliveries.ts';
import { readEarlier } from '../../store/inquiries/find-inquiry.ts';
import { type HistoryEntry, readHistory } from '../../store/inquiries/read-history.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { examples, type CliContext } from '../context.ts';
import { formatDeadline, formatJson, toJson, toMinute } from '../output/format.ts';
import { requireInquiry, withStore } from '../with-store.ts';
import { formatKind, formatDeliveryTime } from './deliveries.ts';

const labelWidth = 18;

export const show = (program: Command, context: CliContext) =>
  program
    .command('show <id>')
    .description('Show an inquiry with its deadline, history, deliveries and earlier inquiries.')
    .option(
      '--json',
      'Print the inquiry with its history, deliveries and earlier inquiries as a JSON object.',
    )
    .addHelpText(
      'after',
      examples(
        'inquiries show 01a1fd11      # a unique prefix of the id',
        'inquiries show 01a1fd11 --json',
      ),
    )
    .action((id, { json }) =>
      withStore(context, async (store) => {
        const inquiry = await requireInquiry(store, id);
        const history = await readHistory(store, inquiry.id);
        const deliveries = await listDeliveries(store, { inquiryId: inquiry.id });
        const earlier = await readEarlier(store, inquiry);
        const { stdout, clock } = context;
        if (json) {
          const details = { ...toJson(inquiry), history, deliveries, earlier: earlier.map(toJson) };
          stdout.write(formatJson(details));
        } else {
          stdout.write(render({ inquiry, history, deliveries, earlier }, clock()));
        }
      }),
    );

interface Details {
  inquiry: StoredInquiry;
  history: HistoryEntry[];
  deliveries: Delivery[];
  earlier: StoredInquiry[];
}

function render({ inquiry, history, deliveries, earlier }: Details, now: number) {
  const { assignee, assignedAt = '' } = inquiry;
  // Omits the message, which has its own section.
  const fields = labelFields({ ...inquiry, message: '' });
  const facts: (readonly [string, string])[] = [
    ['ID', inquiry.id],
    ['Received', `${toMinute(inquiry.receivedAt)} UTC`],
    ['Status', formatReviewState(inquiry).toLowerCase()],
    ...(inquiry.suspectedSpam ? [['Suspected spam', inquiry.suspectedSpam] as const] : []),
    ['Due', formatDeadline(inquiry, now)],
    ['Assigned to', assignee ? `${assignee}, since ${toMinute(assignedAt)} UTC` : 'nobody'],
    ...fields.map(({ label, value }) => [label, value] as const),
  ];
  return [
    ...facts.map(([label, text]) => `${label.padEnd(labelWidth)}${stripControlChars(text)}`),
    '\nMessage',
    ...inquiry.message.split('\n').map((line) => `  ${stripControlChars(line)}`.trimEnd()),
    '\nHistory (UTC)',
    `  ${toMinute(inquiry.receivedAt)}  received`,
    ...history.map(describeEntry),
    ...(deliveries.length
      ? ['\nDeliveries (UTC)', ...deliveries.toReversed().map(describeDelivery)]
      : []),
    ...(earlier.length
      ? ['\nEarlier inquiries from this address (UTC)', ...earlier.map(describeEarlier)]
      : []),
    '',
  ].join('\n');
}

function describeEntry(entry: HistoryEntry) {
  const { at, by, note, assignee } = entry;
  const change =
    assignee === undefined
      ? formatReviewState(entry).toLowerCase()
      : `assigned to ${assignee || 'nobody'}`;
  const text = `${change}${by ? `, by ${by}` : ''}${note ? `: ${note}` : ''}`;
  return `  ${toMinute(at)}  ${stripControlChars(text)}`;
}

function describeDelivery(delivery: Delivery) {
  const { destination, state, lastError, redeliveries } = delivery;
  const repeats = redeliveries ? `, redeliveries: ${redeliveries}` : '';
  const reason = lastError ? ` (${lastError})` : '';
  return `  ${formatDeliveryTime(delivery).padEnd(16)}  ${formatKind(delivery)} to ${destination}: ${state}${repeats}${reason}`;
}

function describeEarlier(inquiry: StoredInquiry) {
  const { id, receivedAt, firstName, lastName, company, assignee } = inquiry;
  const state = formatReviewState(inquiry).toLowerCase();
  const text = `${firstName} ${lastName}, ${company}: ${state}, assigned to ${assignee ?? 'nobody'}`;
  return `  ${toMinute(receivedAt)}  ${id}  ${stripControlChars(text)}`;
}
