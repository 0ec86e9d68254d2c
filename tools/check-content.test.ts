import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { copySources, type SourcesCopy } from '../tests/fixtures/copy-sources.ts';

function createCopy() {
  const sources = copySources();
  onTestFinished(sources.remove);
  return sources;
}

it('a build stops without a drawing that a page shows', async () => {
  const sources = createCopy();
  for (const name of ['keel', 'body-plan'])
    rmSync(path.join(sources.folder, `src/content/drawings/${name}.svg`));
  // Two pages and the header have the body plan.
  expect(await readErrors(sources)).toBe(`\
src/content/drawings/body-plan.svg is missing: an empty file leaves it out.
src/content/drawings/keel.svg is missing: an empty file leaves it out.
`);
});

it.each(['personas', 'companySizes', 'timelines'])(
  'a build stops at two choices of %s with one label',
  async (list) => {
    const sources = createCopy();
    const file = 'src/content/fields.ts';
    const own = "first: 'Ours', second: 'Theirs', third: 'Ours', fourth: 'Nobody’s'";
    sources.edit(file, new RegExp(`(?<=export const ${list} = \\{)`), `${own},`);
    expect(await readErrors(sources)).toBe(
      `${file}: two choices of ${list} have the label "Ours": write another one for one of them.\n`,
    );
  },
);

it('a build stops at two pages with one path or name', async () => {
  const sources = createCopy();
  const file = 'src/content/pages.ts';
  const added = "{ path: '/About', name: 'News' }, { path: '/platform', name: 'News' },";
  sources.edit(file, /^\];/m, `  ${added}\n];`);
  expect(await readErrors(sources)).toBe(`\
${file}: two pages have the path "/about": write another one for one of them, or remove it.
${file}: two pages have the path "/platform": write another one for one of them, or remove it.
${file}: two pages have the name "News": write another one for one of them, or remove it.
`);
});

it.each(['http://images.example/{width}.jpg', 'hero-{width}.jpg'])(
  'a build stops at the hero image %s',
  async (url) => {
    const sources = createCopy();
    const file = 'src/content/firm.ts';
    const image = `{ url: '${url}', widths: [640] }`;
    sources.write(file, `${sources.read(file)}\nfirm.heroImage = ${image};\n`);
    expect(await readErrors(sources)).toBe(
      `${file}: firm.heroImage.url begins neither with https:// nor with the slash of a path such as /hero-{width}.jpg: write one of them.\n`,
    );
  },
);

it('a build stops at a missing color, and says what to write', async () => {
  const sources = createCopy();
  const file = 'src/content/palette.css';
  sources.write(file, sources.read(file).replaceAll(/--brass: .*/g, ''));
  expect(await readErrors(sources)).toBe(
    `${file}: --brass has no color such as #0b1d19: add it, or correct its digits.\n`,
  );
});

it('a build stops at an image of a page that is missing', async () => {
  const sources = createCopy();
  const page = 'src/web/pages/about/about.tsx';
  const line = sources.edit(page, '<p className="statement">', '<img src="/team.jpg" alt="" /><p>');
  expect(await readErrors(sources)).toBe(`${page}:${line} needs src/content/images/team.jpg.\n`);
});

it('a build stops at a response before the review, and at links that expire at once', async () => {
  const sources = createCopy();
  const file = 'src/content/periods.ts';
  sources.edit(file, '{ review: 24, response: 48 }', '{ review: 48, response: 24 }');
  sources.edit(file, 'linkDays = 30', 'linkDays = 0');
  const errors = await readErrors(sources);
  expect(errors).toContain(`${file}: promisedHours.response is shorter than`);
  expect(errors).toContain(`${file}: linkDays is less than 1`);
});

async function readErrors({ folder: cwd }: SourcesCopy) {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/build.ts', '--errors'], {
    cwd,
  });
  return stdout;
}
