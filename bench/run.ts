import { parseArgs, styleText } from 'node:util';
import { type Measurement, meetsGoal } from './measurement.ts';
import { measureBytes } from './parts/bytes.ts';
import { measureClicks } from './parts/clicks.ts';
import { measureInquiries } from './parts/inquiries.ts';
import { measureLighthouse } from './parts/lighthouse.ts';
import { measurePages } from './parts/pages.ts';
import { measureMemory, measureStart } from './parts/process.ts';
import { measureTaps } from './parts/taps.ts';

const help = `npm run bench -- [PART...] [--rounds N]
Measures the last build on this machine and checks the budgets.

  bytes       documents, scripts and fonts
  pages       cached pages vs. bare Node http (Linux)
  inquiries   inquiries stored per second vs. Express with zod and SQLite
  memory      memory of the server, idle and in a burst of e-mails (Linux)
  start       time to first response
  clicks      click to paint with CPU throttling
  taps        first tap of a visit and tasks of hydration, with CPU throttling
  lighthouse  scores of every page vs. the page without script

  --rounds N  number of rounds (default 3)`;

const parts: Record<string, (rounds: number) => Promise<Measurement[]>> = {
  bytes: measureBytes,
  pages: measurePages,
  inquiries: measureInquiries,
  memory: measureMemory,
  start: measureStart,
  clicks: measureClicks,
  taps: measureTaps,
  lighthouse: measureLighthouse,
};
/** Parts that read /proc. */
const linuxParts = ['pages', 'memory'];

const { rounds, selected } = readCommandLine();
const measurements: Measurement[] = [];
for (const part of selected) {
  process.stderr.write(`Measuring ${part}\n`);
  measurements.push(...((await parts[part]?.(rounds)) ?? []));
}
printTable([['Measurement', 'Value', 'Ratio', 'Budget', 'Result'], ...measurements.map(toCells)]);
process.exitCode = measurements.some((measurement) => meetsGoal(measurement) === false) ? 1 : 0;

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
      throw new Error('--rounds must be a whole number from 1.');
    const names = Object.keys(parts).filter(
      (part) => process.platform === 'linux' || !linuxParts.includes(part),
    );
    return { rounds: Number(values.rounds), selected: positionals.length ? positionals : names };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return process.exit(2);
  }
}

function toCells(measurement: Measurement) {
  const { name, value, unit, ratio, goal } = measurement;
  const passed = meetsGoal(measurement);
  const limit = goal && formatNumber(goal.atLeast ?? goal.atMost ?? NaN);
  return [
    name,
    `${formatNumber(value)} ${unit}`,
    ratio === undefined ? '' : formatNumber(ratio),
    goal
      ? `${goal.of === 'ratio' ? 'ratio ' : ''}${goal.atMost === undefined ? '≥' : '≤'} ${limit}`
      : '',
    passed === undefined ? '' : passed ? styleText('green', 'pass') : styleText('red', 'FAIL'),
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
