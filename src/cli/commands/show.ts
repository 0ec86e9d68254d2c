import type { Command } from '@commander-js/extra-typings';
import { formatReviewState, labelFields } from '../../inquiry/field-labels.ts';
import { stripControlChars } from '../../inquiry/strip-control-chars.ts';
import { type Delivery, listDeliveries } from '../../outbox/list-deliveries.ts';
import { type HistoryEntry, readHistory } from '../../store/inquiries/read-history.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { examples, type CliContext } from '../context.ts';
import { toAction } from '../errors.ts';
import { formatDeadline, toJson } from '../output/format-inquiry.ts';
import { toMinute } from '../output/times.ts';
import { withInquiry } from '../with-store.ts';
import { formatKind, formatDeliveryTime } from './deliveries.ts';

const labelWidth = 18;

export const show = (program: Command, context: CliContext) =>
  program
    .command('show <id>')
    .description('Show an inquiry with its deadline, history and deliveries.')
    .option('--json', 'Print the inquiry with its history and deliveries as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries show 01a1fd11      # a unique prefix of the id',
        'inquiries show 01a1fd11 --json',
      ),
    )
    .action(
      toAction((id, { json }) =>
        withInquiry(context, 'readable', id, async (store, inquiry) => {
          const history = await readHistory(store, inquiry.id);
          const deliveries = await listDeliveries(store, { inquiryId: inquiry.id });
          const { stdout, clock } = context;
          if (json) {
            const details = { ...toJson(inquiry), history, deliveries };
            stdout.write(`${JSON.stringify(details, null, 2)}\n`);
          } else {
            stdout.write(render(inquiry, history, deliveries.reverse(), clock()));
          }
          return undefined;
        }),
      ),
    );

function render(
  inquiry: StoredInquiry,
  history: HistoryEntry[],
  deliveries: Delivery[],
  now: number,
) {
  // Omits the message, which has its own section.
  const fields = labelFields({ ...inquiry, message: '' });
  const facts: (readonly [string, string])[] = [
    ['ID', inquiry.id],
    ['Received', `${toMinute(inquiry.receivedAt)} UTC`],
    ['Status', formatReviewState(inquiry).toLowerCase()],
    ['Due', formatDeadline(inquiry, now)],
    ...fields.map(({ label, value }) => [label, value] as const),
  ];
  return [
    ...facts.map(([label, text]) => `${label.padEnd(labelWidth)}${stripControlChars(text)}`),
    '\nMessage',
    ...inquiry.message.split('\n').map((line) => `  ${stripControlChars(line)}`.trimEnd()),
    '\nHistory (UTC)',
    `  ${toMinute(inquiry.receivedAt)}  received`,
    ...history.map(describeEntry),
    ...(deliveries.length ? ['\nDeliveries (UTC)', ...deliveries.map(describeDelivery)] : []),
    '',
  ].join('\n');
}

function describeEntry(entry: HistoryEntry) {
  const { at, by, note } = entry;
  const status = formatReviewState(entry).toLowerCase();
  const text = `${status}${by ? `, by ${by}` : ''}${note ? `: ${note}` : ''}`;
  return `  ${toMinute(at)}  ${stripControlChars(text)}`;
}

function describeDelivery(delivery: Delivery) {
  const { destination, state, lastError } = delivery;
  const reason = lastError ? ` (${lastError})` : '';
  return `  ${formatDeliveryTime(delivery).padEnd(16)}  ${formatKind(delivery)} to ${destination}: ${state}${reason}`;
}
