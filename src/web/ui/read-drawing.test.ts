import { expect, it } from 'vitest';
import { readDrawing, readTitle } from './read-drawing.ts';

const shape = { fill: 'currentColor', stroke: 'none' };
const line = { fill: undefined, stroke: undefined };

/**
 * Result for a plain line: without `fill` and `stroke`, the style sheet draws it in the text color.
 */
it.each<[string, string, string, { fill?: string | undefined; stroke?: string | undefined }]>([
  ['a shape of Illustrator, black by default', '', '', shape],
  ['a shape of Figma', 'fill="none"', 'fill="black"', shape],
  ['a shape in black', '', 'fill="#000000"', shape],
  ['a line in black', '', 'fill="none" stroke="#000"', line],
  ['a line with the color of all paths', 'fill="none" stroke="currentColor"', '', line],
  ['a shape with an edge', '', 'stroke="#CBA761"', { ...shape, stroke: '#CBA761' }],
  ['a shape in a color of its own', '', 'fill="#cba761"', { ...shape, fill: '#cba761' }],
  ['a shape in the color of all paths', 'fill="#cba761"', '', { ...shape, fill: '#cba761' }],
])('draws %s', (_, attributes, ofPath, expected) => {
  const svg = `<svg viewBox="0 0 30 30" ${attributes}>\n<path ${ofPath} d="M0 0h9"/>\n</svg>`;
  const { viewBox, paths } = readDrawing(svg);
  expect(viewBox).toBe('0 0 30 30');
  expect(paths).toEqual([expect.objectContaining({ ...expected, d: 'M0 0h9' })]);
});

it('reads a caption with the ampersand of a drawing program', () => {
  expect(readTitle('<svg><title id="a">𠮷野 &amp; 🏗️ &amp; Co</title></svg>')).toBe(
    '𠮷野 & 🏗️ & Co',
  );
});
