import { parseArgs, styleText } from 'node:util';
import { type Measurement, meetsGoal } from './measurement.ts';
import { measureBytes } from './parts/bytes.ts';
import { measureClicks } from './parts/clicks.ts';
import { measureInquiries } from './parts/inquiries.ts';
import { measureLighthouse } from './parts/lighthouse.ts';
import { measurePages } from './parts/pages.ts';
import { measureMemory, measureStart } from './parts/process.ts';

const help = `npm run bench -- [PART...] [--rounds N]
Measures the last build on this machine and prints which budgets hold.

  bytes       documents, scripts and fonts
  pages       cached pages, beside bare Node http (Linux)
  inquiries   inquiries stored a second, beside Express with zod and SQLite
  memory      memory of the idle server (Linux)
  start       time to the first answer
  clicks      time to paint after a click, on a slow processor
  lighthouse  scores of every page, beside the same page without script

  --rounds N  how often each figure is taken (default 3)`;

const parts: Record<string, (rounds: number) => Promise<Measurement[]>> = {
  bytes: measureBytes,
  pages: measurePages,
  inquiries: measureInquiries,
  memory: measureMemory,
  start: measureStart,
  clicks: measureClicks,
  lighthouse: measureLighthouse,
};
/** They read /proc. */
const linuxParts = ['pages', 'memory'];

const { rounds, chosen: selected } = readCommandLine();
const figures: Measurement[] = [];
for (const part of selected) {
  process.stderr.write(`Measuring ${part}\n`);
  figures.push(...((await parts[part]?.(rounds)) ?? []));
}
printTable([['Measured', 'Figure', 'Ratio', 'Budget', 'Verdict'], ...figures.map(toCells)]);
process.exitCode = figures.some((figure) => meetsGoal(figure) === false) ? 1 : 0;

function readCommandLine() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { rounds: { type: 'string', default: '3' }, help: { type: 'boolean' } },
    });
    if (values.help) {
      console.log(help);
      process.exit();
    }
    const unknown = positionals.find((part) => !(part in parts));
    if (unknown) throw new Error(`Unknown part "${unknown}".`);
    if (!/^[1-9]\d*$/.test(values.rounds))
      throw new Error('--rounds takes a number of at least 1.');
    const names = Object.keys(parts).filter(
      (part) => process.platform === 'linux' || !linuxParts.includes(part),
    );
    return { rounds: Number(values.rounds), chosen: positionals.length ? positionals : names };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return process.exit(2);
  }
}

function toCells(figure: Measurement) {
  const { name: what, value, unit, ratio, goal } = figure;
  const held = meetsGoal(figure);
  const limit = goal && formatNumber(goal.atLeast ?? goal.atMost ?? NaN);
  return [
    what,
    `${formatNumber(value)} ${unit}`,
    ratio === undefined ? '' : formatNumber(ratio),
    goal
      ? `${goal.of === 'ratio' ? 'ratio ' : ''}${goal.atMost === undefined ? '≥' : '≤'} ${limit}`
      : '',
    held === undefined ? '' : held ? styleText('green', 'held') : styleText('red', 'NOT HELD'),
  ];
}

function printTable(rows: string[][]) {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  for (const row of rows) {
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

function formatNumber(value: number) {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });
}
