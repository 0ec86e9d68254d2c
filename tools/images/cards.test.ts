import { expect, it } from 'vitest';
import { cards } from './cards.ts';

it('starts each line of the Ecosystems card at the center of a body', () => {
  const colors = { surface: '#fff', text: '#000', lines: '#111', accent: '#222' };
  const drawing = cards['/ecosystems']?.drawing(colors) ?? '';
  const [there = '', back = '', bodies = ''] = Array.from(
    drawing.matchAll(/ d="([^"]*)"/g),
    ([, d]) => d,
  );
  const centers = Array.from(
    bodies.matchAll(/M(-?\d+) (\d+)a(\d+)/g),
    ([, x, y, radius]) => `${Number(x) + Number(radius)} ${y}`,
  );
  const starts = (d: string) => Array.from(d.matchAll(/M(-?\d+ \d+)q/g), ([, start]) => start);
  expect(centers).toHaveLength(7);
  expect(starts(there).length).toBeGreaterThan(0);
  for (const start of [...starts(there), ...starts(back)]) expect(centers).toContain(start);
});
