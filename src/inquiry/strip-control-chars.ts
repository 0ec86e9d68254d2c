/**
 * Text of a visitor's for one line of a terminal or a subject: without control characters, and
 * without those that reverse the direction of what follows, with which a line can lie.
 */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/\p{Bidi_Control}/gu, '');
