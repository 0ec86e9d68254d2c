/** A row of the table of results. */
export interface Measurement {
  name: string;
  value: number;
  /** Unit such as `B`, `ms`, `MB` or `/s`. */
  unit: string;
  /** Median ratio of our value to the baseline's in each round. */
  ratio?: number;
  /** Limits of the value or the ratio. */
  goal: { of: 'value' | 'ratio'; atLeast?: number; atMost?: number };
}

export function meetsGoal({ value, ratio = NaN, goal }: Measurement): boolean {
  const measured = goal.of === 'ratio' ? ratio : value;
  return measured >= (goal.atLeast ?? -Infinity) && measured <= (goal.atMost ?? Infinity);
}

/** Returns the median, or NaN without values. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? NaN) + (sorted[Math.floor(half)] ?? NaN)) / 2;
}

/**
 * Measures ours and a baseline in each round, so that other load affects both alike. The first round is
 * a warm-up. Resolves to the medians of both, and of their ratios.
 */
export async function compare(
  rounds: number,
  measureOurs: () => Promise<number>,
  measureBaseline: () => Promise<number>,
) {
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    ours[round] = await measureOurs();
    baseline[round] = await measureBaseline();
  }
  const ratios = ours.map((value, round) => value / (baseline[round] ?? NaN));
  return {
    value: median(ours.slice(1)),
    baseline: median(baseline.slice(1)),
    ratio: median(ratios.slice(1)),
  };
}
