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

/** Joiners are needed inside emoji, and after letters of some scripts. */
const hidden =
  /[\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u2064\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]])[\u200c\u200d]/gv;

/** Shows characters that have no width or reorder text, which can disguise it, as [U+202E]. */
export const showHiddenChars = (text: string): string =>
  text.replace(hidden, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `[U+${code.padStart(4, '0')}]`;
  });

/** Makes untrusted text safe for a line of a terminal or a subject. */
export const stripControlChars = (text: string): string =>
  showHiddenChars(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));

/**
 * Text of up to so many times a limit is normalized, which may shorten it to the limit: browsers send two
 * characters for a line break, and a mailbox has a name.
 */
const maxRawRatio = 4;

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
