import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AtRule, Helpers } from 'postcss';
import { type Plugin, transformWithOxc } from 'vite';
import type { Palette } from '../../src/content/colors.ts';
import { paletteCss } from './palette-css.ts';

const file = path.resolve('src/content/palette.ts');

/** Makes `@palette;` in a style sheet the firm's colours as custom properties. */
export const palette = (): Plugin => ({
  name: 'palette',
  config: () => ({ css: { postcss: { plugins: [atPalette] } } }),
});

const atPalette = {
  postcssPlugin: 'palette',
  AtRule: {
    async palette(rule: AtRule, { result, postcss }: Helpers) {
      rule.replaceWith(postcss.parse(paletteCss(await loadPalette()), { from: file }).nodes);
      // In development, a change of the file is one of the style sheet.
      const parent = rule.source?.input.file;
      result.messages.push({ type: 'dependency', plugin: 'palette', file, parent });
    },
  },
};

/** As it is now. `node --watch` would restart for a change of what Node itself imports. */
async function loadPalette(): Promise<Palette> {
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
