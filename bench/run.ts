import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { renderTable } from '../cli/table.ts';
import { type Figure, isHeld, type PartResult } from './figure.ts';
import { measureBytes } from './parts/bytes.ts';
import { measureGrowth } from './parts/growth.ts';
import { measureHtml } from './parts/html.ts';
import { measureInquiries } from './parts/inquiries.ts';
import { measureInteraction } from './parts/interaction.ts';
import { measureLighthouse } from './parts/lighthouse.ts';
import { measureMemory, measureStart } from './parts/process.ts';

const help = `npm run bench -- [PART...] [--rounds N] [--rows N] [--reference FOLDER] [--json FILE]
Measures the last build beside yardsticks, on this machine and in turns, and says which goals hold.

  bytes        what a visit weighs
  html         home pages a second, beside bare Node http and nginx
  inquiries    inquiries stored a second, beside Express with zod and SQLite
  memory       what the idle server holds
  start        from its start to the first page
  growth       what changes with many inquiries in the store
  lighthouse   its scores and paints of every page, beside static pages of the same design
  interaction  clicks on a slow processor, and around the takeover

  --rounds N          how often each figure is taken, 5 times unless told
  --rows N            inquiries for growth, 1,000,000 unless told
  --reference FOLDER  the static pages, without which Lighthouse's paints stand alone
  --json FILE         where the figures go, ./bench-results.json unless told

By itself: npx node bench/observatory.ts FOLDER.`;

const { rounds, rows, reference, file, parts } = readCommandLine();
const measures: Record<string, () => Promise<PartResult>> = {
  bytes: measureBytes,
  html: () => measureHtml(rounds),
  inquiries: () => measureInquiries(rounds),
  memory: measureMemory,
  start: () => measureStart(rounds),
  growth: () => measureGrowth(rounds, rows),
  lighthouse: () => measureLighthouse(rounds, reference),
  interaction: () => measureInteraction(rounds),
};
const names = Object.keys(measures);
for (const part of parts) {
  if (names.includes(part)) continue;
  stop(`Unknown part "${part}". Use ${names.join(', ')}.`);
}

const results: Record<string, PartResult> = {};
for (const [part, measure] of Object.entries(measures)) {
  if (parts.length && !parts.includes(part)) continue;
  process.stderr.write(`Measuring ${part}\n`);
  results[part] = await measure();
}
const figures = Object.values(results).flatMap((result) => result.figures);
process.stdout.write(toTable(figures));
for (const note of Object.values(results).flatMap(({ notes }) => notes ?? [])) console.log(note);
writeFileSync(
  file,
  `${JSON.stringify({ at: new Date(), node: process.version, results }, null, 2)}\n`,
);
console.log(`The figures are in ${file}.`);
process.exitCode = figures.some((figure) => isHeld(figure) === false) ? 1 : 0;

function readCommandLine() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '5' },
        rows: { type: 'string', default: '1000000' },
        reference: { type: 'string' },
        json: { type: 'string', default: 'bench-results.json' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit();
    }
    const [rounds, rows] = [toCount('rounds', values.rounds), toCount('rows', values.rows)];
    const { json: file, reference } = values;
    const needed = ['styles.css', 'photo.png'];
    const missing = reference && needed.find((name) => !existsSync(path.join(reference, name)));
    if (missing)
      stop(`--reference takes a folder of static pages: ${reference} has no ${missing}.`);
    return { rounds, rows, reference, file, parts: positionals };
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}

function toCount(option: string, text: string) {
  if (!/^[1-9]\d*$/.test(text)) stop(`--${option} takes a number, such as --${option} 5.`);
  return Number(text);
}

function stop(reason: string): never {
  console.error(`${reason}\n\n${help}`);
  process.exit(2);
}

function toTable(figures: Figure[]) {
  const width = 160;
  return renderTable(
    [
      { title: 'Measured', cells: figures.map(({ what }) => what), canCut: true },
      { title: 'Figure', cells: figures.map(({ value, unit }) => `${rounded(value)} ${unit}`) },
      { title: 'Ratio', cells: figures.map(({ ratio }) => (ratio ? rounded(ratio) : '')) },
      { title: 'Goal', cells: figures.map(describeGoal) },
      { title: 'Held', cells: figures.map(describeOutcome) },
    ],
    width,
  );
}

function describeGoal({ goal, unit }: Figure) {
  if (!goal) return '';
  const limit = goal.atLeast ?? goal.atMost ?? NaN;
  const bound = `${goal.atLeast === undefined ? 'at most' : 'at least'} ${rounded(limit)}`;
  return goal.of === 'ratio' ? `ratio ${bound}` : `${bound} ${unit}`;
}

function describeOutcome(figure: Figure) {
  const held = isHeld(figure);
  return held === undefined ? '' : held ? 'yes' : 'NO';
}

function rounded(value: number) {
  if (value < 0.1) return value.toLocaleString('en', { maximumSignificantDigits: 2 });
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
}
