import type { SVGProps } from 'react';
import { readDrawing, readTitle } from './read-drawing.ts';

interface DrawingProps extends SVGProps<SVGSVGElement> {
  /** Text of an SVG file. */
  svg: string;
  /** Index of the path with the accent color. */
  accent?: number;
}

/**
 * Renders the paths of an SVG file of the content; nothing if it is empty. Creates elements,
 * because the site's trusted types forbid markup. A path with the class `accent-line` is colored.
 * `tools/check-drawing.ts` refuses a file with anything else.
 */
export function Drawing({ svg, accent, ...props }: DrawingProps) {
  if (!svg) return null;
  const { viewBox, paths } = readDrawing(svg);
  return (
    <svg viewBox={viewBox} aria-hidden="true" {...props}>
      {paths.map((path, i) => (
        <path key={i} {...path} className={i === accent ? 'accent-line' : path.className} />
      ))}
    </svg>
  );
}

/** Shows a drawing's title. Both are hidden from screen readers. */
export function Caption({ svg }: { svg: string }) {
  const title = readTitle(svg);
  return (
    title && (
      <p className="caption" aria-hidden="true">
        {title}
      </p>
    )
  );
}
