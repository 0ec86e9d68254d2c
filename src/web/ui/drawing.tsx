import type { SVGProps } from 'react';
import { readDrawing, readTitle } from './read-drawing.ts';

interface DrawingProps extends SVGProps<SVGSVGElement> {
  /** Text of an SVG file. */
  svg: string;
  /** Index of the path that is colored. */
  accent?: number;
}

/**
 * Renders the paths of an SVG file of the content, if it is not empty. Not as markup, which the site's trusted
 * types forbid. The class `accent-line` colors a path. `tools/check-drawing.ts` refuses a file that has more.
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

/** Shows a drawing's title. Hidden from screen readers, as the drawing is. */
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
