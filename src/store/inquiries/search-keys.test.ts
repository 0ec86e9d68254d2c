import { describe, expect, it } from 'vitest';
import { toPrefixRange, toSearchKey } from './search-keys.ts';

describe('toSearchKey', () => {
  it('ignores case in every script', () => {
    expect(toSearchKey('ADA Lovelace')).toBe('ada lovelace');
    expect(toSearchKey('STRASSE')).toBe(toSearchKey('Straße'));
    expect(toSearchKey('ΟΔΟΣ')).toBe(toSearchKey('οδος'));
    expect(toSearchKey('İstanbul')).toBe(toSearchKey('istanbul'));
    expect(toSearchKey('ЖУК')).toBe('жук');
  });

  it('ignores accents and Unicode forms', () => {
    expect(toSearchKey('Jose\u0301')).toBe('jose');
    expect(toSearchKey('Jos\u00E9')).toBe('jose');
    expect(toSearchKey('Ａｄａ')).toBe('ada');
  });

  it('normalizes whitespace', () => {
    expect(toSearchKey(' Ada\u00a0\t  Lovelace ')).toBe('ada lovelace');
  });
});

describe('a search key', () => {
  it('fits into an index row even if its text expands', () => {
    const key = toSearchKey('\ufdfa'.repeat(200));
    expect(Buffer.byteLength(key)).toBeLessThan(2600);
    expect(toSearchKey('\ufdfa')).toHaveLength(18);
  });
});

describe('keysStartingWith', () => {
  it('includes every continuation up to U+10FFFE', () => {
    const { from, below } = toPrefixRange('ada');
    const bytes = (text: string) => Buffer.from(text);
    const isWithin = (key: string) =>
      Buffer.compare(bytes(from), bytes(key)) <= 0 && Buffer.compare(bytes(key), bytes(below)) < 0;
    expect(
      ['ada', 'ada!', 'ada lovelace', 'ada😀', 'ada\uFFFD', 'ada\u{10FFFE}'].every(isWithin),
    ).toBe(true);
    expect(['ad', 'adb', 'acz', 'b', ''].some(isWithin)).toBe(false);
  });
});
