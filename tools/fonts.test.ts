import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { create, type Font } from 'fontkitten';
// @ts-expect-error The package has no types.
import subsetFont from 'subset-font';
import { expect, it, onTestFinished } from 'vitest';
import { copySources } from '../tests/fixtures/copy-sources.ts';
import {
  describeMissingCharacters,
  listCharacters,
  renderFontsCss,
  renderLicense,
} from './fonts.ts';

const licenseFile = 'src/content/fonts/OFL.txt';

it('fonts.css has the metrics of the fonts; else run "npm run fonts"', async () => {
  expect(readFileSync('src/content/fonts/fonts.css', 'utf8')).toBe(await renderFontsCss());
});

it('OFL.txt has the copyrights of the fonts; else run "npm run fonts"', () => {
  expect(readFileSync(licenseFile, 'utf8')).toBe(renderLicense());
});

it('the fonts have all characters of the content', () => {
  expect(describeMissingCharacters()).toEqual([]);
});

const sansFile = 'src/content/fonts/sans.woff2';

/** Copies the sources. `run` runs the command there, and resolves to its output. */
function createCopy() {
  const sources = copySources();
  onTestFinished(sources.remove);
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['tools/fonts.ts', ...args], { cwd: sources.folder });
  return { sources, run };
}

it('the command says what it wrote, and which characters it added and removed', async () => {
  const { sources, run } = createCopy();
  expect((await run()).stdout).toBe(`src/content/fonts/fonts.css is unchanged.
src/content/fonts/OFL.txt is unchanged.
`);
  // Only four letters, because the firm's font or content may have any other character.
  const fourLetters = await subsetFont(readFileSync(sansFile), 'abcd');
  writeFileSync(`${sources.folder}/four-letters.woff2`, fourLetters);
  const file = 'src/content/fonts/fonts.ts';
  const before = sources.read(file);
  const describe = (characters: string) =>
    sources.write(file, `${before}\nfonts.sans.characters = ${characters};\n`);
  const runWithFont = async () => (await run('--sans', 'four-letters.woff2')).stdout;
  describe('/[a-c]/');
  expect(await runWithFont()).toMatch(
    /^Wrote src\/content\/fonts\/sans\.woff2: removed “[^\uFFFF]*d[^\uFFFF]*”\.\n/,
  );
  describe('/[b-d]/');
  expect(await runWithFont()).toMatch(
    /^Wrote src\/content\/fonts\/sans\.woff2: added “d”, removed “a”\.\n/,
  );
  expect(await runWithFont()).toMatch(/^src\/content\/fonts\/sans\.woff2 is unchanged\.\n/);
});

// Characters for private use, which no font has.
it.each(['\uE123', '\u{F0000}'])(
  'the command names the character %j of a caption',
  async (character) => {
    const { sources, run } = createCopy();
    sources.write('src/content/drawings/sides.svg', `<svg><title>${character}</title></svg>`);
    const { stderr } = await run();
    expect(stderr).toMatch(new RegExp(`the serif font lacks “.*${character}.*”`, 'u'));
    expect(stderr).toMatch(new RegExp(`the sans font lacks “.*${character}.*”`, 'u'));
  },
);

it.each([
  [String.raw`\uE123`, '\uE123'],
  [String.raw`\u{F0000}`, '\u{F0000}'],
  [String.raw`\x85`, '\x85'],
])('the command names the character of a text that is written as %s', async (escape, character) => {
  const { sources, run } = createCopy();
  const file = 'src/content/firm.ts';
  sources.write(file, `${sources.read(file)}\nfirm.platform = '${escape}';\n`);
  expect((await run()).stderr).toMatch(new RegExp(`the sans font lacks “.*${character}.*”`, 'u'));
});

it('the command leaves emoji to the system, and characters that nobody sees', async () => {
  const { sources, run } = createCopy();
  const before = await run();
  const caption = '🏗️ 👩‍🚀 🇳🇱 Ship\u00ADyard';
  sources.write('src/content/drawings/sides.svg', `<svg><title>${caption}</title></svg>`);
  expect(await run()).toEqual(before);
  const file = 'src/content/firm.ts';
  const escapes = String.raw`\u{1F6A2} \uD83D\uDEA2 Ship\u00ADyard`;
  sources.write(file, `${sources.read(file)}\nfirm.platform = '${escapes}';\n`);
  expect(await run()).toEqual(before);
});

it('a pattern names characters of every plane, and no halves of them', () => {
  expect(listCharacters(/[a\u{1D538}]/u)).toBe('a𝔸');
  expect(listCharacters(/[\uD7FF-\uE000]/)).toBe('\uD7FF\uE000');
});

