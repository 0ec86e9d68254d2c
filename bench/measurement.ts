/** A row of the table of results. */
export interface Measurement {
  name: string;
  value: number;
  /** Unit such as `B`, `ms`, `MB` or `/s`. */
  unit: string;
  /** Median ratio of our value to the baseline's in interleaved rounds. */
  ratio?: number;
  /** Unset for values without a budget. */
  goal?: Goal;
}

interface Goal {
  of: 'value' | 'ratio';
  atLeast?: number;
  atMost?: number;
}

export const meetsGoal = ({ value, ratio, goal }: Measurement): boolean | undefined => {
  if (!goal) return undefined;
  const measured = goal.of === 'ratio' ? (ratio ?? NaN) : value;
  return measured >= (goal.atLeast ?? -Infinity) && measured <= (goal.atMost ?? Infinity);
};

/** Returns the median, or NaN without values. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? NaN) + (sorted[Math.floor(half)] ?? NaN)) / 2;
}

/** Returns the median of the ratios of each round. */
export const medianRatio = (ours: number[], theirs: number[]): number =>
  median(ours.map((value, round) => value / (theirs[round] ?? NaN)));

/**
 * Runs both measurements in each round, so that other load affects both alike. The first round is a
 * warm-up.
 */
export async function interleave<Result>(
  rounds: number,
  measureOurs: () => Promise<Result>,
  measureTheirs: () => Promise<Result>,
): Promise<{ ours: Result[]; theirs: Result[] }> {
  const ours: Result[] = [];
  const theirs: Result[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    ours.push(await measureOurs());
    theirs.push(await measureTheirs());
  }
  return { ours: ours.slice(1), theirs: theirs.slice(1) };
}
