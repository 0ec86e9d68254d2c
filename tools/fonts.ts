import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fromBuffer } from '@capsizecss/unpack';
import { Command } from '@commander-js/extra-typings';
import { create, type Font } from 'fontkitten';
// @ts-expect-error The package has no types.
import subsetFont from 'subset-font';
import { fonts } from '../src/content/fonts/fonts.ts';
import { toExcerpt } from '../src/text/excerpt.ts';

const folder = 'src/content/fonts';
const licenseFile = `${folder}/OFL.txt`;
const roles = ['serif', 'sans'] as const;
type Role = (typeof roles)[number];

const families = { serif: 'FirmSerif', sans: 'FirmSans' };

interface Fallback {
  family: string;
  /** Names of system fonts. Browsers use the first available one. */
  local: string[];
  /** Average width of a character in em, from @capsizecss/metrics. */
  width: number;
}

/**
 * Fallback fonts: Times and Arial are on systems of Apple and Microsoft, Noto Serif and Roboto on
 * Android. Each missing font delays the first paint, by 0.7 ms on Linux.
 */
const fallbacks: Record<Role, Fallback[]> = {
  serif: [
    { family: 'FirmSerifA', local: ['Liberation Serif', 'Times New Roman'], width: 0.4062 },
    { family: 'FirmSerifB', local: ['Noto Serif'], width: 0.481 },
  ],
  sans: [{ family: 'FirmSansA', local: ['Liberation Sans', 'Arial', 'Roboto'], width: 0.4458 }],
};

export async function renderFontsCss(): Promise<string> {
  let css = '/* Written by npm run fonts. */\n';
  for (const role of roles) {
    css += renderFace(role);
    for (const weight of fonts[role].weights) css += await renderFallbacks(role, weight);
  }
  return css;
}

const renderFace = (role: Role) => `@font-face {
  font-family: ${families[role]};
  src: url('${role}.woff2') format('woff2');
  font-weight: ${getRange(role).min} ${getRange(role).max};
  font-display: swap;
}
`;

/** Reads a font of the site. `weight`: single weight of a variable font. */
const readFont = (role: Role, weight?: number): Promise<Buffer> =>
  subsetFont(readFileSync(`${folder}/${role}.woff2`), '', {
    targetFormat: 'sfnt',
    keepAllGlyphs: true,
    variationAxes: isVariable(role) && weight ? { wght: weight } : {},
  });

/** Matches emoji, for which systems have a font, and invisible characters such as a soft hyphen. */
export const drawnWithoutFont = /\p{RGI_Emoji}|\p{Default_Ignorable_Code_Point}/gv;

/** Lists the files with texts of the content, including captions of drawings. */
const listContentFiles = (): string[] =>
  globSync(['src/content/*.ts', 'src/content/drawings/*.svg']).sort();

/** Returns the characters beyond ASCII in the texts of a file. */
function readFileCharacters(file: string): string[] {
  const text = readEscapes(readFileSync(file, 'utf8')).replaceAll(drawnWithoutFont, '');
  return [...new Set(text)].filter((character) => character > '~');
}

/** Matches an escape sequence of JavaScript, such as \xE9, \u20AC or \u{1F6A2}. */
const escape = /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]+)\})/gi;

/** Replaces the escape sequences of source text with their characters. */
const readEscapes = (source: string): string =>
  source.replace(escape, (_, byte?: string, unit?: string, codePoint?: string) =>
    String.fromCodePoint(parseInt(byte ?? unit ?? codePoint ?? '', 16)),
  );

/**
 * Returns the characters that a pattern matches. Without the flag `u`, a pattern matches none
 * beyond U+FFFF.
 */
export function listCharacters(pattern: RegExp): string {
  const count = pattern.unicode || pattern.unicodeSets ? 0x110000 : 0x10000;
  const all = Array.from({ length: count }, (_, codePoint) => String.fromCodePoint(codePoint));
  return all.filter((character) => pattern.test(character) && character.isWellFormed()).join('');
}

