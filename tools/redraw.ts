import { readDrawing } from '../src/web/ui/read-drawing.ts';

interface Options {
  /** Color of the paths with the class `accent-line`. */
  accent: string;
  /** Attributes of the element <svg>. */
  attributes: string;
}

/**
 * Returns the paths of an SVG file as an <svg> element that can be part of another file. Leaves out
 * additions of drawing programs, such as a declaration, which would make the other file malformed.
 */
export function redraw(svg: string, { accent, attributes }: Options): string {
  const { viewBox, paths } = readDrawing(svg);
  if (viewBox === undefined) return '';
  const lines = paths.map(({ className, strokeDasharray, stroke, ...rest }) => {
    const isAccent = className === 'accent-line';
    return `  <path${writeAttributes({
      stroke: isAccent ? accent : stroke,
      'stroke-width': isAccent ? '2' : undefined,
      'stroke-dasharray': strokeDasharray,
      ...rest,
    })}/>`;
  });
  const start = `<svg ${attributes} viewBox="${viewBox}" fill="none" stroke="currentColor">`;
  return [start, ...lines, '</svg>'].join('\n');
}

const writeAttributes = (attributes: Record<string, string | undefined>): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
