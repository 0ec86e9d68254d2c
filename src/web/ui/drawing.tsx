import type { SVGProps } from 'react';
import { drawings } from '../../content/layout.ts';

interface DrawingProps extends SVGProps<SVGSVGElement> {
  svg: string;
  /** The path that is colored. */
  accent?: number;
}

/**
 * Renders an SVG file of this folder: its view box, and the class, opacity and data of its paths. Not
 * as markup, which the site's trusted types forbid. The class `accent-line` colors a path.
 */
export const Drawing = ({ svg, accent, ...props }: DrawingProps) => (
  <svg viewBox={readAttribute(svg, 'viewBox')} aria-hidden="true" {...props}>
    {svg.match(/<path[^>]*/g)?.map((path, i) => (
      <path
        key={path}
        className={i === accent ? 'accent-line' : readAttribute(path, 'class')}
        opacity={readAttribute(path, 'opacity')}
        d={readAttribute(path, 'd')}
      />
    ))}
  </svg>
);

/** Names a plan of a hull. Hidden from screen readers, as the drawing is. */
export const Caption = ({ of }: { of: keyof typeof drawings }) => (
  <p className="caption" aria-hidden="true">
    {drawings[of]}
  </p>
);

export const readAttribute = (tag: string, name: string) =>
  new RegExp(` ${name}="([^"]*)`).exec(tag)?.[1];
