import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { themeColors } from './theme-colors.ts';

test('browsers take the colours of the design', () => {
  const [light = '', dark = ''] = readFileSync('app/styles/tokens.css', 'utf8').split(
    '@media (prefers-color-scheme: dark)',
  );
  const colorIn = (css: string, name: string) => new RegExp(`--${name}: (#\\w+);`).exec(css)?.[1];
  for (const [tone, colors] of Object.entries(themeColors)) {
    expect(colors.light).toBe(colorIn(light, tone));
    expect(colors.dark).toBe(colorIn(dark, tone) ?? colors.light);
  }
});
