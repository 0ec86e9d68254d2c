/** The same numbers from 0 to 1 at every run, for the same seed (Mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of them; those with a greater weight more often. All weigh the same unless told. */
export function pick<Item>(items: readonly Item[], random: () => number, weights?: number[]): Item {
  const weightOf = (index: number) => weights?.[index] ?? 1;
  let left = random() * items.reduce((sum, _, index) => sum + weightOf(index), 0);
  const index = items.findIndex((_, candidate) => (left -= weightOf(candidate)) < 0);
  return items[Math.max(index, 0)] as Item;
}