it('the command says what a font lacks of its description, and writes nothing', async () => {
  const { sources, run } = createCopy();
  const { variationAxes } = create(readFileSync(sansFile)) as Font;
  const axis = variationAxes['wght'] ? { wght: 400 } : {};
  const oneWeight = await subsetFont(readFileSync(sansFile), 'abc', { variationAxes: axis });
  writeFileSync(`${sources.folder}/one-weight.ttf`, oneWeight);
  const file = 'src/content/fonts/fonts.ts';
  const before = sources.read(file);
  const describe = (font: string) =>
    sources.write(
      file,
      before.replace(/sans: \{[^}]*\}/, `sans: { characters: /[a-c]/, ${font} }`),
    );
  const refuse = async (font: string, error: string) =>
    expect(run('--sans', font)).rejects.toMatchObject({
      code: 1,
      stderr: `${error}\n`,
      stdout: '',
    });
  const at = `of sans in ${file}`;
  describe('weights: [400], axes: { opsz: 14 }');
  await refuse('one-weight.ttf', `one-weight.ttf has no axis “opsz”: remove it from axes ${at}.`);
  describe('weights: [400, 500]');
  await refuse(
    'one-weight.ttf',
    `one-weight.ttf has one weight: write one in weights ${at}, such as weights: [400].`,
  );
  await refuse('package.json', 'package.json is no font: give a file such as TTF, OTF or WOFF2.');
  await refuse('nowhere.ttf', 'nowhere.ttf cannot be read.');
  describe('weights: [400]');
  expect((await run('--sans', 'one-weight.ttf')).stdout).toContain(
    'Wrote src/content/fonts/sans.woff2',
  );
});

const openFontLicense =
  'This Font Software is licensed under the SIL Open Font License, Version 1.1.\n';

/** Name ids of a font: https://learn.microsoft.com/en-us/typography/opentype/spec/name */
const copyrightId = 0;
const familyId = 1;
const identifierId = 3;
const licenseId = 13;
const unusedId = 20;

/**
 * Writes both fonts of a copy with other name ids, so that a font has a license or lacks a
 * copyright. Resolves to their copyrights.
 */
async function writeFonts(folder: string, numbers: Record<number, number>): Promise<string> {
  const copyrights = new Set<string | null>();
  for (const role of ['serif', 'sans']) {
    const file = `src/content/fonts/${role}.woff2`;
    const font: Buffer = await subsetFont(readFileSync(file), 'abc', { targetFormat: 'sfnt' });
    renumberNames(font, numbers);
    const options = { targetFormat: 'woff2', preserveNameIds: [copyrightId, licenseId] };
    const written: Buffer = await subsetFont(font, 'abc', options);
    writeFileSync(`${folder}/${file}`, written);
    copyrights.add((create(written) as Font).getName('copyright'));
  }
  return [...copyrights].join('\n');
}

function renumberNames(font: Buffer, numbers: Record<number, number>) {
  const table = font.readUInt32BE(font.indexOf('name', 12, 'latin1') + 8);
  const count = font.readUInt16BE(table + 2);
  for (let index = 0; index < count; index += 1) {
    const position = table + 6 + 12 * index + 6;
    const number = font.readUInt16BE(position);
    font.writeUInt16BE(numbers[number] ?? number, position);
  }
}

it('the command replaces the copyright of an earlier font', async () => {
  const { sources, run } = createCopy();
  const numbers = { [copyrightId]: unusedId, [familyId]: copyrightId };
  const copyrights = await writeFonts(sources.folder, numbers);
  sources.write(licenseFile, `Copyright 1999 Somebody\n\n${openFontLicense}`);
  expect((await run()).stdout).toContain(`Wrote ${licenseFile}.\n`);
  expect(sources.read(licenseFile)).toBe(`${copyrights}\n\n${openFontLicense}`);
});

it('the command names a font without a copyright, and keeps what was written for it', async () => {
  const { sources, run } = createCopy();
  await writeFonts(sources.folder, { [copyrightId]: unusedId });
  const license = `Copyright 1999 Somebody\n\n${openFontLicense}`;
  sources.write(licenseFile, license);
  const { stderr } = await run();
  expect(stderr).toContain(
    `The sans font names no copyright: write that of its license before the first empty line of ${licenseFile}.\n`,
  );
  expect(sources.read(licenseFile)).toBe(license);
});

it('the command names a font of another license than its file, and keeps a file of another license', async () => {
  const { sources, run } = createCopy();
  await writeFonts(sources.folder, { [identifierId]: licenseId });
  sources.write(licenseFile, `Copyright 1999 Somebody\n\n${openFontLicense}`);
  const { stderr } = await run();
  expect(stderr).toMatch(
    /^The sans font has another license than src\/content\/fonts\/OFL\.txt, “[^”]+”: write that license into the file\.$/m,
  );
  const licenses = [...stderr.matchAll(/another license than .*, “([^”]+)”/g)];
  sources.edit(licenseFile, /$/, licenses.map(([, license]) => license).join('\n'));
  expect((await run()).stderr).not.toContain('another license');
  const another = 'Anybody may use these fonts.\n\nWithout warranty.\n';
  sources.write(licenseFile, another);
  expect((await run()).stderr).not.toContain('license');
  expect(sources.read(licenseFile)).toBe(another);
});
