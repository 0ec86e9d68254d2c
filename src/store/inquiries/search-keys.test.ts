import { describe, expect, it } from 'vitest';
import { toSearchKey } from './search-keys.ts';

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
