/**
 * Tells if two spellings are the same name. Case and Unicode composition do not matter: `ada hale`
 * and a decomposed `ë` mean the same person.
 */
export const isSameName = (one: string, other: string): boolean => toKey(one) === toKey(other);

const toKey = (name: string) => name.normalize('NFC').toLowerCase();

/** Returns the known spelling of a typed name; the typed one if it is unknown. */
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
