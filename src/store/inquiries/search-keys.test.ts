import { describe, expect, it } from 'vitest';
import { toPrefixRange, toSearchKey } from './search-keys.ts';

describe('toSearchKey', () => {
  it('makes one of what differs only in case, in every script that has it', () => {
    expect(toSearchKey('ADA Lovelace')).toBe('ada lovelace');
    expect(toSearchKey('STRASSE')).toBe(toSearchKey('Straße'));
    expect(toSearchKey('ΟΔΟΣ')).toBe(toSearchKey('οδος'));
    expect(toSearchKey('İstanbul')).toBe(toSearchKey('istanbul'));
    expect(toSearchKey('ЖУК')).toBe('жук');
  });

  it('makes one of a character and its parts, with and without its accent', () => {
    expect(toSearchKey('Jose\u0301')).toBe('jose');
    expect(toSearchKey('Jos\u00E9')).toBe('jose');
    expect(toSearchKey('Ａｄａ')).toBe('ada');
  });

  it('makes one of all kinds of spaces', () => {
    expect(toSearchKey(' Ada\u00a0\t  Lovelace ')).toBe('ada lovelace');
  });
});

describe('a key', () => {
  it('is no longer than an index can hold, however its text grows', () => {
    const key = toSearchKey('\ufdfa'.repeat(200));
    expect(Buffer.byteLength(key)).toBeLessThan(2600);
    expect(toSearchKey('\ufdfa')).toHaveLength(18);
  });
});

describe('keysStartingWith', () => {
  it('takes in every continuation, the last character of Unicode but one too', () => {
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
