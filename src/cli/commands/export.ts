import { Option } from '@commander-js/extra-typings';
import { countUndelivered } from '../../store/events.ts';
import { storedFields } from '../../store/inquiries/inquiry-rows.ts';
import { streamWithHistory } from '../../store/inquiries/list-inquiries.ts';
import { countRows, type Store } from '../../store/store.ts';
import { addCommand, type CliCommand, CliError } from '../command.ts';
import { addDeadline } from '../output/format.ts';
import { showProgress } from '../output/progress.ts';
import { toJsonArray, writeStream } from '../output/write-stream.ts';
import { withStore } from '../with-store.ts';

export const exportCommand: CliCommand = (program, context) =>
  addCommand(program, 'export', {
    description: 'Export inquiries, oldest first.',
    examples: [
      'inquiries export --format csv > inquiries.csv',
      'inquiries export > inquiries.json',
    ],
  })
    .addOption(
      new Option(
        '--format <format>',
        'json with histories, which "inquiries import" reads, or csv for spreadsheets (formulas escaped with an apostrophe).',
      )
        .choices(['json', 'csv'])
        .default('json'),
    )
    .option('--ignore-waiting', 'Export JSON although notifications wait to be sent.')
    .action(({ format, ignoreWaiting }) =>
      withStore(context, async ({ store, clock, stdout }) => {
        if (format === 'json' && !ignoreWaiting) await assertNothingWaits(store, clock());
        const total = await countRows(store.db.selectFrom('inquiries'));
        await showProgress(context, 'Exporting', (update) => {
          async function* read() {
            let done = 0;
            for await (const inquiry of streamWithHistory(store)) {
              update(++done, total);
              yield addDeadline(inquiry);
            }
          }
          const serialize = format === 'csv' ? toCsv : toJsonArray;
          return writeStream(stdout, serialize(read()));
        });
      }),
    );

/** Checks for notifications, which an import into another store would not send. */
async function assertNothingWaits(store: Store, now: number) {
  const groups = await countUndelivered(store, now);
  const count = groups.reduce((sum, one) => sum + (one.state === 'waiting' ? one.count : 0), 0);
  if (count === 0) return;
  const title = `${count === 1 ? '1 notification waits' : `${count} notifications wait`} to be sent, and an import into another store would not send them.`;
  const fix =
    'Let the server send them ("inquiries deliveries" lists them), then export again. Or add --ignore-waiting.';
  throw new CliError('NOTIFICATIONS_WAITING', title, fix);
}

async function* toCsv(inquiries: AsyncIterable<ReturnType<typeof addDeadline>>) {
  const columns = [...storedFields, 'due', 'dueAt'] as const;
  yield toCsvLine([...columns]);
  for await (const inquiry of inquiries) {
    const cells: Partial<Record<(typeof columns)[number], string | boolean>> = inquiry;
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
