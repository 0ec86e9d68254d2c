import type { SVGProps } from 'react';

/**
 * Renders an SVG file of this folder: its view box, and the class, opacity and data of its paths. Not
 * as markup, which the site's trusted types forbid. The class `accent-line` colors a path.
 */
export const Drawing = ({ svg, ...props }: { svg: string } & SVGProps<SVGSVGElement>) => (
  <svg viewBox={readAttribute(svg, 'viewBox')} aria-hidden="true" {...props}>
    {svg.match(/<path[^>]*/g)?.map((path) => (
      <path
        key={path}
        className={readAttribute(path, 'class')}
        opacity={readAttribute(path, 'opacity')}
        d={readAttribute(path, 'd')}
      />
    ))}
  </svg>
);

const readAttribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)`).exec(tag)?.[1];
