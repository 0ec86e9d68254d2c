import * as z from 'zod/mini';

const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const unfitForOneLine = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const unfitForLines = /[^\P{Cc}\t\n]|\p{Cs}/u;

/** Without space around it; nothing where nothing of it can be seen. */
export const tidy = (text: string): string => (visible.test(text) ? text.trim() : '');

/** The same for text of several lines, which browsers send with another line end. */
export const tidyLines = (text: string): string => tidy(text.replaceAll('\r\n', '\n'));

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
