import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { firm } from '../app/content/firm.ts';
import { toIso } from '../inquiries/to-iso.ts';
import type { Command } from './command.ts';
import { isFileError } from './file-error.ts';
import { jsonOption, numberOption } from './option-values.ts';
import { problems } from './problems.ts';
import { readFigures } from './read-figures.ts';
import { headlinesOf, reportPage } from './report/page.ts';
import { withStore } from './with-store.ts';

const defaultWeeks = 12;
const mostWeeks = 104;

export const report: Command = {
  usage: 'report FILE.html [--weeks N] [--force] [--json]',
  summary: 'Write the figures of "stats" as a page with plots, in one file, without personal data.',
  words: ['FILE.html'],
  options: {
    weeks: numberOption(
      'weeks',
      `The last so many weeks: ${defaultWeeks} unless told, ${mostWeeks} at most.`,
    ),
    force: { type: 'boolean', help: 'Write over the file where there is one.' },
    json: jsonOption('Print the path and the figures as a JSON object.'),
  },
  examples: [
    'inquiries report inquiries.html',
    'inquiries report inquiries.html --weeks 52 --force',
  ],

  run({ flags: { force, json }, values }, terminal, path) {
    const file = resolve(path);
    const weeks = Math.min(Number(values['weeks'] ?? defaultWeeks), mostWeeks);
    const { clock, stdout, stderr } = terminal;

    return withStore(terminal, 'readable', async (store) => {
      if (existsSync(file) && !force) return problems.fileExists(file, 'Add --force');
      const figures = await readFigures(terminal, store, weeks);
      const madeAt = toIso(clock());
      try {
        const page = reportPage({ firm: firm.name, figures, madeAt });
        writeFileSync(file, page, { flag: force ? 'w' : 'wx', mode: 0o600 });
        // A file that was there keeps the mode it had.
        chmodSync(file, 0o600);
      } catch (error) {
        if (isFileError(error, 'EEXIST')) return problems.fileExists(file, 'Add --force');
        const reason = error instanceof Error ? error.message : 'unknown reason';
        return problems.notWritten(file, reason);
      }
      stderr.write('The report is written. Open it in a browser, or print it from there.\n');
      const made = { file, madeAt, ...headlinesOf(figures), ...figures };
      stdout.write(json ? `${JSON.stringify(made, null, 2)}\n` : `${file}\n`);
      return undefined;
    });
  },
};
