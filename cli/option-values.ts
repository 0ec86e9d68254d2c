import { printable } from '../inquiries/printable.ts';
import { toIso } from '../inquiries/to-iso.ts';
import type { Option } from './command.ts';

/** Options that several commands take. */
export const jsonOption = (help: string): Option => ({ type: 'boolean', help });

export const forceOption: Option = {
  type: 'boolean',
  help: 'Do it. Without this, only what would be done is printed.',
};

export const numberOption = (name: string, help: string): Option => ({
  type: 'string',
  help,
  expected: `a whole number from 1, such as "--${name} 10"`,
  accepts: (value) => /^[1-9]\d{0,8}$/.test(value),
});

export const choiceOption = (choices: readonly string[], help: string): Option => ({
  type: 'string',
  help,
  expected: `one of ${choices.join(', ')}`,
  accepts: (value) => choices.includes(value),
});

export const textOption = (help: string, maxLength: number): Option => ({
  type: 'string',
  help,
  expected: `text of 1 to ${maxLength.toLocaleString('en')} characters on one line`,
  accepts: (value) =>
    Boolean(value.trim()) && value.length <= maxLength && printable(value) === value,
});

export const dateOption = (name: string, help: string): Option => ({
  type: 'string',
  help,
  expected: `year, month and day, such as "--${name} 2026-11-01"`,
  accepts: isDate,
});

export const ageOption = (name: string, help: string): Option => ({
  type: 'string',
  help,
  expected: `a number of days, months or years, such as "--${name} 90d", "18mo" or "2y"`,
  accepts: (value) => agePattern.test(value),
});

const agePattern = /^([1-9]\d{0,3})(d|mo|y)$/;
const ageUnits: Record<string, 'days' | 'months' | 'years'> = {
  d: 'days',
  mo: 'months',
  y: 'years',
};

/** The time so long before `now`, by the calendar in UTC; ISO 8601. */
export function timeBefore(now: number, age: string): string {
  const [, count, unit = ''] = agePattern.exec(age) ?? [];
  const before = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO('UTC')
    .subtract({ [ageUnits[unit] ?? 'days']: Number(count) });
  return toIso(before.epochMilliseconds);
}

function isDate(value: string) {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  try {
    Temporal.PlainDate.from(value);
    return true;
  } catch {
    return false;
  }
}