/**
 * Describes characters of the content that a font lacks. Browsers draw them with a fallback font.
 */
export const describeMissingCharacters = (): string[] => roles.flatMap(describeMissing);

function describeMissing(role: Role): string[] {
  const font = create(readFileSync(`${folder}/${role}.woff2`)) as Font;
  const isMissing = (character: string) =>
    !font.hasGlyphForCodePoint(character.codePointAt(0) as number);
  const characters = new Set<string>();
  const files: string[] = [];
  for (const file of listContentFiles()) {
    const missing = readFileCharacters(file).filter(isMissing);
    if (missing.length > 0) files.push(file);
    for (const character of missing) characters.add(character);
  }
  if (files.length === 0) return [];
  return [
    `${files.join(', ')}: the ${role} font lacks “${[...characters].join('')}”, for which browsers use another one. Give the complete font to "npm run fonts -- --${role} FILE", take another font, or leave these characters out.`,
  ];
}

/**
 * Returns the license file with the copyrights of both fonts before its first empty line. Returns
 * it unchanged if it is not the SIL Open Font License, or if a font has no copyright.
 */
export function renderLicense(): string {
  const license = readFileSync(licenseFile, 'utf8');
  const copyrights = roles.map((role) => readName(role, 'copyright'));
  if (!isOpenFontLicense(license) || copyrights.includes('')) return license;
  return [...new Set(copyrights)].join('\n') + license.slice(license.indexOf('\n\n'));
}

/** Returns sentences about missing licenses. None if the file has another license. */
function findLicenseErrors(): string[] {
  const text = readFileSync(licenseFile, 'utf8');
  if (!isOpenFontLicense(text)) return [];
  return roles.flatMap((role) => {
    const license = readName(role, 'license');
    const [firstLine = ''] = license.split('\n');
    if (!isOpenFontLicense(license) && !text.includes(firstLine))
      return `The ${role} font has another license than ${licenseFile}, “${toExcerpt(license, 120)}”: write that license into the file.`;
    if (readName(role, 'copyright') === '')
      return `The ${role} font names no copyright: write that of its license before the first empty line of ${licenseFile}.`;
    return [];
  });
}

const isOpenFontLicense = (text: string): boolean =>
  /open font license|scripts\.sil\.org\/OFL|openfontlicense\.org/i.test(text);

/** Returns an entry of the name table of a font; empty if it has none. */
function readName(role: Role, key: 'copyright' | 'license'): string {
  const font = create(readFileSync(`${folder}/${role}.woff2`)) as Font;
  return (font.getName(key) ?? '').trim().replaceAll(/\n\s+/g, '\n');
}

async function renderFallbacks(role: Role, weight: number) {
  const font = await readFont(role, weight);
  const { ascent, descent, unitsPerEm, xWidthAvg } = await fromBuffer(font);
  const percent = (ratio: number) => `${Number((ratio * 100).toFixed(2))}%`;
  const faces = fallbacks[role].map(({ family, local, width }) => {
    const scale = xWidthAvg / unitsPerEm / width;
    return `@font-face {
  font-family: ${family};
  src: ${local.map((name) => `local('${name}')`).join(', ')};
  font-weight: ${weight};
  ascent-override: ${percent(ascent / unitsPerEm / scale)};
  descent-override: ${percent(-descent / unitsPerEm / scale)};
  size-adjust: ${percent(scale)};
}
`;
  });
  return faces.join('');
}

