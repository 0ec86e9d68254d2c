import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { copySources } from '../tests/fixtures/copy-sources.ts';

const icon = 'src/content/images/favicon.svg';

/** Copies the sources, with an icon. `run` draws the icons with the given Chromium. */
function createCopy() {
  const sources = copySources();
  onTestFinished(sources.remove);
  sources.write(icon, 'As it was');
  const run = (chromium: string) =>
    promisify(execFile)(process.execPath, ['tools/icons.ts'], {
      cwd: sources.folder,
      env: { ...process.env, CHROMIUM: chromium },
    });
  return { sources, run };
}

it('says what to install without Chromium, and writes no icon', async () => {
  const { sources, run } = createCopy();
  await expect(run('/nowhere/chromium')).rejects.toMatchObject({
    code: 1,
    stderr: `No icon is written: /nowhere/chromium does not start. Run "npx playwright install --only-shell --with-deps chromium", or name another Chromium in CHROMIUM.\n`,
  });
  expect(sources.read(icon)).toBe('As it was');
});

const ink =
  'src/content/palette.css: --ink has no color such as #0b1d19: add it, or correct its digits.';
const circle =
  'src/content/mark.svg:1: <circle> is not drawn. Convert it to a <path>: "Object to Path" in Inkscape, "Flatten" in Figma, "Compound Path > Make" in Illustrator.';

it.each([
  [
    'mark',
    'src/content/mark.svg',
    /^[^]*$/,
    '<svg viewBox="0 0 9 9"><circle r="9"/></svg>',
    circle,
  ],
  ['color', 'src/content/palette.css', /--ink: #\w+/, '--ink: navy', ink],
])(
  'refuses a %s that the build refuses, and writes no icon',
  async (_, file, before, after, error) => {
    const { sources, run } = createCopy();
    sources.edit(file, before, after);
    await expect(run('/nowhere/chromium')).rejects.toMatchObject({
      code: 1,
      stderr: `No icon is written.\n${error}\n`,
    });
    expect(sources.read(icon)).toBe('As it was');
  },
);
