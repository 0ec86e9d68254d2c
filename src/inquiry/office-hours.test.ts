import { expect, it } from 'vitest';
import { dayMs } from '../text/format-time.ts';
import { describeEndOfHolidays } from './office-hours.ts';

const holidays = ['2026-12-25', '2027-12-31', '2027-01-01'];
const text =
  'firm.holidays ends on 2027-12-31: promised times and reminders take later holidays for business days';

it.each([
  ['none, if it ends 365 days later', holidays, '2026-12-31T00:00Z', undefined],
  ['its end, if it ends sooner', holidays, '2026-12-31T00:01Z', text],
  ['its end, if it has ended', holidays, '2029-01-01T00:00Z', text],
  ['none of an empty list', [], '2026-12-31T00:01Z', undefined],
])('a list of holidays is described by %s', (_, list, time, described) => {
  expect(describeEndOfHolidays(list, Date.parse(time), 365 * dayMs)).toBe(described);
});
