import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { copySources } from '../tests/fixtures/copy-sources.ts';

it('a build stops at facts that it cannot use, images that the server cannot serve, and a mark that pages cannot draw', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const facts = sources.read('src/content/firm.ts');
  sources.write(
    'src/content/firm.ts',
    `${facts}
firm.email = 'partnerships@firm';
firm.locale = 'en_GB';
firm.timeZone = 'America/Bostn';
firm.holidays = ['2026-12-24', '2026-12-32'];
firm.hours.open = { weekdays: ['Mon'], from: '8:30', to: '5:30 PM' };
firm.facts = [{ term: 'People', detail: 'Six', to: '/about' }, { term: 'Founded', detail: '1987', to: 'about' }];
firm.heroImage = { url: '/own-{width}.jpg', widths: [640, 960] };
administrator.email = 'website';
`,
  );
  sources.write('src/content/images/own-640.jpg', '');
  sources.write('src/content/mark.svg', '<svg viewBox="0 0 9 9"><circle r="9"/></svg>');
  expect(await build(sources.folder)).toBe(`Build stopped.
src/content/firm.ts: firm.email is not an e-mail address such as partners@example.com.
src/content/firm.ts: firm.locale is not a language tag: write the codes of language and country, such as en-GB or nl-NL.
src/content/firm.ts: firm.timeZone is not a time zone of the IANA database such as Europe/Paris.
src/content/firm.ts: firm.holidays.1 is not a date such as 2026-12-25.
src/content/firm.ts: firm.hours.open.from is not a time of 24 hours such as 08:30.
src/content/firm.ts: firm.hours.open.to is not a time of 24 hours such as 08:30.
src/content/firm.ts: firm.facts.1.to is neither a path such as /about nor an address such as https://example.com.
src/content/firm.ts: administrator.email is not an e-mail address such as partners@example.com.
src/content/firm.ts: heroImage needs src/content/images/own-960.jpg.
src/content/mark.svg:1: <circle> is not drawn. Convert it to a <path>: "Object to Path" in Inkscape, "Flatten" in Figma, "Compound Path > Make" in Illustrator.
`);
  sources.write('src/content/firm.ts', facts);
  sources.write('src/content/images/team.heic', '');
  expect(await build(sources.folder)).toMatch(/^Build stopped\.\n.*team\.heic cannot be served/);
});

it('a build looks for the files of a hero image by width and height', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const facts = sources.read('src/content/firm.ts');
  const image = "{ url: '/own-{width}x{height}.jpg', widths: [640, 960] }";
  sources.write('src/content/firm.ts', `${facts}\nfirm.heroImage = ${image};\n`);
  sources.write('src/content/images/own-640x427.jpg', '');
  expect(await build(sources.folder)).toBe(
    'Build stopped.\nsrc/content/firm.ts: heroImage needs src/content/images/own-960x640.jpg.\n',
  );
});

it('a build stops at a page without its folder, which would not be found', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const file = 'src/content/pages.ts';
  sources.edit(file, /^\];/m, "  { path: '/new-page', name: 'New' },\n];");
  expect(await build(sources.folder)).toBe(`Build stopped.
src/content/pages.ts: /new-page needs src/web/pages/new-page/new-page.tsx.
`);
});

it('a build stops at links to pages that there are not', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const page = 'src/web/pages/home/home.tsx';
  const line = sources.edit(page, 'to="/contact"', 'to="/no-page#people"');
  const facts = sources.read('src/content/firm.ts');
  const toPages = `firm.facts = [
  { term: 'Form', detail: 'One', to: '/Contact#privacy' },
  { term: 'People', detail: 'Six', to: '/no-page' },
];`;
  sources.write('src/content/firm.ts', `${facts}${toPages}\n`);
  const factLine = facts.split('\n').length + 2;
  const remedy = 'is no page of src/content/pages.ts: remove the link, or name another page.';
  expect(await build(sources.folder)).toBe(`Build stopped.
src/content/firm.ts:${factLine} links to /no-page, which ${remedy}
${page}:${line} links to /no-page, which ${remedy}
`);
});

