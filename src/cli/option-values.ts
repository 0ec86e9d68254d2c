import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Settings } from '../config/settings.ts';
import { normalizeLine, stripControlChars } from '../inquiry/normalize-text.ts';
import { getDestinations } from '../notifications/destinations.ts';
import { maxUpdateLengths } from '../store/inquiries/update-status.ts';
import type { Destination } from '../store/tables.ts';

/** Rows of a table without `--limit`. */
export const defaultRows = 50;
export const limitHelp = `Maximum rows (default ${defaultRows}; no limit with --json).`;
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

/** Options of the commands that change an inquiry. */
export const changeOptions = {
  note: ['--note <text>', 'Note for the history.', toText(maxUpdateLengths.note)],
  by: ['--by <name>', 'Author for the history.', toText(maxUpdateLengths.by)],
  quiet: ['--quiet', 'Send no e-mail about it to the team.'],
} as const;

/** Returns the destinations of a change; with `--quiet`, without those that reach the team. */
export const getNotified = (settings: Settings, isQuiet = false): Destination[] =>
  getDestinations(settings).filter(({ reaches }) => !isQuiet || reaches !== 'team');
