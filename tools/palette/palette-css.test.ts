import { expect, test } from 'vitest';
import * as palette from '../../src/content/palette.ts';
import { themeColors } from '../../src/web/seo/theme-colors.ts';
import { paletteCss } from './palette-css.ts';

test('theme-color matches the surface of the header theme in both schemes', () => {
  const [light = '', dark = ''] = paletteCss(palette).split('@media (prefers-color-scheme: dark)');
  const colorIn = (css: string, name: string) => new RegExp(`--${name}: (#\\w+);`).exec(css)?.[1];
  for (const [theme, colors] of Object.entries(themeColors)) {
    expect(colors.light).toBe(colorIn(light, theme));
    expect(colors.dark).toBe(colorIn(dark, theme) ?? colors.light);
  }
});

test('light sections use the onDark colors in the dark scheme', () => {
  const [, dark = ''] = paletteCss(palette).split('@media (prefers-color-scheme: dark)');
  for (const [role, color] of Object.entries(palette.tones.onDark)) {
    const name = role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(dark).toContain(`--${name}: ${color};`);
  }
});
