import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeMissing, findMissingCharacters, renderFontsCss, renderLicense } from './fonts.ts';

it('fonts.css has the metrics of the fonts; else run "npm run fonts"', async () => {
  expect(readFileSync('src/content/fonts/fonts.css', 'utf8')).toBe(await renderFontsCss());
});

it('OFL.txt has the copyrights of the fonts; else run "npm run fonts"', async () => {
  expect(readFileSync('src/content/fonts/OFL.txt', 'utf8')).toBe(await renderLicense());
});

it.each(['serif', 'sans'] as const)(
  'the %s font has all characters of the content',
  async (role) => {
    const missing = await findMissingCharacters(role);
    expect(missing, describeMissing(role, missing)).toBe('');
  },
);
