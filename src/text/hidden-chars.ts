/** A character that no font draws, or that reorders text. */
const hiddenCharacter = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/v;

/** A flag that consists of tags, such as that of England. */
const flagOfTags = /\p{RGI_Emoji_Tag_Sequence}/v;

/** An emoji with its joiner to the next one, its variation selector, or both (UTS #51). */
const emoji =
  /\p{Extended_Pictographic}\p{Emoji_Modifier}?(?:[\ufe0e\ufe0f]?\u200d(?=\p{Extended_Pictographic})|[\ufe0e\ufe0f])/v;

/** The first two characters of a keycap. */
const keycap = /[#*\d]\ufe0f(?=\u20e3)/v;

/** A letter or mark with its joiner, in scripts such as Arabic and Devanagari. */
const joinedLetter =
  /[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Han}\p{scx=Hangul}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Common}\p{scx=Inherited}\p{Default_Ignorable_Code_Point}]][\u200c\u200d]/v;

/** A Mongolian letter with its variation selector. */
const mongolianVariant = /[\p{L}&&\p{Script=Mongolian}][\u180b-\u180f]/v;

/** An ideograph with its variation selector. */
const ideographVariant = /\p{Unified_Ideograph}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/v;

/**
 * Matches each sequence that needs its hidden characters. The group matches a run of other hidden
 * characters.
 */
const neededOrHidden = new RegExp(
  [
    flagOfTags.source,
    emoji.source,
    keycap.source,
    joinedLetter.source,
    mongolianVariant.source,
    ideographVariant.source,
    `(${hiddenCharacter.source}+)`,
  ].join('|'),
  'gv',
);

/** A run of visible combining marks. */
const drawnMarks = /[\p{M}--\p{Default_Ignorable_Code_Point}]+/gv;

/**
 * Maximum marks in a row; no language has more (UAX #15). More would cover the lines around them.
 */
const maxMarks = 30;

/**
 * Shows characters that no font draws or that reorder text as [U+202E], because they can disguise
 * text. Keeps those that emoji and scripts need. Shortens long runs of them and of combining marks.
 */
export function showHiddenChars(text: string): string {
  // Skip texts without such characters, which are most: six times as fast.
  if (!mayHide.test(text)) return text;
  return showHiddenRuns(text).replace(drawnMarks, shortenMarks);
}

/**
 * Superset of hidden characters and marks: the soft hyphen, and all characters from the first
 * combining mark on. Excludes dashes, quotation marks and ellipsis, from U+2010 to U+2027.
 */
const mayHide = /[\u0300-\u200f\u2028-\uffff]|\u00ad/;

/** Makes untrusted text safe for a line of a terminal or a subject. Line breaks become spaces. */
export const toSafeLine = (text: string): string =>
  showHiddenChars(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));

/** Tells if a text has neither line breaks nor hidden characters. */
export const isSafeLine = (text: string): boolean => toSafeLine(text) === text;

function showHiddenRuns(text: string): string {
  if (!hiddenCharacter.test(text)) return text;
  return text.replace(neededOrHidden, (found, run?: string) =>
    run === undefined ? found : showCodes(run),
  );
}

function showCodes(run: string): string {
  const [first = '', ...others] = run;
  if (others.length < 4) return [first, ...others].map((one) => `[${toCode(one)}]`).join('');
  return `[${toCode(first)} and ${others.length.toLocaleString('en')} more hidden characters]`;
}

function toCode(character: string): string {
  const code = character.codePointAt(0)?.toString(16).toUpperCase() ?? '';
  return `U+${code.padStart(4, '0')}`;
}

function shortenMarks(run: string): string {
  const marks = [...run];
  if (marks.length <= maxMarks) return run;
  const count = (marks.length - maxMarks).toLocaleString('en');
  return `${marks.slice(0, maxMarks).join('')}[${count} more combining marks]`;
}
