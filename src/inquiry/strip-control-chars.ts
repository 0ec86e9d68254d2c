/**
 * Makes untrusted text safe for a line of a terminal or a subject: removes control characters and
 * bidirectional overrides, which can disguise text.
 */
export const stripControlChars = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/\p{Bidi_Control}/gu, '');
