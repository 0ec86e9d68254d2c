import * as z from 'zod/mini';
import { formatNumber } from './format-number.ts';
import type { LocaleOptions } from './locale-options.ts';

const visibleCharacter = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A control character other than a tab or a line end. */
const controlCharacter = /[^\P{Cc}\t\n\v\f\r]/gu;

/** Trims text and removes control characters. Text without a visible character becomes empty. */
function clean(text: string) {
  // Text copied from PDF files and word processors has these control characters in place of
  // hyphens.
  const hyphenated = text.replaceAll('\u0002', '-').replaceAll('\u001e', '-');
  const printable = hyphenated.replace(controlCharacter, '');
  return visibleCharacter.test(printable) ? printable.trim() : '';
}

/** Separator in pasted table cells: tab or next line. */
const tab = /[\t\u0085]/g;

/** A line end, as browsers, word processors and PDF files write it. */
const lineEnd = /\r\n?|[\v\f\u0085]/g;

/** Trims a line and replaces tabs with spaces. */
export const normalizeLine = (text: string): string => clean(text.replace(tab, ' '));

/** Trims text and normalizes its line ends. */
const normalizeLines = (text: string): string => clean(text.replace(lineEnd, '\n'));

/**
 * Inserts a grapheme joiner after each 30 combining marks in a row (Stream-Safe Text Format, UAX
 * #15): normalization sorts marks in quadratic time. Includes U+FF9E and U+FF9F, which NFKC turns
 * into marks.
 */
export const toStreamSafe = (text: string): string =>
  text.replace(/[\p{M}\uff9e\uff9f]{30}/gu, '$&\u034f');

/** Removes invisible characters and applies NFKC. */
function normalizeWidth(text: string): string {
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const streamSafe = toStreamSafe(visible);
  return streamSafe.normalize('NFKC').replaceAll('\u034f', '');
}

const typographicApostrophe = /[‘’]/g;
const endOfSentence = /[.,;]$/;
/** `Ada <ada@x.example>`. */
const addressInMailbox = /^[^<]*<([^<>]*)>$/;
/** `(ada@x.example)` or `[ada@x.example]`. */
const addressInBrackets = /^[([]([^()[\]]*)[)\]]$/;
/** `mailto:ada@x.example?subject=Hello`. */
const addressInLink = /^mailto:([^?]*)(?:\?.*)?$/i;

/** Extracts the address from a pasted link, mailbox, list or sentence. */
export function normalizeEmail(text: string): string {
  const address = normalizeAddress(text)
    .replace(endOfSentence, '')
    .replace(addressInMailbox, '$1')
    .replace(addressInBrackets, '$1');
  const [, encoded] = addressInLink.exec(address) ?? [];
  // Normalize again, because the encoding may hide such characters.
  return encoded === undefined ? address : normalizeAddress(decodePercent(encoded));
}

/** Normalizes an address. East Asian keyboards type full-width characters and `。`. */
const normalizeAddress = (text: string): string =>
  normalizeLine(normalizeWidth(text)).replaceAll('。', '.').replaceAll(typographicApostrophe, "'");

/** Decodes the address of a link (RFC 6068). Returns a malformed encoding unchanged. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Maximum ratio of raw text to its limit. Normalization may shorten text to the limit: browsers
 * send two characters for a line break, and a mailbox has a name.
 */
export const maxRawRatio = 4;

/** Normalizes text, unless it is too long in any case. `maxLength`: limit in UTF-16 code units. */
function normalizeShort(raw: string, maxLength: number, normalize: (text: string) => string) {
  const text = raw.trim();
  if (text.length <= maxLength * maxRawRatio) return normalize(text);
  return visibleCharacter.test(text) ? text : '';
}

/** Problem of a text. */
type TextProblem =
  { problem: 'tooLong'; maxLength: number } | { problem: 'severalLines' | 'unprintable' };

/** Messages for the problems that these schemas find. */
export interface TextErrors {
  /** `length`, `maxLength`: formatted numbers of UTF-16 code units. */
  tooLong: (length: string, maxLength: string) => string;
  severalLines: string;
  unprintable: string;
}

/** Creates zod's error map, which returns the messages of these schemas in a language. */
export const createErrorMap =
  (
    { tooLong, severalLines, unprintable }: TextErrors,
    localeOptions: Pick<LocaleOptions, 'locale'>,
  ) =>
  ({ code, params, input }: z.core.$ZodRawIssue): string | undefined => {
    if (code !== 'custom') return undefined;
    switch (params?.['problem']) {
      case 'tooLong': {
        const maxLength: number = params['maxLength'];
        // Format only if needed: the first formatted number costs Node 13 ms and 8 MB.
        const format = (count: number) => formatNumber(localeOptions, count);
        return tooLong(format(String(input).length), format(maxLength));
      }
      case 'severalLines':
        return severalLines;
      case 'unprintable':
        return unprintable;
    }
    return undefined;
  };

function refineText(isValid: (text: string) => boolean, params: TextProblem, abort = false) {
  return z.refine<string>(isValid, { params, abort });
}

// Counts UTF-16 code units like `maxlength` of an input. zod's maxLength counts code points.
const maxLength = (length: number) =>
  refineText((text) => text.length <= length, { problem: 'tooLong', maxLength: length }, true);

const singleLine = refineText((text) => !/[\n\v\f\r\u2028\u2029]/u.test(text), {
  problem: 'severalLines',
});

const visible = refineText((text) => !/\p{Cs}/u.test(text), { problem: 'unprintable' });

/**
 * Creates the base schema. It has a message only for the type: a general message would hide those
 * of `createErrorMap`.
 */
const stringSchema = (typeError: string | undefined) =>
  z.string({ error: ({ code }) => (code === 'invalid_type' ? typeError : undefined) });

/** Creates the schema of a single line of at most `length` UTF-16 code units. */
export const lineSchema = (length: number, typeError?: string, normalize = normalizeLine) =>
  stringSchema(typeError).check(
    z.overwrite((text) => normalizeShort(text, length, normalize)),
    maxLength(length),
    singleLine,
    visible,
  );

/**
 * Creates the schema of text of at most `length` UTF-16 code units and at least `minLength` code
 * points.
 */
export const textSchema = (length: number, minLength = 0, error?: string) =>
  stringSchema(error).check(
    z.overwrite((text) => normalizeShort(text, length, normalizeLines)),
    z.minLength(minLength, error),
    maxLength(length),
    visible,
  );
