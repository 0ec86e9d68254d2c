import type { Command } from '@commander-js/extra-typings';
import { type Delivery, listDeliveries } from '../../notifications/deliveries/list-deliveries.ts';
import { examples, type CliContext } from '../context.ts';
import { defaultRows, limitHelp, toCount } from '../option-values.ts';
import { toMinute, toShortId } from '../output/format.ts';
import { type Column, renderTable } from '../output/table.ts';
import { toJsonArray, writeStream } from '../output/write-stream.ts';
import { withStore } from '../with-store.ts';

export const deliveries = (program: Command, context: CliContext) =>
  program
    .command('deliveries')
    .description('List deliveries, latest first. Times are in UTC.')
    .option('--failed', 'Only deliveries given up after four days or rejected permanently.')
    .option('--json', 'Print a JSON array.')
    .option('--limit <number>', limitHelp, toCount)
    .addHelpText(
      'after',
      examples('inquiries deliveries --failed', 'inquiries deliveries --json --limit 100'),
    )
    .action(({ failed, json, limit }) => {
      const { stdout, stderr } = context;
      const state = failed ? 'failed' : undefined;

      return withStore(context, async (store) => {
        if (json) {
          await writeStream(stdout, toJsonArray(await listDeliveries(store, { state, limit })));
          return;
        }
        const shown = limit ?? defaultRows;
        // Reads one extra row to detect more.
        const found = await listDeliveries(store, { state, limit: shown + 1 });
        if (found.length === 0) {
          stderr.write(failed ? 'No failed deliveries.\n' : 'No deliveries yet.\n');
          return;
        }
        const rows = found.slice(0, shown);
        stdout.write(renderTable(rows, toColumns(rows), stdout.columns));
        if (found.length > shown) {
          stderr.write(`Showing the latest ${shown}. Use --limit to see more.\n`);
        }
        if (failed) {
          stderr.write(
            'Send them again with "inquiries redeliver --failed", ' +
              'or drop them with "inquiries dismiss --failed".\n',
          );
        }
      });
    });

const toColumns = (rows: Delivery[]): Column<Delivery>[] => [
  { title: 'INQUIRY', cell: ({ inquiryId = '' }) => toShortId(inquiryId) },
  { title: 'KIND', cell: formatKind },
  { title: 'TO', cell: ({ destination }) => destination },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'ATTEMPTS', cell: ({ attempts }) => String(attempts) },
  ...(rows.some(({ redeliveries }) => redeliveries)
    ? [{ title: 'REDELIVERIES', cell: ({ redeliveries = 0 }: Delivery) => String(redeliveries) }]
    : []),
  { title: 'SENT/DUE (UTC)', cell: formatDeliveryTime },
  // Last and whole: a narrow terminal wraps it.
  { title: 'ERROR', cell: ({ lastError = '' }) => lastError },
];

/** Formats the event of a delivery: "review-late", "digest 2026-11-23". */
export const formatKind = ({ kind, about }: Delivery): string =>
  about ? `${kind} ${about}` : kind;

/** Formats the time sent or due; empty for failed and skipped deliveries. */
export const formatDeliveryTime = ({ deliveredAt, nextAttemptAt }: Delivery): string =>
  toMinute(deliveredAt ?? nextAttemptAt ?? '');
