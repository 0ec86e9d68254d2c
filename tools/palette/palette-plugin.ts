import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AtRule, Helpers } from 'postcss';
import { type Plugin, transformWithOxc } from 'vite';
import type { Palette } from '../../src/content/palette-types.ts';
import { paletteCss } from './palette-css.ts';

const paletteFile = path.resolve('src/content/palette.ts');

/** Replaces `@palette;` in a style sheet by the firm's colors as custom properties. */
export const palette = (): Plugin => ({
  name: 'palette',
  config: () => ({ css: { postcss: { plugins: [paletteAtRule] } } }),
});

const paletteAtRule = {
  postcssPlugin: 'palette',
  AtRule: {
    async palette(rule: AtRule, { result, postcss }: Helpers) {
      rule.replaceWith(postcss.parse(paletteCss(await loadPalette()), { from: paletteFile }).nodes);
      // In development, reload the style sheet when the palette changes.
      const parent = rule.source?.input.file;
      result.messages.push({ type: 'dependency', plugin: 'palette', file: paletteFile, parent });
    },
  },
};

/** Loads the current palette. A normal import would make `node --watch` restart on changes. */
async function loadPalette(): Promise<Palette> {
  const { code } = await transformWithOxc(readFileSync(paletteFile, 'utf8'), paletteFile);
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