async function writeSubset(role: Role, file: string) {
  const { characters, axes } = fonts[role];
  const error = findFontError(role, file);
  if (error !== undefined) {
    process.stderr.write(`${file} ${error}\n`);
    process.exit(1);
  }
  const weightAxis = isVariable(role) ? { wght: getRange(role) } : {};
  const text = listCharacters(characters) + listContentFiles().flatMap(readFileCharacters).join('');
  const subset = await subsetFont(readFileSync(file), text, {
    targetFormat: 'woff2',
    keepFeatures: ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk'],
    noHinting: true,
    preserveNameIds: [0, 13, 14], // copyright and license
    variationAxes: { ...axes, ...weightAxis },
  });
  const target = `${folder}/${role}.woff2`;
  const before = existsSync(target) ? await readFontCharacters(role) : [];
  const isWritten = writeIfChanged(target, subset);
  const after = await readFontCharacters(role);
  const changes: string[] = [];
  const added = after.filter((character) => !before.includes(character));
  if (added.length > 0) changes.push(`added “${added.join('')}”`);
  const removed = before.filter((character) => !after.includes(character));
  if (removed.length > 0) changes.push(`removed “${removed.join('')}”`);
  report(target, isWritten, changes.join(', '));
}

/** Describes how a font differs from its description in fonts.ts. */
function findFontError(role: Role, file: string): string | undefined {
  const { axes = {}, weights } = fonts[role];
  if (!existsSync(file)) return 'cannot be read.';
  const font = openFont(file);
  if (!font) return 'is no font: give a file such as TTF, OTF or WOFF2.';
  const at = `of ${role} in src/content/fonts/fonts.ts`;
  const missing = Object.keys(axes).find((axis) => !(axis in font.variationAxes));
  if (missing !== undefined) return `has no axis “${missing}”: remove it from axes ${at}.`;
  const { wght } = font.variationAxes;
  if (isVariable(role) && !wght) {
    return `has one weight: write one in weights ${at}, such as weights: [400].`;
  }
  const isOutside = wght && weights.some((weight) => weight < wght.min || weight > wght.max);
  if (isVariable(role) && isOutside) {
    return `has weights from ${wght.min} to ${wght.max}: write those in weights ${at}.`;
  }
  return undefined;
}

function openFont(file: string): Font | undefined {
  try {
    return create(readFileSync(file)) as Font;
  } catch {
    return undefined;
  }
}

async function readFontCharacters(role: Role): Promise<string[]> {
  const font = create(await readFont(role)) as Font;
  // The last entry is U+FFFF, which marks the end of the list.
  const codePoints = font.characterSet.filter((codePoint) => codePoint !== 0xffff);
  return codePoints.map((codePoint) => String.fromCodePoint(codePoint));
}

/** Writes a file if its content differs. Returns true if it wrote the file. */
function writeIfChanged(file: string, content: Uint8Array): boolean {
  if (existsSync(file) && readFileSync(file).equals(content)) return false;
  writeFileSync(file, content);
  return true;
}

function report(file: string, isWritten: boolean, changes = '') {
  const details = changes && `: ${changes}`;
  process.stdout.write(isWritten ? `Wrote ${file}${details}.\n` : `${file} is unchanged.\n`);
}

const isVariable = (role: Role) => fonts[role].weights.length > 1;
const getRange = (role: Role) => ({
  min: Math.min(...fonts[role].weights),
  max: Math.max(...fonts[role].weights),
});

if (import.meta.main) {
  const files: Partial<Record<Role, string>> = new Command('npm run fonts --')
    .description(
      `Write fonts.css, with fallback fonts of the same metrics, so that the layout does not shift when the fonts load, and the copyrights of OFL.txt, in ${folder}. Print what was written, and the characters of the content that a font lacks.`,
    )
    .option('--serif <file>', 'Write the subset of this font for headlines first.')
    .option('--sans <file>', 'Write the subset of this font for text first.')
    .showHelpAfterError()
    .parse()
    .opts();
  for (const role of roles) {
    const file = files[role];
    if (file !== undefined) await writeSubset(role, file);
  }
  const texts = [
    [`${folder}/fonts.css`, await renderFontsCss()],
    [licenseFile, renderLicense()],
  ] as const;
  for (const [file, text] of texts) report(file, writeIfChanged(file, Buffer.from(text)));
  for (const warning of [...findLicenseErrors(), ...describeMissingCharacters()])
    process.stderr.write(`${warning}\n`);
}
