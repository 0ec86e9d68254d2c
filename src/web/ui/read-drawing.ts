/** An SVG file of the content. */
interface DrawingFile {
  viewBox: string | undefined;
  paths: DrawnPath[];
}

/** Attributes of a path, without those that the style sheet has: no fill, and a line in the color of the text. */
interface DrawnPath {
  className: string | undefined;
  fill: string | undefined;
  stroke: string | undefined;
  strokeDasharray: string | undefined;
  opacity: string | undefined;
  transform: string | undefined;
  d: string | undefined;
}

/**
 * Reads the paths of an SVG file, as other programs show it, with the color of the text in place of black. SVG
 * fills what names no color in black, and draws a line only if its color is named.
 */
export function readDrawing(svg: string): DrawingFile {
  const [root = ''] = /<svg[^>]*/.exec(svg) ?? [];
  const rootFill = readColor(root, 'fill') ?? 'currentColor';
  const rootStroke = readColor(root, 'stroke') ?? 'none';
  const tags = svg.match(/<path[^>]*/g) ?? [];
  const paths = tags.map((path) => {
    const fill = readColor(path, 'fill') ?? rootFill;
    const stroke = readColor(path, 'stroke') ?? rootStroke;
    return {
      className: readAttribute(path, 'class'),
      fill: fill === 'none' ? undefined : fill,
      stroke: stroke === 'currentColor' ? undefined : stroke,
      strokeDasharray: readAttribute(path, 'stroke-dasharray'),
      opacity: readAttribute(path, 'opacity'),
      transform: readAttribute(path, 'transform'),
      d: readAttribute(path, 'd'),
    };
  });
  return { viewBox: readAttribute(root, 'viewBox'), paths };
}

/** Drawing programs write black for what has no color of its own. */
const textColor = /^(?:currentcolor|black|#000|#000000)$/i;

/** Returns the color in which pages draw a color of a file. */
export const toPageColor = (color: string): string =>
  textColor.test(color) ? 'currentColor' : color;

function readColor(tag: string, name: 'fill' | 'stroke'): string | undefined {
  const color = readAttribute(tag, name);
  return color === undefined ? undefined : toPageColor(color);
}

export const readTitle = (svg: string) =>
  /<title[^>]*>([^<]*)/.exec(svg)?.[1]?.replaceAll('&amp;', '&');

export const readAttribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*"([^"]*)`).exec(tag)?.[1];
