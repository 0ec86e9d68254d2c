import { parseArgs } from 'node:util';
import { type Measurement, meetsGoal } from './measurement.ts';
import { measureBytes } from './parts/bytes.ts';
import { measureDearest } from './parts/dearest.ts';
import { measureGrowth } from './parts/growth.ts';
import { measureLighthouse } from './parts/lighthouse.ts';
import { measureMemory, measureStart } from './parts/process.ts';
import { measureTaps } from './parts/taps.ts';
import { measureInquiries, measurePages } from './parts/throughput.ts';

const parts: Record<string, (rounds: number) => Promise<Measurement[]>> = {
  bytes: measureBytes,
  dearest: measureDearest,
  growth: measureGrowth,
  pages: measurePages,
  inquiries: measureInquiries,
  memory: measureMemory,
  start: measureStart,
  taps: measureTaps,
  lighthouse: measureLighthouse,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, help: { type: 'boolean' } },
});
const rounds = Number(values.rounds);
if (values.help || !(rounds >= 1) || positionals.some((part) => !(part in parts))) {
  console.error('Usage: npm run bench -- [PART...] [--rounds N]');
  console.error(`Measures the last build. Parts: ${Object.keys(parts).join(', ')}`);
  process.exit(values.help ? 0 : 2);
}

const measurements: Measurement[] = [];
for (const part of positionals.length ? positionals : Object.keys(parts)) {
  process.stderr.write(`Measuring ${part}\n`);
  measurements.push(...((await parts[part]?.(rounds)) ?? []));
}
console.table(Object.fromEntries(measurements.map((each) => [each.name, toCells(each)])));
process.exitCode = measurements.some((measurement) => meetsGoal(measurement) === false) ? 1 : 0;

function toCells(measurement: Measurement) {
  const { value, unit, ratio, goal } = measurement;
  const { of, atLeast, atMost } = goal;
  const limit = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  return {
    Value: `${formatNumber(value)} ${unit}`,
    Ratio: ratio === undefined ? '' : formatNumber(ratio),
    Budget: of === 'ratio' ? `ratio ${limit}` : limit,
    Result: meetsGoal(measurement) ? 'pass' : 'FAIL',
  };
}

function formatNumber(value: number) {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });
}
