import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { themeColors } from '../src/content/theme-colors.ts';
import { findDrawingErrors } from './check-drawing.ts';

const wrap = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"${attributes}>\n${content}\n</svg>\n`;
const path = '<path d="M0 0h9"/>';

it.each(globSync(['src/content/mark.svg', 'src/content/drawings/*.svg']))('accepts %s', (file) => {
  expect(findDrawingErrors(file, readFileSync(file, 'utf8'))).toEqual([]);
});

it.each<[string, string]>([
  ['an empty file, which leaves a drawing out', ''],
  ['the start that programs write', `<?xml version="1.0"?>\n<!-- By a program -->\n${wrap(path)}`],
  ['attributes without effect', wrap(path, ' width="30" version="1.1" id="a" inkscape:x="1"')],
  [
    'every attribute that is drawn',
    wrap(
      '<path class="accent-line" fill="#123456" stroke="none" stroke-dasharray="2" opacity=".5" transform="scale(2)"\n  d="M0 0"/>',
    ),
  ],
  ['a color of all paths', wrap(path, ' fill="#123456" stroke="none"')],
  ['black, in place of which pages have the color of the text', wrap(path, ' fill="black"')],
  ['an element with an end tag', wrap('<path d="M0 0"></path>')],
  ['a caption', wrap(`<title>🏗️ Ship &amp; yard</title>${path}`)],
])('accepts %s', (_, svg) => {
  expect(findDrawingErrors('mark.svg', svg)).toEqual([]);
});

const asPath =
  'Convert it to a <path>: "Object to Path" in Inkscape, "Flatten" in Figma, "Compound Path > Make" in Illustrator.';

const valid = 'Write currentColor for the color of the text, none, or a color such as #123456.';

it.each<[string, string, string]>([
  [
    'a circle',
    wrap('<circle cx="9" cy="9" r="9"/>'),
    `mark.svg:2: <circle> is not drawn. ${asPath}`,
  ],
  [
    'a rectangle',
    wrap(`${path}\n<rect width="9" height="9"/>`),
    `mark.svg:3: <rect> is not drawn. ${asPath}`,
  ],
  ['text', wrap('<text>Firm</text>'), `mark.svg:2: <text> is not drawn. ${asPath}`],
  [
    'a group',
    wrap(`<g opacity=".5">${path}</g>`),
    'mark.svg:2: <g> is not drawn. Ungroup it, so that each <path> is in <svg> itself.',
  ],
  ['a script', wrap('<script>alert(1)</script>'), 'mark.svg:2: <script> is not drawn. Remove it.'],
  [
    'a style attribute',
    wrap('<path style="fill:red" d="M0 0"/>'),
    'mark.svg:2: style of <path> is not drawn. Remove it, and write its colors as attributes: fill="currentColor" for a shape in the color of the text, fill="none" stroke="currentColor" for a line.',
  ],
  [
    'a name of a color',
    wrap('<path fill="navy" d="M0 0"/>'),
    `mark.svg:2: fill of <path> is "navy". ${valid}`,
  ],
  [
    'a gradient',
    wrap(path, ' stroke="url(#a)"'),
    `mark.svg:1: stroke of <svg> is "url(#a)". ${valid}`,
  ],
  [
    'a width of lines',
    wrap('<path stroke-width="2" d="M0 0"/>'),
    'mark.svg:2: stroke-width of <path> is not drawn. The style sheet sets it: remove it.',
  ],
  [
    'a class of all paths',
    wrap(path, ' class="accent-line"'),
    'mark.svg:1: class of <svg> is not drawn. Write it at each <path>.',
  ],
  [
    'single quotes',
    wrap("<path d='M0 0'/>"),
    'mark.svg:2: d of <path> has single quotes. Write double quotes.',
  ],
  [
    'a path without a shape',
    wrap('<path/>'),
    'mark.svg:2: <path> has no d. Add it, or remove the <path>.',
  ],
  [
    'a drawing without a view box',
    `<svg>${path}</svg>`,
    'mark.svg:1: <svg> has no viewBox. Add it, such as viewBox="0 0 30 30".',
  ],
  [
    'a path in a comment',
    wrap(`<!-- ${path} -->`),
    'mark.svg:2: A comment has an element. Remove it.',
  ],
  [
    'a caption whose characters are encoded',
    wrap(`<title>\n  Owner&#8217;s &amp; &quot;crew&quot;</title>${path}`),
    'mark.svg:3: <title> has "&#8217;". Write the character itself.',
  ],
  ['what is no SVG', 'Firm', 'mark.svg:1: "Firm" is no SVG. Export the file again.'],
  [
    'a broken tag',
    wrap('<path d="M0 0"'),
    'mark.svg:2: "<path d="M0 0"" is no SVG. Export the file again.',
  ],
])('refuses %s', (_, svg, error) => {
  expect(findDrawingErrors('mark.svg', svg)).toEqual([error]);
});

const header = {
  ink: { light: '#0b1d19', dark: '#081512' },
  film: { light: '#edefe9', dark: '#0f2621' },
};

it.each([
  ['black of a drawing program', '<path fill="#000" d="M0 0"/>'],
  ['the color of the text', '<path stroke="currentColor" fill="none" d="M0 0"/>'],
  ['a color that is seen on both', '<path fill="#7b8b83" d="M0 0"/>'],
])('accepts a mark in %s', (_, mark) => {
  expect(findDrawingErrors('mark.svg', wrap(mark), header)).toEqual([]);
});

it.each([
  ['fill', '#1D1D1B', 'a contrast of 1 to --ink (#0b1d19)'],
  ['stroke', '#0b2545', 'a contrast of 1 to --film (#0f2621)'],
  ['fill', '#fff', 'a contrast of 1.2 to --film (#edefe9)'],
])('refuses a mark whose %s %s vanishes in the header', (attribute, color, contrast) => {
  const mark = wrap(`<path ${attribute}="${color}" d="M0 0"/>`);
  expect(findDrawingErrors('mark.svg', mark, header)).toEqual([
    `mark.svg:2: ${attribute}="${color}" of <path> has ${contrast}, a color of the header. Write currentColor for the color of the text, or a color with at least 1.5 to each of --ink, --film.`,
  ]);
});

it('the mark of the content is seen in each header', () => {
  const mark = readFileSync('src/content/mark.svg', 'utf8');
  expect(findDrawingErrors('mark.svg', mark, themeColors)).toEqual([]);
});
