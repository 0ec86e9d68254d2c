import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkitten';
import { firm } from '../src/content/firm.ts';
import { pages } from '../src/content/pages.ts';

/** Minimum width in em: 768 px, as the specification says. */
const minWidth = 48;

/**
 * Widths in em: maximum width of the container, and width of the screen from which gaps and edges
 * stop growing, too.
 */
const maxContainer = 88;
const maxGaps = 96;

/** Width in em that no screen has. */
const never = 999;

/** Spacing of letters and words in em that a reader may set (WCAG 1.4.12). */
const letterSpacing = 0.12;
const wordSpacing = 0.16;

/**
 * Returns the width of a screen in em from which the links of the header fit in a row beside the
 * firm's name. The name may wrap once. Lengths are those of src/web/layout/header.css.
 */
export function measureHeader(
  firmName = firm.name,
  pageNames = pages.map(({ name }) => name),
): number {
  const sans = readFont('sans');
  const links = pageNames.map((name) => Math.max(2.75, 0.9375 * measureText(sans, name) + 1));
  const button = 2.125; // Additional width of the link to Contact.
  const brand = measureBrand(readFont('serif'), firmName);
  const content = brand + 1 + links.reduce((sum, link) => sum + link, button);

  const fits = (width: number) => {
    const edge = clamp(1.25, 0.044 * width, 4);
    const gap = clamp(0.25, 0.026 * width - 1, 1.5);
    const needed = 2 * edge + content + (links.length - 1) * gap;
    return needed <= Math.min(width, maxContainer);
  };
  if (!fits(maxGaps)) return never;
  let width = minWidth;
  while (!fits(width)) width += 1;
  return width;
}

const readFont = (role: 'serif' | 'sans') =>
  create(readFileSync(new URL(`../src/content/fonts/${role}.woff2`, import.meta.url))) as Font;

const clamp = (min: number, value: number, max: number) => Math.min(Math.max(min, value), max);

/** Returns the width of the mark and the name, which may have two lines. */
function measureBrand(font: Font, name: string): number {
  const words = name.split(' ');
  const widths = words.map((_, index) => {
    const lines = [words.slice(0, index).join(' '), words.slice(index).join(' ')];
    return Math.max(...lines.map((line) => measureText(font, line)));
  });
  return 1.875 + 0.75 + 1.3125 * Math.min(...widths);
}

/** Returns the width of a text in em at the regular weight. */
function measureText(font: Font, text: string): number {
  const widths = [...text].map((character) => {
    const spacing = character === ' ' ? letterSpacing + wordSpacing : letterSpacing;
    return measureCharacter(font, character.codePointAt(0) as number) + spacing;
  });
  return widths.reduce((sum, width) => sum + width, 0);
}

/**
 * Returns the width of a character in em: 1 if the font lacks it, since a fallback font draws it.
 */
function measureCharacter(font: Font, codePoint: number): number {
  if (!font.hasGlyphForCodePoint(codePoint)) return 1;
  return font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm;
}

if (import.meta.main) process.stdout.write(`${measureHeader()}`);
