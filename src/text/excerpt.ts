import { toSafeLine } from './hidden-chars.ts';

/**
 * Truncates text to UTF-16 code units. Never splits a surrogate pair, which no URL could contain.
 */
export const cutText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/\p{Cs}$/u, '');

/** UTF-16 code units to read for each character of an excerpt. No emoji has more. */
const maxUnits = 16;

/**
 * Shortens text to one line of at most `length` code points. Ends it after a word, with an
 * ellipsis.
 */
export function toExcerpt(text: string, length: number): string {
  const beginning = cutText(text, length * maxUnits);
  // A code point has at most two UTF-16 code units.
  const characters = [...toSafeLine(beginning).slice(0, 2 * (length + 1))];
  if (characters.length <= length && beginning === text) return characters.join('');
  const kept = characters.slice(0, findCut(characters, length - 1));
  // Drop the joiner or tag that is left of a split emoji.
  const last = kept.findLastIndex((one) => !/[\p{Default_Ignorable_Code_Point}\s]/u.test(one));
  return `${kept.slice(0, last + 1).join('')}…`;
}

/**
 * Finds the end of the last whole word. Returns `limit` within a long word, or in a script without
 * spaces.
 */
function findCut(characters: string[], limit: number): number {
  if (characters[limit] === ' ') return limit;
  const lastSpace = characters.lastIndexOf(' ', limit);
  return lastSpace > limit / 2 ? lastSpace : limit;
}
