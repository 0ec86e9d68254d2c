import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from '@commander-js/extra-typings';
import {
  type ExportedInquiry,
  importInquiries,
  parseExported,
} from '../../store/inquiries/import-inquiries.ts';
import { getReason } from '../../store/store-errors.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError } from '../errors.ts';
import { withStore } from '../with-store.ts';

// Small batches, so that the server's writes hardly wait.
const batchSize = 50;
const maxErrors = 5;

export const importInquiriesFile = (program: Command, context: CliContext) =>
  program
    .command('import <file>')
    .description(
      'Import inquiries from "export", with their ids and history, and create a missing store. Skips inquiries that exist or were deleted, and notifies nobody.',
    )
    .addHelpText(
      'after',
      examples('inquiries export > inquiries.json', 'inquiries import inquiries.json'),
    )
    .action(async (name) => {
      const inquiries = readExport(resolve(name));
      await withStore(context, 'migrate', async (store) => {
        const { clock, stderr } = context;
        if (store.applied.length) stderr.write(`Prepared the tables of ${store.name}.\n`);
        let [done, imported] = [0, 0];
        try {
          while (done < inquiries.length) {
            const batch = inquiries.slice(done, done + batchSize);
            imported += await importInquiries(store, batch, clock());
            done += batch.length;
          }
        } finally {
          // If the store failed, these batches stay.
          const skipped = done - imported;
          stderr.write(`Imported: ${imported}. Skipped (exist or were deleted): ${skipped}.\n`);
        }
      });
    });

/** Reads and validates the whole file before anything is stored. */
function readExport(file: string): ExportedInquiry[] {
  const entries = readArray(file);
  const firstEntries = new Map<string, unknown>();
  const inquiries: ExportedInquiry[] = [];
  const errors: string[] = [];
  for (const [index, entry] of entries.entries()) {
    if (errors.length === maxErrors) break;
    const parsed = parseExported(entry);
    if (!parsed.ok) {
      errors.push(`- ${describePlace(index, entry)}: ${parsed.error}`);
      continue;
    }
    if (!isDeepStrictEqual(firstEntries.getOrInsert(parsed.inquiry.id, entry), entry)) {
      errors.push(`- ${describePlace(index, entry)}: differs from an earlier one with this id`);
    }
    inquiries.push(parsed.inquiry);
  }
  if (errors.length) {
    throw new CliError(
      'NOT_IMPORTED',
      `${file} cannot be imported.\n${errors.join('\n')}`,
      'Correct these inquiries, then run it again. Nothing was imported.',
    );
  }
  return inquiries;
}

/** Names the place of an inquiry: "inquiry 3 (id "019aa5d2-…")". */
function describePlace(index: number, entry: unknown): string {
  const { id } = (entry ?? {}) as { id?: unknown };
  return `inquiry ${index + 1} (id ${JSON.stringify(id)})`;
}

function readArray(file: string): unknown[] {
  try {
    const entries: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    if (Array.isArray(entries)) return entries;
    throw new Error('it is not a JSON array');
  } catch (error) {
    throw new CliError(
      'UNREADABLE',
      `${file} cannot be read: ${getReason(error)}.`,
      'Name a file that holds the whole output of "export".',
    );
  }
}
