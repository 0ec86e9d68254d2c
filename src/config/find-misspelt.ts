export interface MisspeltName {
  name: string;
  /** Setting that the name resembles most. */
  meant: string;
}

/** Finds names that are no settings, but differ from one by a letter or two. */
export function findMisspelt(names: string[], settingNames: readonly string[]): MisspeltName[] {
  const misspelt: MisspeltName[] = [];
  for (const name of names) {
    if (settingNames.includes(name)) continue;
    const upper = name.toUpperCase();
    const distances = settingNames
      .map((meant) => ({ meant, distance: countEdits(upper, meant) }))
      .filter(({ meant, distance }) => distance <= Math.min(2, meant.length / 4))
      .sort((a, b) => a.distance - b.distance);
    const [nearest] = distances;
    if (nearest) misspelt.push({ name, meant: nearest.meant });
  }
  return misspelt;
}

/** Counts the letters to add, remove or replace (Levenshtein distance). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
