import { expect, it } from 'vitest';
import { cards } from './cards.ts';

it('aligns the accent lines of the Ecosystems card with its hulls', () => {
  const colors = { surface: '#fff', text: '#000', lines: '#111', accent: '#222' };
  const drawing = cards['/ecosystems']?.drawing(colors) ?? '';
  const [hulls = '', accentLines = ''] = Array.from(
    drawing.matchAll(/ d="([^"]*)"/g),
    ([, d]) => d,
  );
  const heights = (d: string) => new Set(Array.from(d.matchAll(/M-?\d+ (\d+)/g), ([, y]) => y));
  expect(heights(accentLines).size).toBe(3);
  expect(heights(accentLines)).toEqual(heights(hulls));
});
