/** Tells if two spellings are the same name: typing `ada hale` or a decomposed `ë` makes no other person. */
export const isSameName = (one: string, other: string): boolean => toKey(one) === toKey(other);

const toKey = (name: string) => name.normalize('NFC').toLowerCase();

/** Returns the first spelling among `known` of a typed name, or what was typed. */
export const spellAsKnown = (typed: string, known: readonly string[]): string =>
  known.find((name) => isSameName(name, typed)) ?? typed;

/** Keeps the first spelling of each name. */
export function uniqueNames(names: readonly string[]): string[] {
  const spellings = new Map<string, string>();
  for (const name of names) {
    const key = toKey(name);
    if (!spellings.has(key)) spellings.set(key, name);
  }
  return [...spellings.values()];
}
