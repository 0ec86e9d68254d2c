import { firm } from '../../content/firm.ts';
import { slaHours } from '../../inquiry/deadlines.ts';
import { formatShare, toIso } from '../../inquiry/format-time.ts';
import { type PeriodStats, readWeeklyStats } from '../../store/inquiries/weekly-stats.ts';
import { addCommand, type CliCommand, toCount } from '../command.ts';
import { renderTable } from '../output/table.ts';
import { formatJson, formatNumber } from '../output/format.ts';
import { withStore } from '../with-store.ts';

const maxWeeks = 520;

export const report: CliCommand = (program, context) =>
  addCommand(program, 'report', {
    description: 'Show the inquiries of each week and how many were reviewed in time.',
    examples: ['inquiries report --weeks 52'],
  })
    .option('--weeks <number>', `Number of weeks, at most ${maxWeeks}.`, toCount, 12)
    .option('--json', 'Print the figures as a JSON object.')
    .action(({ json, weeks }) =>
      withStore(context, async ({ store, clock, stdout, stderr }) => {
        const { timeZone } = firm;
        const now = clock();
        const period = { weeks: Math.min(weeks, maxWeeks), now, timeZone };
        const stats = await readWeeklyStats(store, period);
        if (json) {
          stdout.write(formatJson({ madeAt: toIso(now), ...stats }));
          return;
        }
        stdout.write(render(stats, stdout.columns));
        stderr.write(`\nWeeks start on Monday, in ${timeZone}. Excludes spam, also suspected.\n`);
      }),
    );

type Week = PeriodStats['weeks'][number];

function render(stats: PeriodStats, width: number | undefined) {
  const { received, late, waiting, weeks, onTimeShare, responseOnTimeShare } = stats;
  const line = (label: string, value: string) => `${label.padEnd(23)}${value}\n`;
  const format = (share: number | undefined) => (share === undefined ? '–' : formatShare(share));
  const count = (title: string, name: Exclude<keyof Week, 'week'>) => ({
    title,
    cell: (week: Week) => formatNumber(week[name]).padStart(title.length),
  });
  const columns = [
    { title: 'WEEK OF', cell: ({ week }: Week) => week },
    count('RECEIVED', 'received'),
    count('ON TIME', 'onTime'),
    count('LATE', 'late'),
    count('WAITING', 'waiting'),
    { title: 'SHARE', cell: drawShare },
  ];
  return [
    line('Received', formatNumber(received)),
    line(`Reviewed in ${slaHours.review} hours`, format(onTimeShare)),
    line('Late', formatNumber(late)),
    line('Waiting', formatNumber(waiting)),
    line(`Responded in ${slaHours.response} hours`, format(responseOnTimeShare)),
    `\n${renderTable(weeks, columns, width)}`,
  ].join('');
}

const barLength = 10;

/** Draws the share of the reviews in time as a bar beside its figure; empty without reviews. */
function drawShare({ onTime, late }: Week) {
  if (onTime + late === 0) return '';
  const share = onTime / (onTime + late);
  const bar = '█'.repeat(Math.floor(share * barLength));
  return `${bar.padEnd(barLength, '░')} ${formatShare(share)}`;
}
