const shapes = ['circle', 'ellipse', 'line', 'polygon', 'polyline', 'rect', 'text'];

/** Attributes of a path that `src/web/ui/drawing.tsx` draws. */
const drawnAttributes = [
  'class',
  'd',
  'fill',
  'opacity',
  'stroke',
  'stroke-dasharray',
  'transform',
];

/** Attributes that may be there, although nothing depends on them. */
const ignoredAttribute = /^(id|version|width|height|xmlns|viewBox)$|^data-|:/;

/** A comment, a declaration, a tag with its attributes, text, or the rest of a line that is none of them. */
const svgToken =
  /<!--(?<comment>[^]*?)-->|<[?!][^>]*>|<\/[\w:-]+\s*>|<(?<name>[\w:-]+)(?<attributes>(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>|(?<text>[^<]+)|(?<rest><[^\n]*)/g;

const svgAttribute = /\s(?<attribute>[\w:-]+)\s*=\s*(?<quote>["'])(?<value>[^]*?)\k<quote>/g;

/**
 * Returns what a page would not draw of an SVG file, as sentences with file and line. Pages draw the paths
 * of a file alone, and not as markup, which their trusted types forbid. An empty file has no errors.
 */
export function findDrawingErrors(file: string, svg: string): string[] {
  const errors: string[] = [];
  /** The element whose start was read last. */
  let element = '';
  for (const { groups = {}, index } of svg.matchAll(svgToken)) {
    const { comment, name, attributes = '', text, rest } = groups;
    // Text may begin with empty lines.
    const start = index + (text?.search(/\S/) ?? 0);
    const line = svg.slice(0, start).split('\n').length;
    const add = (error: string) => errors.push(`${file}:${line}: ${error}`);
    if (comment?.includes('<')) add('A comment has an element. Remove it.');
    if (name !== undefined) {
      element = name;
      for (const error of findElementErrors(name, attributes)) add(error);
    }
    const foreign = rest ?? (element === '' ? text?.trim() : undefined);
    if (foreign) add(`"${foreign}" is no SVG. Export the file again.`);
  }
  return errors;
}

function findElementErrors(name: string, attributes: string): string[] {
  if (name === 'title') return [];
  if (name !== 'svg' && name !== 'path') return [`<${name}> is not drawn. ${getRemedy(name)}`];
  const needed = name === 'svg' ? 'viewBox' : 'd';
  const errors: string[] = [];
  const found: string[] = [];
  for (const { groups = {} } of attributes.matchAll(svgAttribute)) {
    const { attribute = '', quote, value = '' } = groups;
    found.push(attribute);
    const isRead = attribute === needed || (name === 'path' && drawnAttributes.includes(attribute));
    if (isRead && quote === "'")
      errors.push(`${attribute} of <${name}> has single quotes. Write double quotes.`);
    if (isRead || ignoredAttribute.test(attribute)) continue;
    const remedy = name === 'svg' ? getSvgRemedy(attribute, value) : getPathRemedy(attribute);
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

function getSvgRemedy(attribute: string, value: string): string | undefined {
  if (!drawnAttributes.includes(attribute)) return getPathRemedy(attribute);
  // The style sheet has the same.
  if (value === (attribute === 'fill' ? 'none' : 'currentColor')) return undefined;
  return 'Write it at each <path>.';
}

function getPathRemedy(attribute: string): string {
  if (attribute === 'stroke-width') return 'The style sheet sets it: remove it.';
  if (attribute !== 'style') return 'Remove it.';
  return 'Remove it: the path gets the color of the text. For another, write fill="#123456" or stroke="#123456".';
}
