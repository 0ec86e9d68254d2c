import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderFontsCss } from './fonts.ts';

it('fonts.css has the metrics of the fonts; else run "npm run fonts"', async () => {
  expect(readFileSync('src/content/fonts/fonts.css', 'utf8')).toBe(await renderFontsCss());
});
