import type { Command } from '@commander-js/extra-typings';
import { slaHours } from '../../inquiry/deadlines.ts';
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
      `Show the inquiries of each week and how many were reviewed within ${slaHours.review} hours.`,
    )
    .option('--weeks <number>', `Number of weeks, at most ${maxWeeks}.`, toCount, 12)
    .option('--json', 'Print the weeks as a JSON array, oldest first.')
    .addHelpText('after', examples('inquiries stats', 'inquiries stats --weeks 52 --json'))
    .action(
      toAction(({ json, ...options }) => {
        const weeks = Math.min(options.weeks, maxWeeks);
        const { stdout, stderr } = context;

        return withStore(context, 'readable', async (store) => {
          const { weeks: weekly } = await readStats(context, store, weeks);
          if (json) {
            stdout.write(`${JSON.stringify(weekly, null, 2)}\n`);
            return undefined;
          }
          stdout.write(renderTable(weekColumns(weekly), stdout.columns));
          stdout.write(`\n${renderTable(personaColumns(weekly), stdout.columns)}`);
          stderr.write(
            `\nWeeks start on Monday, in UTC. ${barCharacters.onTime} reviewed on time, ${barCharacters.late} late, ` +
              `${barCharacters.waiting} waiting. Excludes spam.\n`,
          );
          return undefined;
        });
      }),
    );

/** Reads the stats of the last `weeks` and shows the progress. */
export function readStats(context: CliContext, store: Store, weeks: number): Promise<PeriodStats> {
  const now = context.clock();
  const total = () => countInquiries(store, { since: getFirstWeek({ weeks, now }) });
  return withProgress(context, { label: 'Counting', total }, (onProgress) =>
    readWeeklyStats(store, { weeks, now, onProgress }),
  );
}

const barCharacters = { onTime: '█', late: '░', waiting: '▒' } as const;
const outcomes = Object.keys(barCharacters) as (keyof typeof barCharacters)[];

function weekColumns(weeks: WeeklyStats[]): Column[] {
  const max = Math.max(...weeks.map(({ received }) => received));
  return [
    { title: 'WEEK OF', cells: weeks.map(({ week }) => week) },
    numberColumn('RECEIVED', weeks, ({ received }) => received),
    numberColumn('ON TIME', weeks, ({ onTime }) => onTime),
    numberColumn('LATE', weeks, ({ late }) => late),
    {
      title: '',
      cells: weeks.map((week) =>
        outcomes.map((key) => renderBar(barCharacters[key], week[key], max)).join(''),
      ),
    },
  ];
}

function personaColumns(weeks: WeeklyStats[]): Column[] {
  const rows = (Object.keys(personas) as Persona[]).map((persona) => ({
    persona,
    counts: weeks.map(({ byPersona }) => byPersona[persona]),
  }));
  const max = Math.max(...rows.flatMap(({ counts }) => counts));
  return [
    { title: 'PERSONA', cells: rows.map(({ persona }) => persona) },
    numberColumn('RECEIVED', rows, ({ counts }) => counts.reduce((sum, count) => sum + count, 0)),
    {
      title: 'WEEK BY WEEK',
      cells: rows.map(({ counts }) => counts.map((count) => renderSparkBar(count, max)).join('')),
    },
  ];
}

const numberColumn = <Row>(title: string, rows: Row[], getValue: (row: Row) => number): Column => ({
  title,
  cells: rows.map((row) => String(getValue(row)).padStart(title.length)),
});

/** Scales a bar to the maximum, with at least one character for a count above 0. */
const renderBar = (character: string, count: number, max: number) =>
  count ? character.repeat(Math.max(1, Math.round((count / max) * barLength))) : '';

const sparkBars = '▁▂▃▄▅▆▇█';

const renderSparkBar = (count: number, max: number) =>
  count ? sparkBars[Math.ceil((count / max) * sparkBars.length) - 1] : '·';
