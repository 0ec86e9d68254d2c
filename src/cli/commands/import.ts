import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from '@commander-js/extra-typings';
import { toBatches } from '../../store/batches.ts';
import {
  type ExportedInquiry,
  importInquiries,
  type ImportOutcome,
  parseExported,
} from '../../store/inquiries/import-inquiries.ts';
import { getReason } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError } from '../errors.ts';
import { showProgress } from '../output/progress.ts';
import { withStore } from '../with-store.ts';

const maxErrors = 5;

export const importInquiriesFile = (program: Command, context: CliContext) =>
  program
    .command('import <file>')
    .description(
      'Import inquiries from "export", with their ids and history, and create a missing store. Adds later changes to inquiries that exist, skips deleted ones, and notifies nobody.',
    )
    .addHelpText(
      'after',
      examples('inquiries export > inquiries.json', 'inquiries import inquiries.json'),
    )
    .action(async (name) => {
      const inquiries = readExport(resolve(name));
      const outcomes: ImportOutcome[] = [];
      const count = (outcome: ImportOutcome) => outcomes.filter((one) => one === outcome).length;
      const { clock, stderr } = context;
      const importAll = async (store: Store) => {
        if (store.applied.length) stderr.write(`Prepared the tables of ${store.name}.\n`);
        await showProgress(context, 'Importing', async (update) => {
          for (const batch of toBatches(inquiries)) {
            outcomes.push(...(await importInquiries(store, batch, clock())));
            update(outcomes.length, inquiries.length);
          }
        }).finally(() => {
          // If the store failed, these batches stay.
          stderr.write(
            `Added: ${count('added')}. Updated: ${count('updated')}. The same: ${count('same')}. ` +
              `Deleted before: ${count('deleted')}. In conflict: ${count('conflict')}.\n`,
          );
        });
      };
      await withStore(context, importAll, 'migrate');
      const conflicts = inquiries.filter((_, index) => outcomes[index] === 'conflict');
      if (conflicts.length) throw inConflict(conflicts);
    });

const inConflict = (inquiries: ExportedInquiry[]) =>
  new CliError(
    'IN_CONFLICT',
    `These were changed both in the store and in the file, and stay as they are in the store:\n${inquiries.map(({ id }) => `- ${id}`).join('\n')}`,
    'Compare "inquiries show ID" with the history in the file, and repeat what is missing.',
  );

/** Reads and validates the whole file before anything is stored. A repeated inquiry counts once. */
function readExport(file: string): ExportedInquiry[] {
  const inquiries = new Map<string, ExportedInquiry>();
  const errors: string[] = [];
  for (const [index, entry] of readArray(file).entries()) {
    const { id } = (entry ?? {}) as { id?: unknown };
    const place = `- inquiry ${index + 1} (id ${JSON.stringify(id)})`;
    const parsed = parseExported(entry);
    if (parsed.ok) {
      const first = inquiries.getOrInsert(parsed.inquiry.id, parsed.inquiry);
      if (!isDeepStrictEqual(first, parsed.inquiry))
        errors.push(`${place}: differs from an earlier one with this id`);
    } else errors.push(`${place}: ${parsed.error}`);
    if (errors.length === maxErrors) break;
  }
  if (errors.length === 0) return [...inquiries.values()];
  throw new CliError(
    'NOT_IMPORTED',
    `${file} cannot be imported.\n${errors.join('\n')}`,
    'Correct these inquiries, then run it again. Nothing was imported.',
  );
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
