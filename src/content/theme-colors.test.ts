import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { themeColors } from './theme-colors.ts';

test('the theme colors are those of palette.css in both schemes', () => {
  const css = readFileSync(new URL('palette.css', import.meta.url), 'utf8');
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  const colorIn = (css: string, name: string) => new RegExp(`--${name}: (#\\w+);`).exec(css)?.[1];
  for (const [theme, colors] of Object.entries(themeColors)) {
    expect(colors.light).toBe(colorIn(light, theme));
    expect(colors.dark).toBe(colorIn(dark, theme) ?? colors.light);
  }
});
