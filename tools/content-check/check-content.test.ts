import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copySources, type SourcesCopy } from '../../tests/fixtures/copy-sources.ts';
import { checkContent } from './check-content.ts';

/** An edit and the expected issue; `issueFile` defaults to the edited file. */
type Row = [
  file: string,
  before: string | RegExp,
  after: string,
  message: RegExp,
  issueFile?: string,
];

const content = 'src/content';
let sources: SourcesCopy;
// The content imports nothing from other folders.
beforeEach(() => (sources = copySources([content, 'package.json'])));
afterEach(() => sources.remove());

it('accepts the content', async () => {
  expect(await checkContent(sources.folder)).toEqual([]);
});

describe('reports the file, key, error and remedy', () => {
  it.each<Row>([
    [
      'firm.ts',
      /email: '[^']*'/,
      "email: 'partnerships@aldermere'",
      /firm.email is not an e-mail address. Use one such as/,
    ],
    [
      'firm.ts',
      /timeZone: '[^']*'/,
      "timeZone: 'America/Bostn'",
      /firm.timeZone is not a time zone. Use an IANA name/,
    ],
    [
      'firm.ts',
      /platform: '[^']*'/,
      "platform: 'An Exceedingly Long Name'",
      /firm.platform has 24 characters; the maximum is 16: .*Shorten it/,
    ],
    [
      'firm.ts',
      /closes: '[^']*'/,
      "closes: '18.00'",
      /firm.hours.closes is not a time of day. Use 24-hour HH:MM/,
    ],
    [
      'firm.ts',
      /closes: '[^']*'/,
      "closes: '09:00'",
      /firm.hours.closes is not after firm.hours.opens. Swap/,
    ],
    [
      'firm.ts',
      "'2026-12-25']",
      "'2026-12-32']",
      /firm.holidays.10 is not a date. Use YYYY-MM-DD, such as 2026-12-25/,
    ],
    ['firm.ts', "'2026-12-25']", "'2026-11-26']", /firm.holidays repeats a date. Remove one/],
    ['firm.ts', /city: '[^']*'/, "city: ' '", /firm.address.city is empty. Add its text/],
    [
      'firm.ts',
      "url: 'https:",
      "url: 'http:",
      /firm.heroImage.url is not an image URL. Use one that starts with https/,
    ],
    [
      'about.ts',
      'title: `About | ${name}`',
      `title: \`About \${name} ${'and more '.repeat(6)}|\``,
      /about.meta.title has \d+ characters; the maximum is 60: search engines/,
    ],
    [
      'about.ts',
      'title: `About | ${name}`',
      'title: `Home | ${name}`',
      /home.meta.title duplicates that of about.ts.*Change one/,
      'home.ts',
    ],
    [
      'home.ts',
      'description: `${name} is',
      `description: \`${'Far too much. '.repeat(9)} \${name} is`,
      /home.meta.description has \d+ characters; the maximum is 160/,
    ],
    [
      'home.ts',
      "title: 'Embedded Execution'",
      "title: 'Durable Value Creation'",
      /home.lens.pillars.1 repeats the title of another item/,
    ],
    ['home.ts', "action: 'Get In Touch'", "action: ''", /home.call.action is empty/],
    [
      'ecosystems.ts',
      "title: 'Ecosystems of Scale & Significance'",
      "title: 'Ecosystems of Very Considerable Scale & Significance'",
      /has to fit on the link preview image/,
    ],
    [
      'palette.ts',
      /muted: '[^']*'/,
      "muted: '#8a9a93'",
      /onLight.muted #8a9a93 on film \(light\) #\w+ has a contrast of 2\.\d+; the minimum is 4\.5/,
    ],
    [
      'palette.ts',
      /fieldLine: '[^']*'/,
      "fieldLine: '#c0c8c4'",
      /onLight.fieldLine #c0c8c4 on field #\w+ has a contrast of 1\.\d+; the minimum is 3/,
    ],
    [
      'palette.ts',
      /brass: '[^']*'/,
      "brass: 'gold'",
      /accents.brass is "gold", not a color. Use #/,
    ],
    [
      'palette.ts',
      /oxide: '[^']*'/,
      "oxide: '#9b2c1c80'",
      /accents.oxide is "#9b2c1c80", which is translucent/,
    ],
  ])('%s: %s -> %s', async (file, before, after, message, issueFile = file) => {
    sources.edit(`${content}/${file}`, before, after);
    const issues = await checkContent(sources.folder);
    const found = issues.filter((issue) => issue.startsWith(`${content}/${issueFile}: `));
    expect(found.join('\n'), issues.join('\n')).toMatch(message);
  });
});

it('`npm run check` locates content that a page uses but that is missing', async () => {
  const line = sources.edit(
    `${content}/home.ts`,
    "    lede: 'Before we commit capital, we ask three questions, in this order.',\n",
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
  // The object starts two lines above.
  const place = `${content}/home.ts:${line - 2}: lede is missing, but page.ts`;
  await expect(checked).rejects.toMatchObject({
    code: 1,
    stderr: `${place}:3 uses it. Add it.\n${place}:4 uses it. Add it.\n\n`,
  });
});
