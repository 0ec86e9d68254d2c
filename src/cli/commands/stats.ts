import type { Command } from '@commander-js/extra-typings';
import { type Persona, personas } from '../../inquiry/inquiry.ts';
import { countInquiries } from '../../store/inquiries/stream-inquiries.ts';
import {
  firstWeek,
  type PeriodFigures,
  type WeeklyFigures,
  weeklyFigures,
} from '../../store/inquiries/weekly-stats.ts';
import type { Store } from '../../store/store.ts';
import { examples, type Terminal } from '../context.ts';
import { toAction } from '../errors.ts';
import { toCount } from '../option-values.ts';
import { withProgress } from '../output/progress.ts';
import { type Column, renderTable } from '../output/table.ts';
import { withStore } from '../with-store.ts';

const mostWeeks = 520;
const barLength = 30;

export const stats = (program: Command, terminal: Terminal) =>
  program
    .command('stats')
    .description(
      'Show how many inquiries arrived each week, and how many were reviewed within 24 hours.',
    )
    .option('--weeks <number>', `Number of weeks, at most ${mostWeeks}.`, toCount, 12)
    .option('--json', 'Print the weeks as a JSON array, the oldest first.')
    .addHelpText('after', examples('inquiries stats', 'inquiries stats --weeks 52 --json'))
    .action(
      toAction(({ json, ...options }) => {
        const weeks = Math.min(options.weeks, mostWeeks);
        const { stdout, stderr } = terminal;

        return withStore(terminal, 'readable', async (store) => {
          const { weeks: figures } = await readFigures(terminal, store, weeks);
          if (json) {
            stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
            return undefined;
          }
          stdout.write(renderTable(weekColumns(figures), stdout.columns));
          stdout.write(`\n${renderTable(personaColumns(figures), stdout.columns)}`);
          stderr.write(
            `\nWeeks start on Monday, in UTC. ${bars.onTime} reviewed on time, ${bars.late} late, ` +
              `${bars.waiting} waiting. Spam is left out.\n`,
          );
          return undefined;
        });
      }),
    );

/** The figures of the last so many weeks; with a million inquiries that takes a while. */
export function readFigures(
  terminal: Terminal,
  store: Store,
  weeks: number,
): Promise<PeriodFigures> {
  const now = terminal.clock();
  const total = () => countInquiries(store, { since: firstWeek({ weeks, now }) });
  return withProgress(terminal, { what: 'Counting', total }, (onProgress) =>
    weeklyFigures(store, { weeks, now, onProgress }),
  );
}

const bars = { onTime: '█', late: '░', waiting: '▒' } as const;
const parts = Object.keys(bars) as (keyof typeof bars)[];

function weekColumns(figures: WeeklyFigures[]): Column[] {
  const most = Math.max(...figures.map(({ received }) => received));
  return [
    { title: 'WEEK OF', cells: figures.map(({ week }) => week) },
    numberColumn('RECEIVED', figures, ({ received }) => received),
    numberColumn('ON TIME', figures, ({ onTime }) => onTime),
    numberColumn('LATE', figures, ({ late }) => late),
    {
      title: '',
      cells: figures.map((week) => parts.map((part) => bar(bars[part], week[part], most)).join('')),
    },
  ];
}

function personaColumns(figures: WeeklyFigures[]): Column[] {
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
      cells: rows.map(({ counts }) => counts.map((count) => upright(count, most)).join('')),
    },
  ];
}

const numberColumn = <Row>(title: string, rows: Row[], of: (row: Row) => number): Column => ({
  title,
  cells: rows.map((row) => String(of(row)).padStart(title.length)),
});

/** As long as its share of the most; what is more than nothing can be seen. */
const bar = (character: string, count: number, most: number) =>
  count ? character.repeat(Math.max(1, Math.round((count / most) * barLength))) : '';

const heights = '▁▂▃▄▅▆▇█';

const upright = (count: number, most: number) =>
  count ? heights[Math.ceil((count / most) * heights.length) - 1] : '·';
