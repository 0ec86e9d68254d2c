import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findPaletteErrors, hasEnhancedContrast } from './check-palette.ts';

const palette = readFileSync('src/content/palette.css', 'utf8');

/** Writes a palette with black text on white, and white text on black in the dark scheme. */
const write = (light: Record<string, string>, dark: Record<string, string> = {}) => `
:root { --ink: #000; --chalk: #fff; --brass: #fff; /* --ink: #777; */ }
:is(:root, .theme-film), .theme-paper { --surface: #fff; }
.theme-stone { --surface: #fff; --stone: #fff; --lichen: #fff; --moss: #000 }
.outlook { --stone: #fff; --lichen: #fff; --moss: #000; }
.theme-ink { --surface: var(--ink); }
.theme-deep { --surface: var(--ink); }
:is(:root, [class*='theme-']) {
  --text: var(--chalk); --muted: var(--chalk); --accent: var(--brass); --error: #fff;
  --button: #fff; --button-hover: #fff; --button-active: #fff; --button-text: #000;
  --field: #000; --field-line: #fff;
}
@media (prefers-color-scheme: light) {
  :is(:root, .theme-film, .theme-paper, .theme-stone) {
    --text: #000; --muted: #000; --accent: #000; --error: #000;
    --button: #000; --button-hover: #000; --button-active: #000; --button-text: #fff;
    --field: #fff; --field-line: #000;
    ${list(light)}
  }
}
@media (prefers-color-scheme: dark) {
  :is(:root, .theme-film, .theme-paper, .theme-stone, .outlook) {
    --surface: #000; --stone: #000; --lichen: #000;
    ${list(dark)}
  }
}`;

const list = (properties: Record<string, string>) =>
  Object.entries(properties)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');

const textNeeds = 'Text needs 4.5:1 (WCAG 1.4.3): make one of them lighter or darker.';
const controlsNeed =
  'Controls and focus outlines need 3:1 (WCAG 1.4.11): make one of them lighter or darker.';

it('the palette of the content can be read in both color schemes', () => {
  expect(findPaletteErrors(palette)).toEqual([]);
});

it.each([
  ['text at its limit', write({ muted: '#767676' }, { muted: '#757575' })],
  ['controls at their limit', write({ 'field-line': '#949494' }, { 'field-line': '#5a5a5a' })],
])('accepts %s', (_, css) => {
  expect(findPaletteErrors(css)).toEqual([]);
});

it.each([
  [
    'text',
    write({ muted: '#777' }),
    [
      `--muted (#777) on --surface (#fff) has a contrast of 4.47:1 in the light scheme. ${textNeeds}`,
    ],
  ],
  [
    'text in the dark scheme',
    write({}, { muted: '#747474' }),
    [
      `--muted (#747474) on --surface (#000) has a contrast of 4.49:1 in the dark scheme. ${textNeeds}`,
    ],
  ],
  [
    'controls',
    write({ 'field-line': '#959595' }, { 'field-line': '#595959' }),
    [
      `--field-line (#959595) on --field (#fff) has a contrast of 2.99:1 in the light scheme. ${controlsNeed}`,
      `--field-line (#959595) on --surface (#fff) has a contrast of 2.99:1 in the light scheme. ${controlsNeed}`,
      `--field-line (#595959) on --field (#000) has a contrast of 2.99:1 in the dark scheme. ${controlsNeed}`,
      `--field-line (#595959) on --surface (#000) has a contrast of 2.99:1 in the dark scheme. ${controlsNeed}`,
    ],
  ],
  [
    'a button that is pointed at',
    write({ 'button-hover': '#777' }),
    [
      `--button-text (#fff) on --button-hover (#777) has a contrast of 4.47:1 in the light scheme. ${textNeeds}`,
    ],
  ],
])('names %s without contrast', (_, css, errors) => {
  expect(findPaletteErrors(css)).toEqual(
    errors.map((error) => `src/content/palette.css: ${error}`),
  );
});

it('names the property that has the color, if another one refers to it', () => {
  const css = write({}).replace('--chalk: #fff', '--chalk: #747474');
  expect(findPaletteErrors(css)).toContain(
    `src/content/palette.css: --chalk (#747474) on --ink (#000) has a contrast of 4.49:1 in the light scheme. ${textNeeds}`,
  );
});

it.each([
  ['in another notation', write({ muted: 'oklch(40% 0.1 200)' })],
  ['with transparency', write({ muted: '#00000080' })],
  ['by its own name', write({ muted: 'var(--muted)' }).replace('--muted: var(--chalk);', '')],
])('names a color %s', (_, css) => {
  expect(findPaletteErrors(css)).toContain(
    'src/content/palette.css: --muted has no color such as #0b1d19: add it, or correct its digits.',
  );
});

it('tells a palette whose running text has more contrast than it needs', () => {
  expect(hasEnhancedContrast(write({ muted: '#595959' }))).toBe(true);
  expect(hasEnhancedContrast(write({ muted: '#5a5a5a' }))).toBe(false);
  expect(hasEnhancedContrast(write({ accent: '#767676' }))).toBe(true);
});
