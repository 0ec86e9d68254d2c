import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** A font's source, and the subset to keep. */
interface Font {
  name: string;
  source: string;
  /** Range of the weights in src/web/styles, and the optical size in pixels, if the font has any. */
  axes: { wght: { min: number; max: number }; opsz?: number };
  /** Characters to keep in addition to those of the copy. */
  characters: string;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const latin1 = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝ';
const proseCharacters = ` ${letters}0123456789.,:;!?'"()-–—‘’“”…/&+%$*©`;

const fonts: Font[] = [
  {
    name: 'newsreader',
    source: '@fontsource-variable/newsreader/files/newsreader-latin-standard-normal.woff2',
    // The display cut. A range of optical sizes would exceed the budget of the fonts.
    axes: { wght: { min: 300, max: 400 }, opsz: 72 },
    // Headings: accented capitals, as in names, come from the copy.
    characters: proseCharacters + latin1.slice(0, 30),
  },
  {
    name: 'instrument-sans',
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 500 } },
    // Includes characters that visitors type into the form.
    characters: `${proseCharacters}#<=>@[\\]^_\`{|}~${latin1}`,
  },
];

/** OpenType features: kerning, ligatures and composed accents. */
const features = ['kern', 'liga', 'clig', 'calt', 'rlig', 'ccmp', 'locl', 'mark', 'mkmk'];
/** Copyright and licence: the OFL requires to keep them. */
const nameIds = [0, 13, 14];

const cacheFolder = path.resolve('node_modules/.cache/fonts');

/** Resolves `url('subset/newsreader.woff2')` in a style sheet to the font's subset. */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    async config() {
      return { resolve: { alias: { subset: await buildFonts() } } };
    },
  };
}

/** Builds the subsets unless they are cached. Returns their folder. */
async function buildFonts() {
  const { resolve } = createRequire(import.meta.url);
  const copyCharacters = charactersInCopy();
  const inputs = fonts.map((font) => ({ ...font, original: readFileSync(resolve(font.source)) }));

  const key = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .update(copyCharacters);
  for (const { original } of inputs) key.update(original);
  const folder = path.join(cacheFolder, key.digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true });

  for (const { name, original, axes, characters } of inputs) {
    const file = path.join(folder, `${name}.woff2`);
    if (existsSync(file)) continue;
    const subset = await subsetFont(original, characters + copyCharacters, {
      targetFormat: 'woff2',
      variationAxes: axes,
      keepFeatures: features,
      preserveNameIds: nameIds,
    });
    // Atomic, since another process may read the file.
    writeFileSync(`${file}.${process.pid}`, subset);
    renameSync(`${file}.${process.pid}`, file);
  }
  return folder;
}

/** Returns the non-ASCII characters of the sources, which only the copy contains. */
function charactersInCopy() {
  const sources = globSync(['src/{web,content}/**/*.{ts,tsx}', 'src/inquiry/inquiry.ts']);
  const texts = sources.map((file) => readFileSync(file, 'utf8')).join('');
  return [...new Set(texts.match(/\P{ASCII}/gu))].sort().join('');
}
