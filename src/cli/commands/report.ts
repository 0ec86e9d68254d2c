import type { Command } from '@commander-js/extra-typings';
import { firm } from '../../content/firm.ts';
import { slaHours } from '../../inquiry/deadlines.ts';
import { formatShare, toIso } from '../../inquiry/format-time.ts';
import {
  type PeriodStats,
  readWeeklyStats,
  type ReviewOutcome,
} from '../../store/inquiries/weekly-stats.ts';
import { examples, type CliContext } from '../context.ts';
import { toCount } from '../option-values.ts';
import { renderTable } from '../output/table.ts';
import { formatJson } from '../output/format.ts';
import { withStore } from '../with-store.ts';

const maxWeeks = 520;

export const report = (program: Command, context: CliContext) =>
  program
    .command('report')
    .description('Show the inquiries of each week and how many were reviewed in time.')
    .option('--weeks <number>', `Number of weeks, at most ${maxWeeks}.`, toCount, 12)
    .option('--json', 'Print the figures as a JSON object.')
    .addHelpText('after', examples('inquiries report --weeks 52'))
    .action(({ json, weeks }) =>
      withStore(context, async (store) => {
        const { clock, stdout, stderr } = context;
        const period = { weeks: Math.min(weeks, maxWeeks), now: clock(), timeZone: firm.timeZone };
        const stats = await readWeeklyStats(store, period);
        if (json) {
          stdout.write(formatJson({ madeAt: toIso(period.now), ...stats }));
        } else {
          stdout.write(render(stats, stdout.columns));
          stderr.write(
            `\nWeeks start on Monday, in ${firm.timeZone}. Excludes spam, also suspected.\n`,
          );
        }
      }),
    );

function render(stats: PeriodStats, width: number | undefined) {
  const { received, late, waiting, weeks } = stats;
  const summary: [label: string, value: string][] = [
    ['Received', formatCount(received)],
    [`Reviewed in ${slaHours.review} hours`, formatOptionalShare(stats.onTimeShare)],
    ['Late', formatCount(late)],
    ['Waiting', formatCount(waiting)],
    [`Responded in ${slaHours.response} hours`, formatOptionalShare(stats.responseOnTimeShare)],
  ];
  const count = (title: string, name: 'received' | ReviewOutcome) => ({
    title,
    cell: (week: (typeof weeks)[number]) => formatCount(week[name]).padStart(title.length),
  });
  const columns = [
    { title: 'WEEK OF', cell: ({ week }: { week: string }) => week },
    count('RECEIVED', 'received'),
    count('ON TIME', 'onTime'),
    count('LATE', 'late'),
    count('WAITING', 'waiting'),
    { title: 'SHARE', cell: drawShare },
  ];
  const lines = summary.map(([label, value]) => `${label.padEnd(23)}${value}\n`);
  return `${lines.join('')}\n${renderTable(weeks, columns, width)}`;
}

const formatCount = (count: number) => count.toLocaleString('en');
const formatOptionalShare = (share: number | undefined) =>
  share === undefined ? '–' : formatShare(share);

const barLength = 10;

/** Draws the share of the reviews in time as a bar beside its figure; empty without reviews. */
function drawShare({ onTime, late }: PeriodStats['weeks'][number]) {
  if (onTime + late === 0) return '';
  const share = onTime / (onTime + late);
  const length = Math.floor(share * barLength);
  return `${'█'.repeat(length)}${'░'.repeat(barLength - length)} ${formatShare(share)}`;
}
