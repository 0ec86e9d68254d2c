import type { SVGProps } from 'react';

interface DrawingProps extends SVGProps<SVGSVGElement> {
  /** Text of an SVG file. */
  svg: string;
  /** Index of the path that is colored. */
  accent?: number;
}

/**
 * Renders an SVG file of the content, if it is not empty: its view box, and the class, colors, dashes,
 * opacity, transform and data of its paths. Not as markup, which the site's trusted types forbid. The class
 * `accent-line` colors a path. `tools/check-drawing.ts` refuses a file that has more.
 */
export const Drawing = ({ svg, accent, ...props }: DrawingProps) =>
  svg && (
    <svg viewBox={readAttribute(svg, 'viewBox')} aria-hidden="true" {...props}>
      {svg.match(/<path[^>]*/g)?.map((path, i) => (
        <path
          key={path}
          className={i === accent ? 'accent-line' : readAttribute(path, 'class')}
          fill={readAttribute(path, 'fill')}
          stroke={readAttribute(path, 'stroke')}
          strokeDasharray={readAttribute(path, 'stroke-dasharray')}
          opacity={readAttribute(path, 'opacity')}
          transform={readAttribute(path, 'transform')}
          d={readAttribute(path, 'd')}
        />
      ))}
    </svg>
  );

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

export const readTitle = (svg: string) => /<title[^>]*>([^<]*)/.exec(svg)?.[1];

export const readAttribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*"([^"]*)`).exec(tag)?.[1];
