import { InvalidArgumentError } from '@commander-js/extra-typings';
import { firm } from '../../content/firm.ts';
import { promisedHours } from '../../content/periods.ts';
import { getOfficeHours, isOfficeOpen } from '../../inquiry/office-hours.ts';
import {
  computeWeeklyStats,
  getPeriodStart,
  type OutcomeCounts,
  type PeriodStats,
} from '../../inquiry/weekly-stats.ts';
import { streamWithHistory } from '../../store/inquiries/list-inquiries.ts';
import { type EpochMs, formatShare, toIso } from '../../text/format-time.ts';
import { addCommand, type CliCommand, toCount } from '../command.ts';
import { formatJson, formatNumber } from '../output/format.ts';
import { type Column, renderTable } from '../output/table.ts';
import { withStore } from '../with-store.ts';

const maxWeeks = 520;

function toWeeks(value: string): number {
  const weeks = toCount(value);
  if (weeks <= maxWeeks) return weeks;
  throw new InvalidArgumentError(`Expected at most ${maxWeeks} weeks.`);
}

export const report: CliCommand = (program, context) =>
  addCommand(program, 'report', {
    description:
      'Show the inquiries of each week, how many were reviewed in time, and what became of them.',
    examples: ['inquiries report --weeks 52'],
  })
    .option('--weeks <number>', `Number of weeks, at most ${maxWeeks}.`, toWeeks, 12)
    .option('--json', 'Print the numbers as a JSON object.')
    .action(({ json, weeks }) =>
      withStore(context, async ({ store, clock, stdout, stderr }) => {
        const { timeZone } = firm;
        const now = clock();
        const hours = getOfficeHours(firm);
        const isOfficeOpenAt = (ms: EpochMs) => isOfficeOpen(ms, hours);
        const period = { weeks, now, timeZone, isOfficeOpenAt };
        const inquiries = streamWithHistory(store, { since: getPeriodStart(period) });
        const stats = await computeWeeklyStats(inquiries, period);
        if (json) {
          stdout.write(formatJson({ madeAt: toIso(now), ...toJson(stats) }));
          return;
        }
        stdout.write(render(stats, stdout.columns));
        stderr.write(
          `\nWeeks start on Monday, in ${timeZone}. The first table excludes spam. Spam includes what is only suspected.\n`,
        );
      }),
    );

type Week = PeriodStats['weeks'][number];

function toJson(stats: PeriodStats): object {
  const weeks = stats.weeks.map((week) => ({ ...week, outcomes: outcomesToJson(week.outcomes) }));
  return { ...stats, outcomes: outcomesToJson(stats.outcomes), weeks };
}

/** Converts outcomes to JSON, where the key of `responded` is `answered`. */
function outcomesToJson({ qualified, responded, declined, spam, open }: OutcomeCounts): object {
  return { qualified, answered: responded, declined, spam, open };
}

function render(stats: PeriodStats, width: number | undefined) {
  const { received, late, waiting, weeks, onTimeShare, responseOnTimeShare } = stats;
  const { lateWhileClosed } = stats;
  const line = (label: string, value: string) => `${label.padEnd(23)}${value}\n`;
  const format = (share: number | undefined) => (share === undefined ? '–' : formatShare(share));
  return [
    line('Received', formatNumber(received)),
    line(`Reviewed in ${promisedHours.review} hours`, format(onTimeShare)),
    line('Late', formatNumber(late)),
    line('Late, due when closed', formatNumber(lateWhileClosed)),
    line('Waiting', formatNumber(waiting)),
    line(`Responded in ${promisedHours.response} hours`, format(responseOnTimeShare)),
    `\n${renderTable(weeks, reviewColumns, width)}`,
    `\n${renderTable(weeks, outcomeColumns, width)}`,
  ].join('');
}

const weekColumn: Column<Week> = { title: 'WEEK OF', cell: ({ week }) => week };

const count = (title: string, read: (week: Week) => number): Column<Week> => ({
  title,
  cell: (week) => formatNumber(read(week)).padStart(title.length),
});

const reviewColumns: Column<Week>[] = [
  weekColumn,
  count('RECEIVED', ({ received }) => received),
  count('ON TIME', ({ onTime }) => onTime),
  count('LATE', ({ late }) => late),
  count('WAITING', ({ waiting }) => waiting),
  { title: 'SHARE', cell: drawShare },
];

const outcomeColumns: Column<Week>[] = [
  weekColumn,
  count('QUALIFIED', ({ outcomes }) => outcomes.qualified),
  count('RESPONDED', ({ outcomes }) => outcomes.responded),
  count('DECLINED', ({ outcomes }) => outcomes.declined),
  count('SPAM', ({ outcomes }) => outcomes.spam),
  count('OPEN', ({ outcomes }) => outcomes.open),
];

const barLength = 10;

/** Draws the share of reviews on time as a bar with its percentage. Empty without reviews. */
function drawShare({ onTime, late }: Week) {
  if (onTime + late === 0) return '';
  const share = onTime / (onTime + late);
  const bar = '█'.repeat(Math.floor(share * barLength));
  return `${bar.padEnd(barLength, '░')} ${formatShare(share)}`;
}
