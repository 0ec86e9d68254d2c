import type { Palette } from '../../src/content/palette-types.ts';
import { contrast, isColor } from '../palette/colors.ts';
import { contrastPairs } from '../palette/contrast-pairs.ts';

/** Finds invalid colors and pairs with too little contrast. */
export function findPaletteIssues(palette: Palette): string[] {
  const { accents, surfaces, tones } = palette;
  const invalid = listColors({ accents, surfaces, tones }, []).flatMap(({ path, color }) => {
    const reason = checkColor(color, path.at(-1));
    return reason ? [`palette.ts: ${path.join('.')} is "${color}"${reason}`] : [];
  });
  if (invalid.length) return invalid;
  return contrastPairs(palette).flatMap(({ path, foreground, background, surface, min }) => {
    const ratio = contrast(foreground, background);
    if (ratio >= min) return [];
    const found = Math.floor(ratio * 100) / 100;
    const pair = `${path.slice(1).join('.')} ${foreground} on ${surface} ${background}`;
    return [
      `palette.ts: ${pair} has a contrast of ${found}; the minimum is ${min}. Make one of them lighter or darker.`,
    ];
  });
}

function checkColor(color: string, role: string | undefined) {
  if (!isColor(color)) {
    return ', not a color. Use # and 3, 6 or 8 hexadecimal digits, such as #0b1d19.';
  }
  if (color.length === 9 && role !== 'line') {
    return ', which is translucent. Only lines may be: remove the last two digits.';
  }
  return undefined;
}

function listColors(colors: object, at: string[]): { path: string[]; color: string }[] {
  return Object.entries(colors).flatMap(([key, value]) => {
    const path = [...at, key];
    return typeof value === 'object' ? listColors(value, path) : [{ path, color: String(value) }];
  });
}
