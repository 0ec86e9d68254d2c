import { chmodSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { firm } from '../../content/firm.ts';
import { slaHours } from '../../inquiry/deadlines.ts';
import { type Persona, personas } from '../../inquiry/inquiry.ts';
import { formatDuration, formatShare, toIso } from '../../inquiry/format-time.ts';
import { type PeriodStats, readWeeklyStats } from '../../store/inquiries/weekly-stats.ts';
import { examples, type CliContext } from '../context.ts';
import { notWritten } from '../errors.ts';
import { toCount } from '../option-values.ts';
import { renderTable } from '../output/table.ts';
import { formatJson } from '../output/format.ts';
import { withStore } from '../with-store.ts';
import { type FigureRow, renderPage, type Report } from './report/page.ts';

const maxWeeks = 520;

export const report = (program: Command, context: CliContext) =>
  program
    .command('report')
    .description(
      `Show the inquiries of each week and how many were reviewed within ${slaHours.review} hours.`,
    )
    .option('--weeks <number>', `Number of weeks, at most ${maxWeeks}.`, toCount, 12)
    .option('--html <file>', 'Write a page with charts and without personal data.')
    .option('--force', 'Overwrite an existing file.')
    .option('--json', 'Print the figures as a JSON object.')
    .addHelpText(
      'after',
      examples('inquiries report --weeks 52', 'inquiries report --html q4.html'),
    )
    .action(({ html, force, json, ...options }) => {
      const file = html === undefined ? undefined : resolve(html);
      const { clock, stdout, stderr } = context;

      return withStore(context, 'readable', async (store) => {
        const period = { weeks: Math.min(options.weeks, maxWeeks), now: clock() };
        const stats = await readWeeklyStats(store, period);
        const madeAt = toIso(period.now);
        const figures = createReport(stats, madeAt);
        if (file) {
          try {
            writeFileSync(file, renderPage(figures), { flag: force ? 'w' : 'wx', mode: 0o600 });
            // An overwritten file keeps its mode.
            chmodSync(file, 0o600);
          } catch (error) {
            const fix =
              'Add --force to overwrite a file, or name another one in a writable folder.';
            throw notWritten(file, error, fix);
          }
          stderr.write('Report written. Open it in a browser to view or print it.\n');
        }
        if (json) stdout.write(formatJson({ file, madeAt, ...stats }));
        else if (file) stdout.write(`${file}\n`);
        else {
          stdout.write(renderText(figures, stdout.columns));
          stderr.write('\nWeeks start on Monday, in UTC. Excludes spam.\n');
        }
      });
    });

function renderText({ summary, weeks, personas }: Report, width: number | undefined) {
  const facts = summary.map(([label, value]) => `${label.padEnd(25)}${value}\n`);
  const texts = [weeks, personas].map(({ titles, rows }) => {
    const columns = titles.map((title, index) => ({
      title: title.toUpperCase(),
      cell: ({ cells }: FigureRow) => cells[index]?.padStart(index && title.length) ?? '',
    }));
    return renderTable(rows, columns, width);
  });
  return [facts.join(''), ...texts].join('\n');
}

const outcomes = ['onTime', 'late', 'waiting'] as const;

function createReport(stats: PeriodStats, madeAt: string): Report {
  const { weeks, received, onTimeShare } = stats;
  const maxInWeek = Math.max(...weeks.map((week) => week.received));
  const byPersona = Object.entries(personas).map(([persona, label]) => ({
    label,
    count: weeks.reduce((sum, week) => sum + week.byPersona[persona as Persona], 0),
  }));
  const maxOfPersona = Math.max(...byPersona.map(({ count }) => count));
  return {
    firm: firm.name,
    madeAt,
    period: `${weeks[0]?.week} to ${madeAt.slice(0, 10)}`,
    summary: [
      ['Received', formatCount(received)],
      [`Reviewed in ${slaHours.review} hours`, formatOptional(onTimeShare, formatShare)],
      ['Late', formatCount(stats.late)],
      ['Waiting', formatCount(stats.waiting)],
      [
        `Responded in ${slaHours.response} hours`,
        formatOptional(stats.responseOnTimeShare, formatShare),
      ],
      ['Median time to review', formatOptional(stats.medianReviewMs, formatDuration)],
      ['Median time to response', formatOptional(stats.medianResponseMs, formatDuration)],
    ],
    weeks: {
      titles: ['Week of', 'Received', 'On time', 'Late', 'Waiting'],
      rows: weeks.map((week) => ({
        cells: [
          week.week,
          ...[week.received, ...outcomes.map((outcome) => week[outcome])].map(formatCount),
        ],
        bars: outcomes.map((outcome) => ({ outcome, share: week[outcome] / (maxInWeek || 1) })),
      })),
    },
    personas: {
      titles: ['Persona', 'Received', 'Share'],
      rows: byPersona.map(({ label, count }) => ({
        cells: [
          label,
          formatCount(count),
          formatOptional(received ? count / received : undefined, formatShare),
        ],
        bars: [{ outcome: 'onTime', share: count / (maxOfPersona || 1) }],
      })),
    },
  };
}

const formatCount = (count: number) => count.toLocaleString('en');
const formatOptional = (value: number | undefined, format: (value: number) => string) =>
  value === undefined ? '–' : format(value);
