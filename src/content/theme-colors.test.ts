import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mailColors, themeColors } from './theme-colors.ts';

const css = readFileSync(new URL('palette.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
const colorIn = (css: string, name: string) => new RegExp(`--${name}: (#\\w+);`).exec(css)?.[1];

test('the theme colors are those of palette.css in both schemes', () => {
  for (const [theme, colors] of Object.entries(themeColors)) {
    expect(colors.light).toBe(colorIn(light, theme));
    expect(colors.dark).toBe(colorIn(dark, theme) ?? colors.light);
  }
});

test('the colors of e-mails are those of palette.css', () => {
  const names = Object.keys(mailColors);
  const property = (name: string) =>
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const expected = names.map((name) => [name, colorIn(light, property(name))]);
  expect(mailColors).toEqual(Object.fromEntries(expected));
});
