import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { firm } from '../../content/firm.ts';
import { toIso } from '../../inquiry/to-iso.ts';
import { examples, type Terminal } from '../context.ts';
import { problems, toAction } from '../errors.ts';
import { toCount } from '../option-values.ts';
import { withStore } from '../with-store.ts';
import { headlinesOf, reportPage } from './report/page.ts';
import { readFigures } from './stats.ts';

const mostWeeks = 104;

export const report = (program: Command, terminal: Terminal) =>
  program
    .command('report <file>')
    .description(
      'Write the figures of "stats" as an HTML page with plots, in one file, without personal data.',
    )
    .option('--weeks <number>', `Number of weeks, at most ${mostWeeks}.`, toCount, 12)
    .option('--force', 'Overwrite an existing file.')
    .option('--json', 'Print the path and the figures as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries report inquiries.html',
        'inquiries report inquiries.html --weeks 52 --force',
      ),
    )
    .action(
      toAction((path, { force, json, ...options }) => {
        const file = resolve(path);
        const weeks = Math.min(options.weeks, mostWeeks);
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
            return problems.notWritten(file, error);
          }
          stderr.write('The report is written. Open it in a browser, or print it from there.\n');
          const made = { file, madeAt, ...headlinesOf(figures), ...figures };
          stdout.write(json ? `${JSON.stringify(made, null, 2)}\n` : `${file}\n`);
          return undefined;
        });
      }),
    );
