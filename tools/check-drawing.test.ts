import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
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
  ['an element with an end tag', wrap('<path d="M0 0"></path>')],
])('accepts %s', (_, svg) => {
  expect(findDrawingErrors('mark.svg', svg)).toEqual([]);
});

const asPath =
  'Convert it to a <path>: "Object to Path" in Inkscape, "Flatten" in Figma, "Compound Path > Make" in Illustrator.';

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
    'mark.svg:2: style of <path> is not drawn. Remove it: the path gets the color of the text. For another, write fill="#123456" or stroke="#123456".',
  ],
  [
    'a width of lines',
    wrap('<path stroke-width="2" d="M0 0"/>'),
    'mark.svg:2: stroke-width of <path> is not drawn. The style sheet sets it: remove it.',
  ],
  [
    'a color of all paths',
    wrap(path, ' fill="#123456"'),
    'mark.svg:1: fill of <svg> is not drawn. Write it at each <path>.',
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
  ['what is no SVG', 'Firm', 'mark.svg:1: "Firm" is no SVG. Export the file again.'],
  [
    'a broken tag',
    wrap('<path d="M0 0"'),
    'mark.svg:2: "<path d="M0 0"" is no SVG. Export the file again.',
  ],
])('refuses %s', (_, svg, error) => {
  expect(findDrawingErrors('mark.svg', svg)).toEqual([error]);
});