it('a build stops at a link to a place that no page has', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const file = 'src/content/about.ts';
  const line = sources.edit(file, "'#sectors'", "'#sectoren'");
  expect(await build(sources.folder)).toBe(`Build stopped.
${file}:${line} links to #sectoren, which is the id of no element in src/web: remove the link, or name another place.
`);
});

it.each(['/', '/contact'])('a build stops without the page %s', async (path) => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const file = 'src/content/pages.ts';
  sources.edit(file, /^\];/m, `].filter(({ path }) => path !== '${path}');`);
  expect(await build(sources.folder)).toBe(`Build stopped.
${file} has no page with the path ${path}, to which other pages link: add it.
`);
});

it.each(['news', '/news/', '/about/team', '/our team', '/überuns', ''])(
  'a build stops at the page path "%s"',
  async (path) => {
    const sources = copySources();
    onTestFinished(sources.remove);
    sources.edit('src/content/pages.ts', /^\];/m, `  { path: '${path}', name: 'News' },\n];`);
    expect(await build(sources.folder)).toBe(`Build stopped.
src/content/pages.ts: "${path}" is not the path of a page: write a slash and letters from a to z, digits or hyphens, such as /news or /our-team.
`);
  },
);

it.each(['en-gb', 'en-UK', 'en-EN', 'english', 'xx-NL', ''])(
  'a build stops at the language tag "%s"',
  async (locale) => {
    const sources = copySources();
    onTestFinished(sources.remove);
    const facts = sources.read('src/content/firm.ts');
    sources.write('src/content/firm.ts', `${facts}\nfirm.locale = '${locale}';\n`);
    expect(await build(sources.folder)).toContain('firm.ts: firm.locale is not a language tag');
  },
);

it.each([
  ['17:30', '08:30'],
  ['09:00', '09:00'],
])('a build stops at an office that opens at %s and closes at %s', async (from, to) => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const facts = sources.read('src/content/firm.ts');
  const open = `firm.hours.open = { weekdays: ['Mon'], from: '${from}', to: '${to}' };`;
  sources.write('src/content/firm.ts', `${facts}\n${open}\n`);
  expect(await build(sources.folder)).toContain(
    'firm.ts: firm.hours.open.to is not later than firm.hours.open.from',
  );
});

it('a build takes the present name of a time zone', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const facts = sources.read('src/content/firm.ts');
  const zone = "firm.timeZone = 'Europe/Kyiv'; firm.locale = 'uk-UA';";
  // The build stops before it writes anything.
  sources.write('src/content/firm.ts', `${facts}\n${zone} firm.email = '';\n`);
  const stopped = await build(sources.folder);
  expect(stopped).toContain('firm.email is not');
  expect(stopped).not.toMatch(/timeZone|locale/);
});

