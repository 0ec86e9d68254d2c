import * as z from 'zod/mini';

const visibleCharacter = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Trims text, without what PDF files and word processors leave in a copy: two such characters stand for a
 * hyphen. Text without any visible character becomes empty.
 */
function clean(text: string) {
  const hyphenated = text.replaceAll('\u0002', '-').replaceAll('\u001e', '-');
  const printable = hyphenated.replace(/[^\P{Cc}\t\n\v\f\r]/gu, '');
  return visibleCharacter.test(printable) ? printable.trim() : '';
}

/** Trims a line and replaces tabs, which pasted table cells contain, with spaces. */
export const normalizeLine = (text: string): string => clean(text.replaceAll(/[\t\u0085]/g, ' '));

/** Trims text and normalizes the line ends of browsers, word processors and PDF files. */
const normalizeLines = (text: string): string =>
  clean(text.replaceAll(/\r\n?|[\v\f\u0085]/g, '\n'));

/**
 * Inserts a grapheme joiner after each 30 combining marks in a row, as in the Stream-Safe Text Format of
 * UAX #15: normalization sorts them in quadratic time. U+FF9E and U+FF9F turn into marks.
 */
export const toStreamSafe = (text: string): string =>
  text.replace(/[\p{M}\uff9e\uff9f]{30}/gu, '$&\u034f');

/** Applies NFKC, and removes what is invisible. */
const normalizeWidth = (text: string) =>
  toStreamSafe(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
    .normalize('NFKC')
    .replaceAll('\u034f', '');

/**
 * Takes the address from a pasted link, mailbox, list or sentence, such as `Ada <ada@x.example>`. NFKC
 * and `。` are for East Asian keyboards, which type full-width characters.
 */
export const normalizeEmail = (text: string): string =>
  normalizeLine(normalizeWidth(text))
    .replaceAll('。', '.')
    .replace(/[.,;]$/, '')
    .replace(/^[^<]*<([^<>]*)>$/, '$1')
    .replace(/^[([]([^()[\]]*)[)\]]$/, '$1')
    .replace(/^mailto:([^?]*).*/i, '$1');

/** A character that no font draws, or that reorders text. */
const hidden = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/v;

/** An emoji and its variation selector or joiner, or a keycap (UTS #51). */
const inEmoji =
  /\p{Extended_Pictographic}\p{Emoji_Modifier}?(?:[\ufe0e\ufe0f]|[\ufe0e\ufe0f]?\u200d(?=\p{Extended_Pictographic}))|[#*\d]\ufe0f(?=\u20e3)/v;

/** A letter or mark and its joiner, in scripts such as those of Arabic and Hindi. */
const inScript =
  /[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Han}\p{scx=Hangul}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Common}\p{scx=Inherited}\p{Default_Ignorable_Code_Point}]][\u200c\u200d]/v;

/** A Mongolian letter or an ideograph, and its variation selector. */
const inVariant =
  /[\p{L}&&\p{Script=Mongolian}][\u180b-\u180f]|\p{Unified_Ideograph}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/v;

/** A flag of tags, such as that of England, or a run of hidden characters that belongs to none of these. */
const flagOrHidden = /* @__PURE__ */ new RegExp(
  `\\p{RGI_Emoji_Tag_Sequence}|${hidden.source}(?<!${inEmoji.source}|${inScript.source}|${inVariant.source})${hidden.source}*`,
  'gv',
);

const toCode = (character: string) => {
  const code = character.codePointAt(0)?.toString(16).toUpperCase() ?? '';
  return `U+${code.padStart(4, '0')}`;
};

function showCodes(run: string) {
  if (run.startsWith('🏴')) return run;
  const [first = '', ...others] = run;
  if (others.length < 4) return [first, ...others].map((one) => `[${toCode(one)}]`).join('');
  return `[${toCode(first)} and ${others.length.toLocaleString('en')} more hidden characters]`;
}

/** A combining mark that draws something. */
const mark = /[\p{M}--\p{Default_Ignorable_Code_Point}]/v;

/** More marks in a row than any language has (UAX #15). They would cover the lines around them. */
const manyMarks = /* @__PURE__ */ new RegExp(
  `${mark.source}(?<!${mark.source}{2})${mark.source}{29}(${mark.source}+)`,
  'gv',
);

function countMarks(run: string, others: string) {
  const count = [...others].length.toLocaleString('en');
  return `${run.slice(0, -others.length)}[${count} more combining marks]`;
}

/**
 * Shows characters that no font draws or that reorder text, which can disguise it, as [U+202E]. Keeps
 * those that emoji and scripts need. Shortens long runs of these characters and of combining marks.
 */
export const showHiddenChars = (text: string): string =>
  text.replace(flagOrHidden, showCodes).replace(manyMarks, countMarks);

/** Makes untrusted text safe for a line of a terminal or a subject. */
export const stripControlChars = (text: string): string =>
  showHiddenChars(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));

/**
 * Text of up to so many times a limit is normalized, which may shorten it to the limit: browsers send two
 * characters for a line break, and a mailbox has a name.
 */
export const maxRawRatio = 4;

/** Normalizes text unless it is too long for its limit in UTF-16 code units anyway. */
const normalizeUpTo =
  (length: number, normalize: (text: string) => string) =>
  (raw: string): string => {
    const text = raw.trim();
    if (text.length <= length * maxRawRatio) return normalize(text);
    return visibleCharacter.test(text) ? text : '';
  };

// zod's maxLength counts code points, as the store's checks do; this limit must not be looser.
const maxLength = (length: number) =>
  z.refine<string>((text) => text.length <= length, {
    abort: true,
    // Lazy: the first formatted number costs Node 13 ms and 8 MB.
    error: ({ input }) =>
      `Please shorten this from ${String(input).length.toLocaleString('en')} to ${length.toLocaleString('en')} characters`,
  });

const singleLine = z.refine<string>(
  (text) => !/[\n\v\f\r\p{Cs}\u2028\u2029]/u.test(text),
  'Please keep this to one line of plain text',
);

const visible = z.refine<string>(
  (text) => !/\p{Cs}/u.test(text),
  'Please remove characters that cannot be shown',
);

/** Creates the schema of a line of text of at most `length` UTF-16 code units. */
export const lineOf = (length: number, typeError?: string, normalize = normalizeLine) =>
  z
    .string(typeError)
    .check(z.overwrite(normalizeUpTo(length, normalize)), maxLength(length), singleLine);

/** Creates the schema of text of at most `length` UTF-16 code units, and at least `minLength` code points. */
export const linesOf = (length: number, minLength = 0, error?: string) =>
  z
    .string(error)
    .check(
      z.overwrite(normalizeUpTo(length, normalizeLines)),
      z.minLength(minLength, error),
      maxLength(length),
      visible,
    );
