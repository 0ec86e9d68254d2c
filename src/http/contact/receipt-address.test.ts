import { expect, it } from 'vitest';
import { parseReceiptAddress } from './receipt-address.ts';

it.each([
  ['2026-11-21T12:00Z', '2026-11-21T12:00:00Z', 'at its time'],
  ['2026-11-21T12:00Z', '2026-11-21T13:00:00Z', 'an hour later'],
  ['2026-11-21T12:01Z', '2026-11-21T12:00:00Z', 'by a clock that is a minute behind'],
  ['2028-02-29T23:59Z', '2028-03-01T00:00:00Z', 'the day after the 29th of February'],
])('the receipt of %s is shown at %s, %s', (sent, now) => {
  expect(parseReceiptAddress(new URLSearchParams({ sent }), Date.parse(now))).toBe(
    Date.parse(sent),
  );
});

it.each([
  ['2026-11-21T12:00Z', '2026-11-21T13:00:01Z', 'more than an hour later'],
  ['2026-11-21T12:01Z', '2026-11-21T11:59:59Z', 'more than a minute before'],
  ['2026-11-21T12:00Z', '2027-11-21T12:00:00Z', 'a year later'],
  ['9999-11-21T12:00Z', '2026-11-21T12:00:00Z', 'as its year is far'],
  ['2026-02-30T12:00Z', '2026-03-02T12:00:00Z', 'as there is no such day'],
  ['2026-02-28T24:00Z', '2026-03-01T00:00:00Z', 'as there is no such hour'],
  ['2026-11-21T11:60Z', '2026-11-21T12:00:00Z', 'as there is no such minute'],
  ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00Z', 'as it has seconds'],
  ['2026-11-21T12:00', '2026-11-21T12:00:00Z', 'as its time zone is unknown'],
  ['2026-11-21', '2026-11-21T00:00:00Z', 'as it has no time'],
  ['+275760-09-13T00:00Z', '2026-11-21T12:00:00Z', 'at the end of time'],
  ['1', '2026-11-21T12:00:00Z', 'as it is no time'],
  ['', '2026-11-21T12:00:00Z', 'as it is empty'],
])('the receipt of %j is not shown at %s, %s', (sent, now) => {
  const search = new URLSearchParams({ sent });
  expect(parseReceiptAddress(search, Date.parse(now))).toBeUndefined();
});

it('no receipt is shown without a time', () => {
  expect(parseReceiptAddress(new URLSearchParams(), 0)).toBeUndefined();
});

const repeatedAt = '2026-11-22T09:00Z';

it.each([
  ['2026-11-21T12:00Z', '2026-11-22T09:00:00Z', 'at the time of the repeat'],
  ['2026-11-21T12:00Z', '2026-11-22T10:00:00Z', 'an hour after the repeat'],
  ['2026-11-21T09:00Z', '2026-11-22T09:00:00Z', 'if it was stored a day before the repeat'],
  ['2026-11-22T09:02Z', '2026-11-22T09:00:00Z', 'if the clock that stored it was ahead'],
])('the receipt of %s, sent again, is shown at %s, %s', (sent, now) => {
  const search = new URLSearchParams({ sent, again: repeatedAt });
  expect(parseReceiptAddress(search, Date.parse(now))).toBe(Date.parse(sent));
});

it.each([
  ['2026-11-21T12:00Z', '2026-11-22T10:00:01Z', 'more than an hour after the repeat'],
  ['2026-11-21T12:00Z', '2026-11-22T08:58:59Z', 'more than a minute before the repeat'],
  ['2026-11-21T08:59Z', '2026-11-22T09:00:00Z', 'if it was stored more than a day before'],
  ['2026-11-23T09:01Z', '2026-11-22T09:00:00Z', 'if it was stored more than a day after'],
])('the receipt of %s, sent again, is not shown at %s, %s', (sent, now) => {
  const search = new URLSearchParams({ sent, again: repeatedAt });
  expect(parseReceiptAddress(search, Date.parse(now))).toBeUndefined();
});

it('no receipt is shown if the time of the repeat is no time', () => {
  const search = new URLSearchParams({ sent: '2026-11-21T12:00Z', again: 'x' });
  expect(parseReceiptAddress(search, Date.parse('2026-11-21T12:00Z'))).toBeUndefined();
});