it('a build stops at a color that it cannot read, and at a mark that nobody would see', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const palette = 'src/content/palette.css';
  const mark = '<svg viewBox="0 0 9 9"><path fill="#0b1d19" d="M0 0h9v9z"/></svg>';
  sources.write('src/content/mark.svg', mark);
  const colors = sources.read(palette);
  sources.write(palette, colors.replaceAll(/--ink: #\w+/g, '--ink: #0b1d1a'));
  expect(await build(sources.folder)).toMatch(
    /^Build stopped\.\nsrc\/content\/mark\.svg:1: fill="#0b1d19" of <path> has a contrast of 1 to --ink \(#0b1d1a\), a color of the header\. .*\n$/,
  );
  sources.write(palette, colors.replaceAll(/--ink: #\w+/g, '--ink: navy'));
  expect(await build(sources.folder)).toBe(
    'Build stopped.\nsrc/content/palette.css: --ink has no color such as #0b1d19: add it, or correct its digits.\n',
  );
});

it('a build stops at a text without contrast', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const palette = 'src/content/palette.css';
  sources.edit(palette, /$/, '\n.theme-film { --muted: var(--film); }\n');
  const stopped = await build(sources.folder);
  for (const scheme of ['light', 'dark']) {
    const error = new RegExp(
      `^${palette}: --film \\((#\\w+)\\) on --film \\(\\1\\) has a contrast of 1:1 in the ${scheme} scheme\\. Text needs 4\\.5:1 `,
      'm',
    );
    expect(stopped).toMatch(error);
  }
});

it.each(['in diligence', 'Diligence', '-held'])(
  'a build stops at the status "%s", which the command would take in quotes at best',
  async (status) => {
    const sources = copySources();
    onTestFinished(sources.remove);
    const file = 'src/inquiry/status.ts';
    sources.edit(file, 'export const statuses = [', `export const statuses = ['${status}', `);
    expect(await build(sources.folder)).toBe(`Build stopped.
${file}: "${status}" is not a name of a status: write one word in lower case, such as held or on-hold.
`);
  },
);

const american = 'For dates and numbers of American English, write en-US.';

it.each([
  ["{ lines: ['1 Quay'], city: 'Dublin', country: 'IE' }", 'en-IE'],
  ["{ lines: ['1 Kade'], city: 'Rotterdam', country: 'NL' }", 'nl-NL or en-NL'],
  ['undefined', 'en-GB or nl-NL'],
])('a build stops at a firm without locale whose address is %s', async (address, locales) => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const facts = sources.read('src/content/firm.ts');
  const changes = `firm.address = ${address};\nfirm.locale = undefined;`;
  sources.write('src/content/firm.ts', `${facts}\n${changes}\n`);
  expect(await build(sources.folder)).toBe(`Build stopped.
src/content/firm.ts: firm.locale is missing: write the language tag of the site, such as ${locales}. ${american}
`);
});

it.each(['UK', 'Ireland', 'ireland', 'ie'])(
  'a build stops at the country "%s"',
  async (country) => {
    const sources = copySources();
    onTestFinished(sources.remove);
    const facts = sources.read('src/content/firm.ts');
    const address = `{ lines: ['1 Quay'], city: 'Dublin', country: '${country}' }`;
    sources.write('src/content/firm.ts', `${facts}\nfirm.address = ${address};\n`);
    expect(await build(sources.folder)).toContain(
      'src/content/firm.ts: firm.address.country is not the code of a country in capitals, such as IE.\n',
    );
  },
);

it('a build warns of holidays that end, and of characters that a font lacks, which browsers draw with another one', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const facts = sources.read('src/content/firm.ts');
  // A character for private use, which no font has.
  const changes = "firm.platform = '\uE123'; firm.holidays = ['2026-01-01'];";
  sources.write('src/content/firm.ts', `${facts}\n${changes}\n`);
  const building = promisify(execFile)(process.execPath, ['tools/build.ts'], {
    cwd: sources.folder,
    // With the NODE_ENV of Vitest, the build would use the development version of React.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const { stdout, stderr } = await building;
  expect(stdout).toBe('Built the site into ./dist\n');
  expect(stderr).toMatch(
    /^Warning: src\/content\/firm\.ts: firm\.holidays ends on 2026-01-01: .*\. Add those of the next 12 months\.$/m,
  );
  for (const role of ['serif', 'sans'])
    expect(stderr).toMatch(
      new RegExp(
        `^Warning: .*src/content/firm\\.ts.*: the ${role} font lacks “.*\uE123.*”, for which browsers use another one\\. .*"npm run fonts -- --${role} FILE"`,
        'm',
      ),
    );
}, 60_000);

const build = (cwd: string) =>
  promisify(execFile)(process.execPath, ['tools/build.ts'], { cwd }).then(
    () => 'Built',
    ({ stderr }: { stderr: string }) => stderr,
  );
