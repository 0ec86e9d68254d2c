import type { Color } from '../../src/content/palette-types.ts';

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export interface Rgba {
  channels: [number, number, number];
  alpha: number;
}

export function parseColor(color: Color): Rgba {
  const digits = color.slice(1);
  const pairs = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0, alpha = 255] = Buffer.from(pairs, 'hex');
  return { channels: [red, green, blue], alpha: alpha / 255 };
}

/** Mixes two colors, of which the first has the fraction `share`, like `color-mix()` in sRGB. */
export function mix(color: Color, other: Color, share: number): Color {
  const [a, b] = [parseColor(color).channels, parseColor(other).channels];
  const mixed = a.map((channel, i) => Math.round(channel * share + (b[i] ?? 0) * (1 - share)));
  return `#${Buffer.from(mixed).toString('hex')}`;
}

/** Returns the color with an opacity from 0 to 1. */
export const withAlpha = (color: Color, opacity: number): Color =>
  `#${Buffer.from([...parseColor(color).channels, Math.round(opacity * 255)]).toString('hex')}`;

/** Returns the hue in degrees, from -180 to 180. */
export function hueAngle(color: Color): number {
  const [red, green, blue] = parseColor(color).channels;
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}
