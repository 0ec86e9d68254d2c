import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { SatoriOptions } from 'satori';

const { resolve } = createRequire(import.meta.url);

const families = {
  Newsreader: { file: 'newsreader', weights: [300, 400] },
  'Instrument Sans': { file: 'instrument-sans', weights: [500] },
} as const;

/** Returns a CSS font family, with its extended Latin characters, as in Polish and Turkish names. */
export const family = (name: keyof typeof families) => `${name}, ${name} Extended`;

/** Loads the site's fonts in the weights of the cards: satori does not support variable fonts. */
export function loadCardFonts(): Promise<SatoriOptions['fonts']> {
  const fonts = Object.entries(families).flatMap(([name, { file, weights }]) =>
    weights.flatMap((weight) => [
      { name, weight, path: `${file}/files/${file}-latin-${weight}-normal.woff` },
      {
        name: `${name} Extended`,
        weight,
        path: `${file}/files/${file}-latin-ext-${weight}-normal.woff`,
      },
    ]),
  );
  return Promise.all(
    fonts.map(async ({ path, ...font }) => ({
      ...font,
      data: await readFile(resolve(`@fontsource/${path}`)),
    })),
  );
}
