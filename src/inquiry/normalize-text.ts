import * as z from 'zod/mini';

const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const unfitForOneLine = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const unfitForLines = /[^\P{Cc}\t\n]|\p{Cs}/u;

/** Without space around it; nothing where nothing of it can be seen. */
const trim = (text: string) => (visible.test(text) ? text.trim() : '');

/** Text of one line, with a space for each tab that a table's cells leave when they are pasted. */
export const tidy = (text: string): string => trim(text.replaceAll('\t', ' '));

/** Text of several lines, with the line ends of browsers, word processors and PDF files made one. */
export const tidyLines = (text: string): string => trim(text.replaceAll(/\r\n|[\v\f]/g, '\n'));

// Not zod's maxLength: it counts code points, which the store's checks do too, and may not be stricter.
export const longest = (length: number) =>
  z.refine<string>((text) => text.length <= length, {
    // Made when it is needed: the first number that is formatted takes Node 13 ms and 8 MB.
    error: () => `Please shorten this to ${length.toLocaleString('en')} characters`,
  });

export const fitForOneLine = z.refine<string>(
  (text) => !unfitForOneLine.test(text),
  'Please keep this to one line of plain text',
);

export const fitForLines = z.refine<string>(
  (text) => !unfitForLines.test(text),
  'Please remove characters that cannot be shown',
);
