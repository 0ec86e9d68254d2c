import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** One of the site's fonts: where it comes from, and what is kept of it. */
interface Font {
  name: string;
  source: string;
  /** The lightest and the boldest weight that src/web/styles names. */
  weights: { min: number; max: number };
  /** Characters that are kept whether or not a page shows them today. */
  characters: string;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const latin1 = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝ';
const prose = ` ${letters}0123456789.,:;!?'"()-–—‘’“”…/&+%$*©`;

const fonts: Font[] = [
  {
    name: 'newsreader',
    source: '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
    weights: { min: 200, max: 400 },
    // Headings: a capital with an accent, as in a name, comes from the words themselves.
    characters: prose + latin1.slice(0, 30),
  },
  {
    name: 'instrument-sans',
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    weights: { min: 400, max: 500 },
    // Also what a visitor types into the form.
    characters: `${prose}#<=>@[\\]^_\`{|}~${latin1}`,
  },
];

/** Kerning, ligatures and composed accents; not small capitals, fractions and alternates. */
const features = ['kern', 'liga', 'clig', 'calt', 'rlig', 'ccmp', 'locl', 'mark', 'mkmk'];
/** The copyright, and the licence (OFL), which asks to stay with the font. */
const nameIds = [0, 13, 14];

const cacheFolder = path.resolve('node_modules/.cache/fonts');

/** Makes `url('subset/newsreader.woff2')` in a style sheet name the font with what the site shows of it. */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    async config() {
      return { resolve: { alias: { subset: await makeFonts() } } };
    },
  };
}

/** Makes the fonts, unless the same ones were made before, and says in which folder they are. */
async function makeFonts() {
  const { resolve } = createRequire(import.meta.url);
  const words = charactersOfTheWords();
  const inputs = fonts.map((font) => ({ ...font, original: readFileSync(resolve(font.source)) }));

  const key = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .update(words);
  for (const { original } of inputs) key.update(original);
  const folder = path.join(cacheFolder, key.digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true });

  for (const { name, original, weights, characters } of inputs) {
    const file = path.join(folder, `${name}.woff2`);
    if (existsSync(file)) continue;
    const subset = await subsetFont(original, characters + words, {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
      keepFeatures: features,
      preserveNameIds: nameIds,
    });
    // Whole or not at all: another process may read it.
    writeFileSync(`${file}.${process.pid}`, subset);
    renameSync(`${file}.${process.pid}`, file);
  }
  return folder;
}

/** Beyond ASCII, sources have only what is to be read: characters of the site's own words. */
function charactersOfTheWords() {
  const sources = globSync(['src/{web,content}/**/*.{ts,tsx}', 'src/inquiry/inquiry.ts']);
  const texts = sources.map((file) => readFileSync(file, 'utf8')).join('');
  return [...new Set(texts.match(/\P{ASCII}/gu))].sort().join('');
}
