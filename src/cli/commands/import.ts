import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseExported } from '../../inquiry/exported-inquiry.ts';
import type { InquiryWithHistory } from '../../inquiry/stored-inquiry.ts';
import { toBatches } from '../../store/batches.ts';
import { importInquiries, type ImportOutcome } from '../../store/inquiries/import-inquiries.ts';
import { getReason } from '../../store/store-errors.ts';
import { addCommand, type CliCommand, CliError } from '../command.ts';
import { showProgress } from '../output/progress.ts';
import { withStore } from '../with-store.ts';

export const importCommand: CliCommand = (program, context) =>
  addCommand(program, 'import <file>', {
    description:
      'Import inquiries from "export", with their ids and history, and create a missing store. Adds later changes to inquiries that exist, skips deleted ones, and notifies nobody.',
    examples: ['inquiries export > inquiries.json', 'inquiries import inquiries.json'],
  }).action(async (name) => {
    const inquiries = readExport(resolve(name));
    /** Outcomes of the inquiries, in the order of the file. */
    const outcomes: ImportOutcome[] = [];
    const count = (outcome: ImportOutcome) => outcomes.filter((one) => one === outcome).length;
    const migrateContext = { ...context, access: 'migrate' } as const;
    await withStore(migrateContext, async ({ store, clock, stderr }) => {
      stderr.write(`Importing into ${store.name}.\n`);
      await showProgress(context, 'Importing', async (update) => {
        for (const batch of toBatches(inquiries)) {
          outcomes.push(...(await importInquiries(store, batch, clock())));
          update(outcomes.length, inquiries.length);
        }
      }).finally(() => {
        // Printed even if the store failed, because earlier batches stay stored.
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

/**
 * Reads and validates a whole file, so that an invalid one changes nothing. A repeated inquiry
 * counts once.
 */
function readExport(file: string): InquiryWithHistory[] {
  const inquiries = new Map<string, InquiryWithHistory>();
  const errors: string[] = [];
  for (const [index, entry] of readArray(file).entries()) {
    const error = addEntry(inquiries, entry);
    if (error === undefined) continue;
    const { id } = (entry ?? {}) as { id?: unknown };
    errors.push(`- inquiry ${index + 1} (id ${JSON.stringify(id)}): ${error}`);
    if (errors.length === maxErrors) break;
  }
  if (errors.length === 0) return [...inquiries.values()];
  const title = `${file} cannot be imported.\n${errors.join('\n')}`;
  const fix = 'Correct these inquiries, then run it again. Nothing was imported.';
  throw new CliError('NOT_IMPORTED', title, fix);
}

/** Adds a valid entry of the file. Returns the problem of an invalid one. */
function addEntry(inquiries: Map<string, InquiryWithHistory>, entry: unknown): string | undefined {
  const parsed = parseExported(entry);
  if (!parsed.ok) return parsed.error;
  const first = inquiries.getOrInsert(parsed.inquiry.id, parsed.inquiry);
  const isSame = isDeepStrictEqual(first, parsed.inquiry);
  return isSame ? undefined : 'differs from an earlier one with this id';
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
