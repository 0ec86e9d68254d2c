/** A line of the table: what was measured, beside its budget. */
export interface Measurement {
  name: string;
  value: number;
  /** `B`, `ms`, `MB`, `/s` and the like. */
  unit: string;
  /** Our figure divided by the yardstick's, the median of rounds that took turns. */
  ratio?: number;
  /** Without a goal the figure is context. */
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

/** The middle one of `values`, or the mean of the middle two. NaN if there are none. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? NaN) + (sorted[Math.floor(half)] ?? NaN)) / 2;
}

/** The median of each round's ratio, since rounds that follow each other are the most alike. */
export const medianRatio = (ours: number[], theirs: number[]): number =>
  median(ours.map((figure, round) => figure / (theirs[round] ?? NaN)));

/**
 * Runs both measurements in each round, so that other work on the machine affects them alike. The
 * first round warms up and is not counted.
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
