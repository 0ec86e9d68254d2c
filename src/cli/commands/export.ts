import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Option } from '@commander-js/extra-typings';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { toBatches } from '../../store/batches.ts';
import { countUndelivered } from '../../store/events.ts';
import {
  type ExportedInquiry,
  importInquiries,
  type ImportOutcome,
  parseExported,
} from '../../store/inquiries/import-inquiries.ts';
import { storedFields } from '../../store/inquiries/inquiry-rows.ts';
import { streamWithHistory } from '../../store/inquiries/list-inquiries.ts';
import { getReason } from '../../store/store-errors.ts';
import { countRows, type Store } from '../../store/store.ts';
import { addCommand, type CliCommand, CliError } from '../command.ts';
import { toJson } from '../output/format.ts';
import { showProgress } from '../output/progress.ts';
import { toJsonArray, writeStream } from '../output/write-stream.ts';
import { withStore } from '../with-store.ts';

export const exportInquiries: CliCommand = (program, context) =>
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
          let done = 0;
          const convert = (inquiry: StoredInquiry) => {
            update(++done, total);
            return toJson(inquiry);
          };
          const serialize = format === 'csv' ? toCsv : toJsonArray;
          return writeStream(stdout, serialize(streamWithHistory(store), convert));
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

async function* toCsv(inquiries: AsyncIterable<StoredInquiry>, convert: typeof toJson) {
  const columns = [...storedFields, 'due', 'dueAt'] as const;
  yield toCsvLine([...columns]);
  for await (const inquiry of inquiries) {
    const cells: Partial<Record<(typeof columns)[number], string | boolean>> = convert(inquiry);
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

export const importFile: CliCommand = (program, context) =>
  addCommand(program, 'import <file>', {
    description:
      'Import inquiries from "export", with their ids and history, and create a missing store. Adds later changes to inquiries that exist, skips deleted ones, and notifies nobody.',
    examples: ['inquiries export > inquiries.json', 'inquiries import inquiries.json'],
  }).action(async (name) => {
    const inquiries = readExport(resolve(name));
    const outcomes: ImportOutcome[] = [];
    const count = (outcome: ImportOutcome) => outcomes.filter((one) => one === outcome).length;
    const migrating = { ...context, access: 'migrate' } as const;
    await withStore(migrating, async ({ store, clock, stderr }) => {
      stderr.write(`Importing into ${store.name}.\n`);
      await showProgress(context, 'Importing', async (update) => {
        for (const batch of toBatches(inquiries)) {
          outcomes.push(...(await importInquiries(store, batch, clock())));
          update(outcomes.length, inquiries.length);
        }
      }).finally(() => {
        // If the store failed, these batches stay.
        const stored = `Added: ${count('added')}. Updated: ${count('updated')}. The same: ${count('same')}.`;
        const skipped = `Deleted before: ${count('deleted')}. In conflict: ${count('conflict')}.`;
        stderr.write(`${stored} ${skipped}\n`);
      });
    });
    const conflicts = inquiries.filter((_, index) => outcomes[index] === 'conflict');
    if (conflicts.length === 0) return;
    const ids = conflicts.map(({ id }) => `\n- ${id}`).join('');
    const title = `These were changed both in the store and in the file, and stay as they are in the store:${ids}`;
    const fix =
      'Compare "inquiries show ID" with the history in the file, and repeat what is missing.';
    throw new CliError('IN_CONFLICT', title, fix);
  });

const maxErrors = 5;

/** Reads and validates the whole file before anything is stored. A repeated inquiry counts once. */
function readExport(file: string): ExportedInquiry[] {
  const inquiries = new Map<string, ExportedInquiry>();
  const errors: string[] = [];
  for (const [index, entry] of readArray(file).entries()) {
    const parsed = parseExported(entry);
    const first = parsed.ok && inquiries.getOrInsert(parsed.inquiry.id, parsed.inquiry);
    if (parsed.ok && isDeepStrictEqual(first, parsed.inquiry)) continue;
    const error = parsed.ok ? 'differs from an earlier one with this id' : parsed.error;
    const { id } = (entry ?? {}) as { id?: unknown };
    errors.push(`- inquiry ${index + 1} (id ${JSON.stringify(id)}): ${error}`);
    if (errors.length === maxErrors) break;
  }
  if (errors.length === 0) return [...inquiries.values()];
  const title = `${file} cannot be imported.\n${errors.join('\n')}`;
  const fix = 'Correct these inquiries, then run it again. Nothing was imported.';
  throw new CliError('NOT_IMPORTED', title, fix);
}

function readArray(file: string): unknown[] {
  try {
    const entries: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    if (Array.isArray(entries)) return entries;
    throw new Error('it is not a JSON array');
  } catch (error) {
    const title = `${file} cannot be read: ${getReason(error)}.`;
    throw new CliError('UNREADABLE', title, 'Name a file that holds the whole output of "export".');
  }
}
