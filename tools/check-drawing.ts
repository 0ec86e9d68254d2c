import { toPageColor } from '../src/web/ui/read-drawing.ts';
import { getContrast } from './check-palette.ts';

const shapes = ['circle', 'ellipse', 'line', 'polygon', 'polyline', 'rect', 'text'];

/** Attributes of a path that `src/web/ui/read-drawing.ts` reads. */
const drawnAttributes = [
  'class',
  'd',
  'fill',
  'opacity',
  'stroke',
  'stroke-dasharray',
  'transform',
];

const colorAttributes = ['fill', 'stroke'];

/** Attributes that are allowed but have no effect. */
const ignoredAttribute = /^(id|version|width|height|xmlns|viewBox)$|^data-|:/;

/**
 * Matches a comment, a declaration, a tag with its attributes, text, or the rest of a line with
 * anything else.
 */
const svgToken =
  /<!--(?<comment>[^]*?)-->|<[?!][^>]*>|<\/[\w:-]+\s*>|<(?<name>[\w:-]+)(?<attributes>(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>|(?<text>[^<]+)|(?<rest><[^\n]*)/g;

const svgAttribute = /\s(?<attribute>[\w:-]+)\s*=\s*(?<quote>["'])(?<value>[^]*?)\k<quote>/g;

/** Colors behind a drawing by their name in palette.css, for both schemes. */
type Surfaces = Record<string, { light: string; dark: string }>;

/**
 * Describes parts of an SVG file that pages would not draw, or that would be invisible on
 * `surfaces`. Each error is a sentence after the file and line. Pages draw only the paths of a
 * file, because trusted types forbid its markup. An empty file has no errors.
 */
export function findDrawingErrors(file: string, svg: string, surfaces: Surfaces = {}): string[] {
  const errors: string[] = [];
  /** Element whose start tag was read last. */
  let element = '';
  for (const { groups = {}, index } of svg.matchAll(svgToken)) {
    const { comment, name, attributes = '', text, rest } = groups;
    // Skip empty lines at the beginning of text.
    const start = index + (text?.search(/\S/) ?? 0);
    const line = svg.slice(0, start).split('\n').length;
    const add = (error: string) => errors.push(`${file}:${line}: ${error}`);
    if (comment?.includes('<')) add('A comment has an element. Remove it.');
    if (name !== undefined) {
      element = name;
      for (const error of findElementErrors(name, attributes, surfaces)) add(error);
    }
    const [encoded] = /&(?!amp;)#?\w+;/.exec((element === 'title' && text) || '') ?? [];
    if (encoded) add(`<title> has "${encoded}". Write the character itself.`);
    const foreign = rest ?? (element === '' ? text?.trim() : undefined);
    if (foreign) add(`"${foreign}" is no SVG. Export the file again.`);
  }
  return errors;
}

function findElementErrors(name: string, attributes: string, surfaces: Surfaces): string[] {
  if (name === 'title') return [];
  if (name !== 'svg' && name !== 'path') return [`<${name}> is not drawn. ${getRemedy(name)}`];
  const needed = name === 'svg' ? 'viewBox' : 'd';
  const errors: string[] = [];
  const found: string[] = [];
  for (const { groups = {} } of attributes.matchAll(svgAttribute)) {
    const { attribute = '', quote, value = '' } = groups;
    found.push(attribute);
    const isColor = colorAttributes.includes(attribute);
    const isDrawn = name === 'path' && drawnAttributes.includes(attribute);
    const isRead = attribute === needed || isColor || isDrawn;
    if (isRead && quote === "'")
      errors.push(`${attribute} of <${name}> has single quotes. Write double quotes.`);
    const colorError = isColor ? findColorError(name, attribute, value, surfaces) : undefined;
    if (colorError) errors.push(colorError);
    if (isRead || ignoredAttribute.test(attribute)) continue;
    const remedy = name === 'svg' ? getSvgRemedy(attribute) : getPathRemedy(attribute);
    if (remedy) errors.push(`${attribute} of <${name}> is not drawn. ${remedy}`);
  }
  if (!found.includes(needed)) errors.push(`<${name}> has no ${needed}. ${neededRemedies[needed]}`);
  return errors;
}

const neededRemedies = {
  viewBox: 'Add it, such as viewBox="0 0 30 30".',
  d: 'Add it, or remove the <path>.',
};

function getRemedy(element: string): string {
  if (element === 'g') return 'Ungroup it, so that each <path> is in <svg> itself.';
  if (!shapes.includes(element)) return 'Remove it.';
  return 'Convert it to a <path>: "Object to Path" in Inkscape, "Flatten" in Figma, "Compound Path > Make" in Illustrator.';
}

function getSvgRemedy(attribute: string): string | undefined {
  return drawnAttributes.includes(attribute)
    ? 'Write it at each <path>.'
    : getPathRemedy(attribute);
}

function getPathRemedy(attribute: string): string {
  if (attribute === 'stroke-width') return 'The style sheet sets it: remove it.';
  if (attribute !== 'style') return 'Remove it.';
  return 'Remove it, and write its colors as attributes: fill="currentColor" for a shape in the color of the text, fill="none" stroke="currentColor" for a line.';
}

const textColorHint = 'Write currentColor for the color of the text,';

function findColorError(
  element: string,
  attribute: string,
  value: string,
  surfaces: Surfaces,
): string | undefined {
  const color = readColorValue(value);
  if (color === undefined) {
    return `${attribute} of <${element}> is "${value}". ${textColorHint} none, or a color such as #123456.`;
  }
  if (color === 'none' || color === 'currentColor') return undefined;
  const lowest = findLowestContrast(color, surfaces);
  if (!lowest || lowest.contrast >= minContrast) return undefined;
  const names = Object.keys(surfaces).map((name) => `--${name}`);
  const rounded = Number(lowest.contrast.toFixed(1));
  return `${attribute}="${value}" of <${element}> has a contrast of ${rounded} to --${lowest.name} (${lowest.surface}), a color of the header. ${textColorHint} or a color with at least ${minContrast} to each of ${names.join(', ')}.`;
}

/** Returns the value of a color; undefined if a page cannot read it. */
function readColorValue(value: string): string | undefined {
  const color = toPageColor(value);
  if (color === 'white') return '#ffffff';
  return /^(?:none|currentColor|#[\da-fA-F]{3}|#[\da-fA-F]{6})$/.test(color) ? color : undefined;
}

/**
 * Minimum contrast of a drawing. WCAG requires 3 for graphics and nothing for logos. Below this
 * value, a thin line is invisible.
 */
const minContrast = 1.5;

function findLowestContrast(color: string, surfaces: Surfaces) {
  const contrasts = Object.entries(surfaces).flatMap(([name, { light, dark }]) =>
    [light, dark].map((surface) => ({ name, surface, contrast: getContrast(color, surface) })),
  );
  return contrasts.sort((one, other) => one.contrast - other.contrast)[0];
}
