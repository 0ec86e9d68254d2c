import type { Command } from '@commander-js/extra-typings';
import { type Persona, personas } from '../../inquiry/inquiry.ts';
import { countInquiries } from '../../store/inquiries/stream-inquiries.ts';
import {
  getFirstWeek,
  type PeriodStats,
  type WeeklyStats,
  readWeeklyStats,
} from '../../store/inquiries/weekly-stats.ts';
import type { Store } from '../../store/store.ts';
import { examples, type CliContext } from '../context.ts';
import { toAction } from '../errors.ts';
import { toCount } from '../option-values.ts';
import { withProgress } from '../output/progress.ts';
import { type Column, renderTable } from '../output/table.ts';
import { withStore } from '../with-store.ts';

const maxWeeks = 520;
const barLength = 30;

export const stats = (program: Command, context: CliContext) =>
  program
    .command('stats')
    .description(
      'Show how many inquiries arrived each week, and how many were reviewed within 24 hours.',
    )
    .option('--weeks <number>', `Number of weeks, at most ${maxWeeks}.`, toCount, 12)
    .option('--json', 'Print the weeks as a JSON array, the oldest first.')
    .addHelpText('after', examples('inquiries stats', 'inquiries stats --weeks 52 --json'))
    .action(
      toAction(({ json, ...options }) => {
        const weeks = Math.min(options.weeks, maxWeeks);
        const { stdout, stderr } = context;

        return withStore(context, 'readable', async (store) => {
          const { weeks: figures } = await readStats(context, store, weeks);
          if (json) {
            stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
            return undefined;
          }
          stdout.write(renderTable(weekColumns(figures), stdout.columns));
          stdout.write(`\n${renderTable(personaColumns(figures), stdout.columns)}`);
          stderr.write(
            `\nWeeks start on Monday, in UTC. ${barCharacters.onTime} reviewed on time, ${barCharacters.late} late, ` +
              `${barCharacters.waiting} waiting. Spam is left out.\n`,
          );
          return undefined;
        });
      }),
    );

/** The figures of the last so many weeks; with a million inquiries that takes a while. */
export function readStats(context: CliContext, store: Store, weeks: number): Promise<PeriodStats> {
  const now = context.clock();
  const total = () => countInquiries(store, { since: getFirstWeek({ weeks, now }) });
  return withProgress(context, { label: 'Counting', total }, (onProgress) =>
    readWeeklyStats(store, { weeks, now, onProgress }),
  );
}

const barCharacters = { onTime: '█', late: '░', waiting: '▒' } as const;
const outcomes = Object.keys(barCharacters) as (keyof typeof barCharacters)[];

function weekColumns(figures: WeeklyStats[]): Column[] {
  const most = Math.max(...figures.map(({ received }) => received));
  return [
    { title: 'WEEK OF', cells: figures.map(({ week }) => week) },
    numberColumn('RECEIVED', figures, ({ received }) => received),
    numberColumn('ON TIME', figures, ({ onTime }) => onTime),
    numberColumn('LATE', figures, ({ late }) => late),
    {
      title: '',
      cells: figures.map((week) =>
        outcomes.map((part) => renderBar(barCharacters[part], week[part], most)).join(''),
      ),
    },
  ];
}

function personaColumns(figures: WeeklyStats[]): Column[] {
  const rows = (Object.keys(personas) as Persona[]).map((persona) => ({
    persona,
    counts: figures.map(({ byPersona }) => byPersona[persona]),
  }));
  const most = Math.max(...rows.flatMap(({ counts }) => counts));
  return [
    { title: 'PERSONA', cells: rows.map(({ persona }) => persona) },
    numberColumn('RECEIVED', rows, ({ counts }) => counts.reduce((sum, count) => sum + count, 0)),
    {
      title: 'WEEK BY WEEK',
      cells: rows.map(({ counts }) => counts.map((count) => renderSparkBar(count, most)).join('')),
    },
  ];
}

const numberColumn = <Row>(title: string, rows: Row[], of: (row: Row) => number): Column => ({
  title,
  cells: rows.map((row) => String(of(row)).padStart(title.length)),
});

/** As long as its share of the most; what is more than nothing can be seen. */
const renderBar = (character: string, count: number, most: number) =>
  count ? character.repeat(Math.max(1, Math.round((count / most) * barLength))) : '';

const sparkBars = '▁▂▃▄▅▆▇█';

const renderSparkBar = (count: number, most: number) =>
  count ? sparkBars[Math.ceil((count / most) * sparkBars.length) - 1] : '·';
