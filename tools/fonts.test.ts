import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { copySources } from '../tests/fixtures/copy-sources.ts';
import { describeMissing, findMissingCharacters, renderFontsCss, renderLicense } from './fonts.ts';

it('fonts.css has the metrics of the fonts; else run "npm run fonts"', async () => {
  expect(readFileSync('src/content/fonts/fonts.css', 'utf8')).toBe(await renderFontsCss());
});

it('OFL.txt has the copyrights of the fonts; else run "npm run fonts"', async () => {
  expect(readFileSync('src/content/fonts/OFL.txt', 'utf8')).toBe(await renderLicense());
});

it.each(['serif', 'sans'] as const)(
  'the %s font has all characters of the content',
  async (role) => {
    const missing = await findMissingCharacters(role);
    expect(missing, describeMissing(role, missing)).toBe('');
  },
);

const sansFile = 'src/content/fonts/sans.woff2';

/** Copies the sources. `run` resolves to what the command prints there. */
function createCopy() {
  const sources = copySources();
  onTestFinished(sources.remove);
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['tools/fonts.ts', ...args], { cwd: sources.folder });
  return { sources, run };
}

it('the command says what it wrote, and which characters it added and removed', async () => {
  const { sources, run } = createCopy();
  expect(await run()).toEqual({
    stdout: `src/content/fonts/fonts.css is unchanged.
src/content/fonts/OFL.txt is unchanged.
`,
    stderr: '',
  });
  const complete = path.resolve(sansFile);
  const fewer = sources.read('src/content/fonts/fonts.ts').replace(/\[ -~.*\]/, '[ -z~]');
  sources.write('src/content/fonts/fonts.ts', fewer);
  expect((await run('--sans', complete)).stdout).toMatch(
    /^Wrote src\/content\/fonts\/sans\.woff2: removed “\{\|\}.*ÿ.*”\.\n/,
  );
  sources.write('src/content/fonts/fonts.ts', fewer.replace('[ -z~]', '[ -~é]'));
  expect((await run('--sans', complete)).stdout).toMatch(
    /^Wrote src\/content\/fonts\/sans\.woff2: added “\{\|\}é”\.\n/,
  );
  expect((await run('--sans', complete)).stdout).toMatch(
    /^src\/content\/fonts\/sans\.woff2 is unchanged\.\n/,
  );
});

it('the command names characters of a caption that a font lacks', async () => {
  const { sources, run } = createCopy();
  sources.edit('src/content/drawings/sides.svg', '<title>', '<title>Łódź, ');
  expect((await run()).stderr).toContain('The sans font lacks “Łź”');
});
