/** An SVG file of the content. */
interface DrawingFile {
  viewBox: string | undefined;
  paths: DrawnPath[];
}

/**
 * Attributes of a path. Absent ones are set by the style sheet: no fill, and a stroke in the text
 * color.
 */
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
 * Reads the paths of an SVG file. Applies the defaults of SVG: without a color, a path is filled in
 * black and has no stroke. Replaces black with the text color.
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

/** Colors that become the text color. Drawing programs write black by default. */
const textColor = /^(?:currentcolor|black|#000|#000000)$/i;

/** Converts a color of a file to the one on pages. */
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
