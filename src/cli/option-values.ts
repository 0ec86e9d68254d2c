import { InvalidArgumentError } from '@commander-js/extra-typings';
import { normalizeLine, stripControlChars } from '../inquiry/normalize-text.ts';

export const forceHelp = 'Apply the changes (default: dry run).';

export function toCount(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Expected a whole number from 1, such as 10.');
}

/** Accepts a single line of at most `maxLength` characters. */
export const toText = (maxLength: number) => (value: string) => {
  const isVisible = normalizeLine(value) !== '';
  if (isVisible && value.length <= maxLength && stripControlChars(value) === value) return value;
  const length = maxLength.toLocaleString('en');
  throw new InvalidArgumentError(`Expected text of 1 to ${length} characters on one line.`);
};
