import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from '@commander-js/extra-typings';
import {
  type ExportedInquiry,
  importInquiries,
  parseExported,
} from '../../store/inquiries/import-inquiries.ts';
import { describeForeignOwner } from '../../store/sqlite/file-owner.ts';
import { examples, type CliContext } from '../context.ts';
import { cliErrors, toAction } from '../errors.ts';
import { withProgress } from '../output/progress.ts';
import { withStore } from '../with-store.ts';

// So few that the server's own writes hardly wait.
const batchSize = 50;
const maxProblems = 5;

export const importInquiriesFile = (program: Command, context: CliContext) =>
  program
    .command('import <file>')
    .description(
      'Store the inquiries of a file that "export --format json" wrote, with their ids and history. Existing inquiries are skipped, and nobody is notified.',
    )
    .option('--json', 'Print the number of imported and skipped inquiries as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries export --format json > inquiries.json',
        'inquiries import inquiries.json',
      ),
    )
    .action(
      toAction(async (name, { json }) => {
        const file = resolve(name);
        if (!existsSync(file)) return cliErrors.noFile(file);
        try {
          const found = await findProblems(file);
          if (found.length) return cliErrors.notImported(file, found);
        } catch (error) {
          return cliErrors.unreadable(file, error, describeForeignOwner(file));
        }
        return withStore(context, 'current', async (store) => {
          const { stdout, stderr } = context;
          let [total, imported] = [0, 0];
          await withProgress(context, { label: 'Importing' }, async (onProgress) => {
            for await (const batch of readBatches(file)) {
              imported += await importInquiries(store, batch);
              onProgress((total += batch.length));
            }
          });
          const skipped = total - imported;
          if (json) stdout.write(`${JSON.stringify({ imported, skipped }, null, 2)}\n`);
          stderr.write(`Imported: ${imported}. Skipped, because they exist: ${skipped}.\n`);
          return undefined;
        });
      }),
    );

/** Reads the whole file before anything is stored of it. */
async function findProblems(file: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { line, text } of readLines(file)) {
    const parsed = parseLine(text);
    if (!parsed.ok) found.push(`line ${line}: ${parsed.error}`);
    if (found.length === maxProblems) break;
  }
  return found;
}

async function* readBatches(file: string): AsyncGenerator<ExportedInquiry[]> {
  let batch: ExportedInquiry[] = [];
  for await (const { text } of readLines(file)) {
    const parsed = parseLine(text);
    if (parsed.ok) batch.push(parsed.inquiry);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}

/** The lines that hold an inquiry, with their numbers; the brackets of the array have others. */
async function* readLines(file: string) {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file, 'utf8') })) {
    line++;
    const trimmed = text.trim().replace(/,$/, '');
    if (trimmed && !['[', ']', '[]'].includes(trimmed)) yield { line, text: trimmed };
  }
}

function parseLine(text: string): ReturnType<typeof parseExported> {
  try {
    return parseExported(JSON.parse(text));
  } catch {
    return { ok: false, error: 'expected one JSON object per line, as export writes them' };
  }
}
