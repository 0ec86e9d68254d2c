import { type Command, Option } from '@commander-js/extra-typings';
import { countUndelivered } from '../../store/events.ts';
import { storedFields, type StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { streamWithHistory } from '../../store/inquiries/list-inquiries.ts';
import { countRows, type Store } from '../../store/store.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError } from '../errors.ts';
import { toJson } from '../output/format.ts';
import { toJsonArray, writeStream } from '../output/write-stream.ts';
import { showProgress } from '../output/progress.ts';
import { withStore } from '../with-store.ts';

export const exportInquiries = (program: Command, context: CliContext) =>
  program
    .command('export')
    .description('Export inquiries, oldest first.')
    .addOption(
      new Option(
        '--format <format>',
        'json with histories, which "inquiries import" reads, or csv for spreadsheets (formulas escaped with an apostrophe).',
      )
        .choices(['json', 'csv'])
        .default('json'),
    )
    .option('--ignore-waiting', 'Export JSON although notifications wait to be sent.')
    .addHelpText(
      'after',
      examples(
        'inquiries export --format csv > inquiries.csv',
        'inquiries export > inquiries.json',
      ),
    )
    .action(({ format, ignoreWaiting }) =>
      withStore(context, async (store) => {
        if (format === 'json' && !ignoreWaiting) {
          await assertNothingWaits(store, context.clock);
        }
        const total = await countRows(store.db.selectFrom('inquiries'));
        await showProgress(context, 'Exporting', (update) => {
          const inquiries = countItems(streamWithHistory(store), (done) => update(done, total));
          const parts = format === 'csv' ? asCsv(inquiries) : toJsonArray(inquiries, toJson);
          return writeStream(context.stdout, parts);
        });
      }),
    );

async function* countItems<Item>(items: AsyncIterable<Item>, onCount: (done: number) => void) {
  let done = 0;
  for await (const item of items) {
    yield item;
    onCount(++done);
  }
}

/** Checks for notifications, which an import into another store would not send. */
async function assertNothingWaits(store: Store, clock: () => number) {
  const groups = await countUndelivered(store, clock());
  const count = groups.reduce((sum, one) => sum + (one.state === 'waiting' ? one.count : 0), 0);
  if (count === 0) return;
  throw new CliError(
    'NOTIFICATIONS_WAITING',
    `${count === 1 ? '1 notification waits' : `${count} notifications wait`} to be sent, ` +
      'and an import into another store would not send them.',
    'Let the server send them ("inquiries deliveries" lists them), then export again. ' +
      'Or add --ignore-waiting.',
  );
}

async function* asCsv(inquiries: AsyncIterable<StoredInquiry>) {
  const columns = [...storedFields, 'due', 'dueAt'] as const;
  yield toCsvLine([...columns]);
  for await (const inquiry of inquiries) {
    const cells: Partial<Record<(typeof columns)[number], string | boolean>> = toJson(inquiry);
    yield toCsvLine(columns.map((column) => cells[column]));
  }
}

/**
 * Start of a formula: of a cell, and also of a part of it, because a spreadsheet may separate cells by
 * semicolons or tabs, as Excel does in many countries, and then ends rows at the line breaks of a
 * message. Fullwidth characters start formulas in Japanese.
 */
const formulaStart = /[=+\-@＝＋－＠](?<=(?:^|[;\t\r\n])[\s"]*.)|^[\t\r]/g;

/** Formats a line of CSV (RFC 4180), with an apostrophe before what a spreadsheet would evaluate. */
export const toCsvLine = (cells: (string | boolean | undefined)[]): string =>
  `${cells.map((cell) => toCell(String(cell ?? ''))).join(',')}\r\n`;

function toCell(text: string) {
  const escaped = text.replaceAll(formulaStart, "'$&");
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
