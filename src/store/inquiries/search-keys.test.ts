import { expect, it } from 'vitest';
import { toSearchKey } from './search-keys.ts';

it.each([
  ['case', 'ADA Lovelace', 'ada lovelace'],
  ['case', 'ЖУК', 'жук'],
  ['case', 'STRASSE', toSearchKey('Straße')],
  ['case', 'ΟΔΟΣ', toSearchKey('οδος')],
  ['case', 'İstanbul', toSearchKey('istanbul')],
  ['accents', 'Jose\u0301', 'jose'],
  ['accents', 'Jos\u00E9', 'jose'],
  ['Unicode forms', 'Ａｄａ', 'ada'],
  ['repeated spaces', ' Ada\u00a0\t  Lovelace ', 'ada lovelace'],
])('ignores %s: %s', (_, text, key) => {
  expect(toSearchKey(text)).toBe(key);
});
