import { expect, it } from 'vitest';
import { cards } from './cards.ts';

it('the keels on the card of Ecosystems lie along its hulls', () => {
  const colors = { surface: '#fff', text: '#000', lines: '#111', keel: '#222' };
  const drawing = cards['/ecosystems']?.drawing(colors) ?? '';
  const [hulls = '', keels = ''] = Array.from(drawing.matchAll(/ d="([^"]*)"/g), ([, d]) => d);
  const heights = (d: string) => new Set(Array.from(d.matchAll(/M-?\d+ (\d+)/g), ([, y]) => y));
  expect(heights(keels).size).toBe(3);
  expect(heights(keels)).toEqual(heights(hulls));
});
