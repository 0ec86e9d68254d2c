import { expect, it, onTestFinished, vi } from 'vitest';
import { formatNumber, formatPlural } from './format-number.ts';

const fields = { one: () => 'a field', other: (count: string) => `${count} fields` };

it.each([
  ['en-US', 0, '0 fields'],
  ['en-US', 1, 'a field'],
  ['en-GB', 1200, '1,200 fields'],
  ['nl-NL', 1200, '1.200 fields'],
  // French uses its singular for 0, too.
  ['fr-FR', 0, 'a field'],
  ['fr-FR', 1, 'a field'],
])('writes a text in %s by the plural category of %d', (locale, count, text) => {
  expect(formatPlural({ locale }, fields, count)).toBe(text);
});

it('writes each number alike in a language with one category', () => {
  expect(formatPlural({ locale: 'zh-CN' }, { other: (count) => `字段 ${count}` }, 1)).toBe(
    '字段 1',
  );
});

it('formats as in en-US by default', () => {
  expect(formatNumber({}, 1234.5)).toBe('1,234.5');
  expect(formatPlural({}, fields, 1)).toBe('a field');
});

const locales = ['da', 'de-CH', 'en-IN', 'es', 'es-MX', 'fi', 'fr-FR', 'it', 'nl', 'pt', 'sv-SE'];

it.each([...locales, 'ar-EG', 'bn', 'fa', 'en-u-nu-arab'])('formats as Intl in %s', (locale) => {
  const { format } = new Intl.NumberFormat(locale);
  for (const value of [0, 7, 0.5, -20, -0.5, 999, 1000, 12_345]) {
    expect(formatNumber({ locale }, value)).toBe(format(value));
  }
});

it('creates no formatter, which is slow, for a small number', () => {
  const create = vi.spyOn(Intl, 'NumberFormat');
  onTestFinished(() => create.mockRestore());
  expect(formatPlural({ locale: 'en-ZA' }, fields, 13)).toBe('13 fields');
  expect(create).not.toHaveBeenCalled();
});
