import { hash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import {
  type ExportedInquiry,
  importInquiries,
  parseExported,
} from '../../store/inquiries/import-inquiries.ts';
import { describeForeignOwner } from '../../store/store-advice.ts';
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
      'Import inquiries from "export", with their ids and history, and create a missing store. Skips existing inquiries and notifies nobody.',
    )
    .option('--json', 'Print the number of imported and skipped inquiries as a JSON object.')
    .addHelpText(
      'after',
      examples('inquiries export > inquiries.json', 'inquiries import inquiries.json'),
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
        return withStore(context, 'create', async (store) => {
          const { clock, stdout, stderr } = context;
          if (store.applied.length) stderr.write(`Created the store ${store.name}.\n`);
          let [total, imported] = [0, 0];
          try {
            await withProgress(context, { label: 'Importing' }, async (onProgress) => {
              for await (const batch of readBatches(file)) {
                imported += await importInquiries(store, batch, clock());
                onProgress((total += batch.length));
              }
            });
          } finally {
            // If the store failed, these batches stay.
            const skipped = total - imported;
            if (json) stdout.write(`${JSON.stringify({ imported, skipped }, null, 2)}\n`);
            stderr.write(`Imported: ${imported}. Skipped (already exist): ${skipped}.\n`);
          }
          return undefined;
        });
      }),
    );

/** Validates the whole file before anything is stored. */
async function findErrors(file: string): Promise<string[]> {
  const errors: string[] = [];
  const known = new Map<string, { digest: string; place: string }>();
  for await (const { place, parsed } of readInquiries(file)) {
    if (parsed.ok) {
      const { id } = parsed.inquiry;
      const digest = hash('sha256', JSON.stringify(parsed.inquiry));
      const first = known.get(id) ?? { digest, place };
      known.set(id, first);
      if (first.digest !== digest) {
        errors.push(`${place}: differs from ${first.place}, which has the same id`);
      }
    } else errors.push(`${place}: ${parsed.error}`);
    if (errors.length === maxErrors) break;
  }
  return errors;
}

async function* readBatches(file: string): AsyncGenerator<ExportedInquiry[]> {
  let batch: ExportedInquiry[] = [];
  for await (const { parsed } of readInquiries(file)) {
    if (parsed.ok) batch.push(parsed.inquiry);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}

async function* readInquiries(file: string) {
  let number = 0;
  for await (const { line, text } of readObjects(file)) {
    yield { place: `line ${line} (inquiry ${++number})`, parsed: parseText(text) };
  }
}

function parseText(text: string): ReturnType<typeof parseExported> {
  try {
    return parseExported(JSON.parse(text));
  } catch {
    return { ok: false, error: 'the JSON is invalid, or the file is cut off' };
  }
}

/**
 * Reads the objects of a JSON array, or of JSON lines, each with the line on which it begins. Never
 * holds more than one object, whatever the layout. Ends with an empty text if the array is invalid.
 */
async function* readObjects(file: string): AsyncGenerator<{ line: number; text: string }> {
  let [line, firstLine, depth] = [1, 1, 0];
  let [isString, isEscaped, isEmpty] = [false, false, true];
  // Text since the last object, and what stood between objects: "[,,,]" or nothing.
  let [text, separators] = ['', ''];
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const char = chunk[index];
      // A string cannot contain a line break: the error stays on its line.
      if (char === '\n') [line, isString] = [line + 1, false];
      if (isEscaped) isEscaped = false;
      else if (char === '\\') isEscaped = isString;
      else if (char === '"') isString = !isString;
      else if (isString) continue;
      else if (char === '{' && depth++ === 0) {
        separators += (text + chunk.slice(start, index)).trim();
        [text, start, firstLine] = ['', index, line];
      } else if (char === '}' && --depth <= 0) {
        yield { line: depth ? line : firstLine, text: text + chunk.slice(start, index + 1) };
        [text, start, depth, isEmpty] = ['', index + 1, 0, false];
      }
    }
    text += chunk.slice(start);
  }
  separators += text.trim();
  const isValid = separators ? /^\[,*\]$/.test(separators) : !isEmpty;
  if (!isValid) yield { line: depth ? firstLine : line, text: '' };
}
