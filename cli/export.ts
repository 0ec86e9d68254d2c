import { storedFields, type StoredInquiry } from '../inquiries/stored-inquiry.ts';
import {
  countInquiries,
  streamInquiries,
  streamWithHistory,
} from '../inquiries/stream-inquiries.ts';
import type { Command } from './command.ts';
import { toCsvLine } from './csv.ts';
import { choiceOption, dateOption, jsonOption } from './option-values.ts';
import { asJsonArray } from './json-array.ts';
import { problems } from './problems.ts';
import { withProgress } from './progress.ts';
import { toJson } from './standing.ts';
import { withStore } from './with-store.ts';
import { writeAll } from './write-all.ts';

const formats = ['csv', 'json'] as const;

export const exportInquiries: Command = {
  usage: 'export --format csv|json [--since DATE]',
  summary: 'Print all inquiries, the oldest first, for a spreadsheet or another program.',
  options: {
    format: choiceOption(
      formats,
      'csv, where what a spreadsheet would calculate has an apostrophe in front; or json, an array with the history of each, which "import" reads.',
    ),
    since: dateOption('since', 'Only those that arrived on this day, in UTC, or later.'),
    json: jsonOption('The same as --format json.'),
  },
  examples: [
    'inquiries export --format csv > inquiries.csv',
    'inquiries export --format json --since 2026-11-01',
  ],

  async run({ flags: { json }, values: { format = json && 'json', since } }, terminal) {
    if (json && format !== 'json') return problems.twoFormats();
    if (!format) return problems.missingOption('format', this.usage);
    return withStore(terminal, 'readable', async (store) => {
      const parts =
        format === 'csv'
          ? asCsv(streamInquiries(store, { since }))
          : asJsonArray(streamWithHistory(store, { since }), toJson);
      const total = () => countInquiries(store, { since });
      await withProgress(terminal, { what: 'Exporting', total, writesData: true }, (onProgress) =>
        writeAll(terminal.stdout, parts, onProgress),
      );
      return undefined;
    });
  },
};

const columns = [...storedFields, 'due', 'dueAt'] as const;

async function* asCsv(inquiries: AsyncIterable<StoredInquiry>) {
  yield toCsvLine([...columns]);
  for await (const inquiry of inquiries) {
    const cells: Partial<Record<(typeof columns)[number], string | boolean>> = toJson(inquiry);
    yield toCsvLine(columns.map((column) => cells[column]));
  }
}
