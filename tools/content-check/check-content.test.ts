import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copySources, type SourcesCopy } from '../../tests/fixtures/copy-sources.ts';
import { checkContent } from './check-content.ts';

/** A change, what is said of it, and of which file if not of the changed one. */
type Row = [
  file: string,
  before: string | RegExp,
  after: string,
  words: RegExp,
  faultFile?: string,
];

const content = 'src/content';
let sources: SourcesCopy;
// The content imports nothing from other folders.
beforeEach(() => (sources = copySources([content, 'package.json'])));
afterEach(() => sources.remove());

it('finds nothing wrong with the content as it is', async () => {
  expect(await checkContent(sources.folder)).toEqual([]);
});

describe('names the file and the key, what is wrong and what to do', () => {
  it.each<Row>([
    [
      'firm.ts',
      /email: '[^']*'/,
      "email: 'partnerships@aldermere'",
      /firm.email is no e-mail address. Write one such as/,
    ],
    [
      'firm.ts',
      /timeZone: '[^']*'/,
      "timeZone: 'America/Bostn'",
      /firm.timeZone is no time zone. Write one of IANA's/,
    ],
    [
      'firm.ts',
      /platform: '[^']*'/,
      "platform: 'An Exceedingly Long Name'",
      /firm.platform has 24 characters, and 16 at most: .*Shorten it/,
    ],
    [
      'firm.ts',
      /closes: '[^']*'/,
      "closes: '18.00'",
      /firm.hours.closes is no time of day. Write HH:MM/,
    ],
    [
      'firm.ts',
      /closes: '[^']*'/,
      "closes: '09:00'",
      /firm.hours.closes is not after firm.hours.opens. Swap/,
    ],
    ['firm.ts', /city: '[^']*'/, "city: ' '", /firm.address.city is empty. Write its text/],
    [
      'firm.ts',
      "url: 'https:",
      "url: 'http:",
      /firm.heroImage.url is no address of a photograph. Write one that starts with https/,
    ],
    [
      'about.ts',
      'title: `About | ${name}`',
      `title: \`About \${name} ${'and more '.repeat(6)}|\``,
      /about.meta.title has \d+ characters, and 60 at most: search engines/,
    ],
    [
      'about.ts',
      'title: `About | ${name}`',
      'title: `Home | ${name}`',
      /home.meta.title is also that of about.ts.*change one/,
      'home.ts',
    ],
    [
      'home.ts',
      'description: `${name} is',
      `description: \`${'Far too much. '.repeat(9)} \${name} is`,
      /home.meta.description has \d+ characters, and 160 at most/,
    ],
    [
      'home.ts',
      "title: 'Embedded Execution'",
      "title: 'Durable Value Creation'",
      /home.lens.pillars.1 has the title of another item/,
    ],
    ['home.ts', "action: 'Get In Touch'", "action: ''", /home.call.action is empty/],
    [
      'ecosystems.ts',
      "title: 'Ecosystems of Scale & Significance'",
      "title: 'Ecosystems of Very Considerable Scale & Significance'",
      /has to fit on the card/,
    ],
    [
      'palette.ts',
      /muted: '[^']*'/,
      "muted: '#8a9a93'",
      /onLight.muted #8a9a93 on film \(light\) #\w+ has a contrast of 2\.\d+, and 4\.5 at least is needed/,
    ],
    [
      'palette.ts',
      /fieldLine: '[^']*'/,
      "fieldLine: '#c0c8c4'",
      /onLight.fieldLine #c0c8c4 on field #\w+ has a contrast of 1\.\d+, and 3 at least/,
    ],
    [
      'palette.ts',
      /brass: '[^']*'/,
      "brass: 'gold'",
      /accents.brass is "gold", no colour. Write #/,
    ],
    [
      'palette.ts',
      /oxide: '[^']*'/,
      "oxide: '#9b2c1c80'",
      /accents.oxide is "#9b2c1c80", which is seen through/,
    ],
  ])('%s: %s -> %s', async (file, before, after, words, faultFile = file) => {
    sources.edit(`${content}/${file}`, before, after);
    const faults = await checkContent(sources.folder);
    const found = faults.filter((fault) => fault.startsWith(`${content}/${faultFile}: `));
    expect(found.join('\n'), faults.join('\n')).toMatch(words);
  });
});

it('`npm run check` names the place in the content where a text is missing that a page shows', async () => {
  const line = sources.edit(
    `${content}/home.ts`,
    "    lede: 'Three questions decide what we own. We answer them in this order.',\n",
    '',
  );
  const options = { strict: true, noEmit: true, target: 'ES2024', lib: ['ES2024'], types: [] };
  sources.write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: { ...options, module: 'NodeNext', allowImportingTsExtensions: true },
      files: ['page.ts'],
    }),
  );
  sources.write(
    'page.ts',
    `import type { home } from './${content}/home.ts';
    type Lens = typeof home['lens'];
    export const one = ({ title, lede }: Lens) => title + lede;
    export const other = (lens: Lens) => lens.title + lens.lede;`,
  );
  const script = path.resolve(import.meta.dirname, 'run.ts');
  const checked = promisify(execFile)(process.execPath, [script], { cwd: sources.folder });
  // The object that lacks it starts two lines above.
  const place = `${content}/home.ts:${line - 2}: lede is missing here, and page.ts`;
  await expect(checked).rejects.toMatchObject({
    code: 1,
    stderr: `${place}:3 shows it. Write it.\n${place}:4 shows it. Write it.\n\n`,
  });
});
