import type { Measurement } from './measurement.ts';

/** Measures the last build, and exits with 1 if a budget is exceeded. */
const parts = ['bytes', 'dearest', 'growth', 'memory', 'taps', 'taps-since-2.0', 'throughput'];
const chosen = process.argv.slice(2);
if (chosen.some((part) => !parts.includes(part))) {
  console.error(`Usage: npm run bench -- [PART...]\nParts: ${parts.join(', ')}`);
  process.exit(2);
}

const round = (value?: number) => value && Number(value.toPrecision(value < 1000 ? 3 : 6));
const rows: object[] = [];
for (const part of chosen.length ? chosen : parts) {
  console.error(`Measuring ${part}`);
  const { measurements } = await import(`./parts/${part}.ts`);
  for (const measurement of measurements as Measurement[]) {
    const { name, value, unit, ratio, atLeast = -Infinity, atMost = Infinity } = measurement;
    const judged = ratio ?? value;
    const limit = atMost < Infinity ? `≤ ${atMost}` : `≥ ${atLeast}`;
    const result = judged >= atLeast && judged <= atMost ? 'pass' : 'FAIL';
    if (result === 'FAIL') process.exitCode = 1;
    rows.push({ name, value: round(value), unit, ratio: round(ratio) ?? '', limit, result });
  }
}
console.table(rows);
