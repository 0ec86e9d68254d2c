import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { copySources, type SourcesCopy } from '../tests/fixtures/copy-sources.ts';
import { describeExceededBudgets } from './measure-bytes.ts';

it('a build warns of a page that is too large for a round trip, and names page and edit', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const facts = sources.read('src/content/firm.ts');
  // Each page has it, and does not compress well.
  const text = Array.from({ length: 3000 }, (_, index) => (index ** 5 % 9973).toString(36)).join();
  sources.write('src/content/firm.ts', `${facts}\nfirm.disclaimer = '${text}';\n`);
  expect(await buildWithWarnings(sources)).toMatch(
    /^Warning: \/[\w-]* has [\d,]+ B compressed, [\d,]+ more than the budget\. A larger page may wait for a second round trip: shorten its texts, or raise atMost in tools\/measure-bytes\.ts\.$/m,
  );
}, 60_000);

it('a build warns of a title that search results cut', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const [file, notFound] = ['src/content/contact.ts', 'src/content/not-found.ts'];
  // A character that HTML encodes.
  const title = `&${'x'.repeat(70)}`;
  sources.write(file, `${sources.read(file)}\ncontact.meta.title = '${title}';\n`);
  const longest = `\nnotFound.meta.title = '${title.slice(1)}';\n`;
  sources.write(notFound, sources.read(notFound) + longest);
  const warnings = await buildWithWarnings(sources);
  expect(warnings.split('\n').filter((line) => line.includes('title of'))).toEqual([
    `Warning: ${file}: the title of /contact has 71 characters: shorten it to 70, because search results cut longer ones.`,
  ]);
}, 60_000);

it.each([
  ['mark', 'src/content/mark.svg', / d="M/, ' d="M1 1'],
  ['drawing', 'src/content/drawings/hero.svg', / d="M/, ' d="M1 1'],
  ['color', 'src/content/palette.css', /--brass: #\w+/, '--brass: #c0a061'],
  ['headline', 'src/content/home.ts', /title: \['/, "title: ['New "],
])('a build warns of icons with an earlier %s', async (_, file, before, after) => {
  const sources = copySources();
  onTestFinished(sources.remove);
  expect(await readIconWarnings(sources, 'writeIconHash();')).toEqual([]);
  sources.edit(file, before, after);
  expect(await readIconWarnings(sources)).toEqual([
    'src/content/images: the icons and share.png show an earlier mark, drawing, color or headline: run "npm run icons". If you make these images yourself, delete src/content/icons.sha256.',
  ]);
  rmSync(path.join(sources.folder, 'src/content/icons.sha256'));
  expect(await readIconWarnings(sources)).toEqual([]);
});

it('a budget is exceeded by one byte', () => {
  const scripts = { name: '', unit: 'B', subject: 'It has', remedy: 'Shorten it' } as const;
  const describe = (value: number) =>
    describeExceededBudgets([{ ...scripts, value, atMost: 118_000 }]);
  expect(describe(118_000)).toEqual([]);
  expect(describe(118_001)).toEqual([
    'It has 118,001 B compressed, 1 more than the budget. Shorten it, or raise atMost in tools/measure-bytes.ts.',
  ]);
});

async function buildWithWarnings({ folder: cwd }: SourcesCopy) {
  // With the NODE_ENV of Vitest, the build would use the development version of React.
  const env = { ...process.env, NODE_ENV: 'production' };
  return (await promisify(execFile)(process.execPath, ['tools/build.ts'], { cwd, env })).stderr;
}

/** Reads the warnings about icons, after the statement `before`. */
async function readIconWarnings({ folder: cwd }: SourcesCopy, before = ''): Promise<string[]> {
  const script = `import { findOldIcons, writeIconHash } from './tools/icon-sources.ts';
    ${before} console.log(JSON.stringify(findOldIcons()));`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse((await promisify(execFile)(process.execPath, args, { cwd })).stdout);
}
