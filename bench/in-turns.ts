import { median } from './median.ts';

/**
 * Measures each of these in turn, so many times, and resolves to the results of each by its name:
 * what else the machine does then hits all of them alike. The first round warms up and is left
 * out, as is what is undefined.
 */
export async function inTurns<Name extends string, Result = number>(
  rounds: number,
  measures: Record<Name, (() => Promise<Result>) | undefined>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(measures) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Result[]
  >;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const result = await measures[name]?.();
      if (round > 0 && result !== undefined) results[name].push(result);
    }
  }
  return results;
}

/** The median of each round's ratio, since rounds that follow each other are the most alike. */
export const medianRatio = (ours: number[], theirs: number[]): number =>
  median(ours.map((figure, round) => figure / (theirs[round] ?? NaN)));
