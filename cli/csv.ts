/**
 * One line of CSV by RFC 4180. The text of strangers may be in it: what a spreadsheet would take
 * for a formula gets an apostrophe in front, by which it is text.
 */
export const toCsvLine = (cells: (string | boolean | undefined)[]): string =>
  `${cells.map((cell) => toCell(String(cell ?? ''))).join(',')}\r\n`;

function toCell(text: string) {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
