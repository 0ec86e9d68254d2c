import { createReadStream, existsSync, statSync } from 'node:fs';
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

// Small batches, so that the server's writes hardly wait.
const batchSize = 50;
const maxErrors = 5;

export const importInquiriesFile = (program: Command, context: CliContext) =>
  program
    .command('import <file>')
    .description(
      'Import inquiries from "export --format json", with their ids and history. Skips existing inquiries and notifies nobody.',
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
        // It is read twice, which standard input cannot be.
        if (!statSync(file).isFile()) {
          const error = new Error('it is not a regular file');
          return cliErrors.unreadable(file, error, 'Save the export to a file and import that.');
        }
        try {
          const errors = await findErrors(file);
          if (errors.length) return cliErrors.notImported(file, errors);
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
          stderr.write(`Imported: ${imported}. Skipped (already exist): ${skipped}.\n`);
          return undefined;
        });
      }),
    );

/** Validates the whole file before anything is stored. */
async function findErrors(file: string): Promise<string[]> {
  const errors: string[] = [];
  for await (const { line, text } of readLines(file)) {
    const parsed = parseLine(text);
    if (!parsed.ok) errors.push(`line ${line}: ${parsed.error}`);
    if (errors.length === maxErrors) break;
  }
  return errors;
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

/** Reads the numbered lines that hold an inquiry, without the array's brackets. */
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
