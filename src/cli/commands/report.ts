import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { firm } from '../../content/firm.ts';
import { toIso } from '../../inquiry/to-iso.ts';
import { examples, type CliContext } from '../context.ts';
import { cliErrors, toAction } from '../errors.ts';
import { toCount } from '../option-values.ts';
import { withStore } from '../with-store.ts';
import { summarize, renderReport } from './report/page.ts';
import { readStats } from './stats.ts';

const maxWeeks = 104;

export const report = (program: Command, context: CliContext) =>
  program
    .command('report <file>')
    .description(
      'Write the stats as a self-contained HTML page with charts and without personal data.',
    )
    .option('--weeks <number>', `Number of weeks, at most ${maxWeeks}.`, toCount, 12)
    .option('--force', 'Overwrite an existing file.')
    .option('--json', 'Print the path and the stats as a JSON object.')
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
        const weeks = Math.min(options.weeks, maxWeeks);
        const { clock, stdout, stderr } = context;

        return withStore(context, 'readable', async (store) => {
          if (existsSync(file) && !force) return cliErrors.fileExists(file, 'Add --force');
          const stats = await readStats(context, store, weeks);
          const generatedAt = toIso(clock());
          try {
            const page = renderReport({ firm: firm.name, stats, generatedAt });
            writeFileSync(file, page, { flag: force ? 'w' : 'wx', mode: 0o600 });
            // An overwritten file keeps its mode.
            chmodSync(file, 0o600);
          } catch (error) {
            return cliErrors.notWritten(file, error);
          }
          stderr.write('Report written. Open it in a browser to view or print it.\n');
          const report = { file, madeAt: generatedAt, ...summarize(stats), ...stats };
          stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : `${file}\n`);
          return undefined;
        });
      }),
    );
