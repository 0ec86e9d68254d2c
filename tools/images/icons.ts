import { surfaces, tones } from '../../src/content/palette.ts';
import { brandMark } from '../../src/web/layout/brand-mark-lines.ts';

/** A PNG icon with the brand mark. favicon.svg is a separate drawing for small sizes. */
interface Icon {
  file: string;
  /** Width and height in pixels. */
  size: number;
  /** Width of the mark as a fraction. A maskable icon shows at least a circle of 80 %. */
  markWidth: number;
}

export const icons: Icon[] = [
  { file: 'apple-touch-icon.png', size: 180, markWidth: 0.62 },
  { file: 'icon-192.png', size: 192, markWidth: 0.68 },
  { file: 'icon-512.png', size: 512, markWidth: 0.68 },
  { file: 'icon-maskable-512.png', size: 512, markWidth: 0.52 },
];

/** Renders the mark in the middle of a square as an SVG. */
export function iconSvg({ markWidth }: Icon): string {
  const scale = (100 * markWidth) / 30;
  const corner = 50 - 15 * scale;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none">
    <path fill="${surfaces.ink}" d="M0 0h100v100H0z"/>
    <g transform="translate(${corner} ${corner}) scale(${scale})" stroke-width="1.2">
      <path stroke="${tones.onDark.text}" d="${brandMark.hull}${brandMark.frame}"/>
      <path stroke="${tones.onDark.accent}" stroke-width="1.7" d="${brandMark.keel}"/>
    </g>
  </svg>`;
}
