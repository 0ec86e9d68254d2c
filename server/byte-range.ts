/** A part of a body: its first and last byte, counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The one range that a Range header asks for of `size` bytes (RFC 9110, 14.1.2). Undefined where the
 * whole is to be sent: for several ranges at once, another unit, or what is no range.
 */
export function toByteRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header) ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  const [first, last] = from
    ? [Number(from), to ? Number(to) : Infinity]
    : [Math.max(size - Number(to), 0), Infinity];
  if (last < first) return undefined;
  const isOutside = first >= size || (!from && Number(to) === 0);
  return isOutside ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) };
}
