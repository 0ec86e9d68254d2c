import type { Command } from '@commander-js/extra-typings';
import { slaHours } from '../../inquiry/deadlines.ts';
import { type Persona, personas } from '../../inquiry/inquiry.ts';
import { formatDuration, formatShare, toIso } from '../../inquiry/format-time.ts';
import { type PeriodStats, readWeeklyStats } from '../../store/inquiries/weekly-stats.ts';
import { examples, type CliContext } from '../context.ts';
import { toCount } from '../option-values.ts';
import { renderTable } from '../output/table.ts';
import { formatJson } from '../output/format.ts';
import { withStore } from '../with-store.ts';

const maxWeeks = 520;

export const report = (program: Command, context: CliContext) =>
  program
    .command('report')
    .description(
      `Show the inquiries of each week and how many were reviewed within ${slaHours.review} hours.`,
    )
    .option('--weeks <number>', `Number of weeks, at most ${maxWeeks}.`, toCount, 12)
    .option('--json', 'Print the figures as a JSON object.')
    .addHelpText('after', examples('inquiries report --weeks 52'))
    .action(({ json, weeks }) =>
      withStore(context, 'current', async (store) => {
        const { clock, stdout, stderr } = context;
        const period = { weeks: Math.min(weeks, maxWeeks), now: clock() };
        const stats = await readWeeklyStats(store, period);
        if (json) {
          stdout.write(formatJson({ madeAt: toIso(period.now), ...stats }));
        } else {
          stdout.write(render(stats, stdout.columns));
          stderr.write('\nWeeks start on Monday, in UTC. Excludes spam.\n');
        }
      }),
    );

function render(stats: PeriodStats, width: number | undefined) {
  const { received, late, waiting, weeks } = stats;
  const summary: [label: string, value: string][] = [
    ['Received', formatCount(received)],
    [`Reviewed in ${slaHours.review} hours`, formatOptional(stats.onTimeShare, formatShare)],
    ['Late', formatCount(late)],
    ['Waiting', formatCount(waiting)],
    [
      `Responded in ${slaHours.response} hours`,
      formatOptional(stats.responseOnTimeShare, formatShare),
    ],
    ['Median time to review', formatOptional(stats.medianReviewMs, formatDuration)],
    ['Median time to response', formatOptional(stats.medianResponseMs, formatDuration)],
  ];
  const byWeek = weeks.map((week) => [
    week.week,
    ...[week.received, week.onTime, week.late, week.waiting].map(formatCount),
  ]);
  const byPersona = Object.entries(personas).map(([persona, label]) => {
    const count = weeks.reduce((sum, week) => sum + week.byPersona[persona as Persona], 0);
    const share = formatOptional(received ? count / received : undefined, formatShare);
    return [label, formatCount(count), share];
  });
  return [
    summary.map(([label, value]) => `${label.padEnd(25)}${value}\n`).join(''),
    renderFigures(['WEEK OF', 'RECEIVED', 'ON TIME', 'LATE', 'WAITING'], byWeek, width),
    renderFigures(['PERSONA', 'RECEIVED', 'SHARE'], byPersona, width),
  ].join('\n');
}

/** Renders a table whose columns, apart from the first one, are aligned to the right. */
function renderFigures(titles: string[], rows: string[][], width: number | undefined) {
  const columns = titles.map((title, index) => ({
    title,
    cell: (row: string[]) => row[index]?.padStart(index && title.length) ?? '',
  }));
  return renderTable(rows, columns, width);
}

const formatCount = (count: number) => count.toLocaleString('en');
const formatOptional = (value: number | undefined, format: (value: number) => string) =>
  value === undefined ? '–' : format(value);
