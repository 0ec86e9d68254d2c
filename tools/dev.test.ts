import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { copySources } from '../tests/fixtures/copy-sources.ts';
import { freePort } from './start-server.ts';

it('npm run dev names the facts at which a build stops, again when they change, and serves', async () => {
  const sources = copySources();
  const facts = sources.read('src/content/firm.ts');
  const pages = sources.read('src/content/pages.ts');
  const open = "firm.hours.open = { weekdays: ['Mon'], from: '8:30', to: '17:30' };";
  sources.write('src/content/firm.ts', `${facts}\nfirm.locale = 'nl_NL';\n${open}\n`);
  const server = spawn(process.execPath, ['tools/dev.ts'], {
    cwd: sources.folder,
    env: { PATH: process.env['PATH'], PORT: `${await freePort()}` },
  });
  onTestFinished(async () => {
    server.kill();
    await once(server, 'exit');
    sources.remove();
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text) => (output += text));
  await expect.poll(() => output, { timeout: 60_000 }).toContain('The site is at');
  const printed = () => output.match(/^"npm run build" .*\n(?:src\/.*\n)*/gm);
  const locale =
    'src/content/firm.ts: firm.locale is not a language tag: write the codes of language and country, such as en-GB or nl-NL.\n';
  const hours =
    'src/content/firm.ts: firm.hours.open.from is not a time of 24 hours such as 08:30.\n';
  const will = '"npm run build" will stop at these errors:\n';
  const expectPrinted = (...texts: string[]) =>
    expect.poll(printed, { timeout: 30_000 }).toEqual(texts);
  await expectPrinted(will + locale + hours);

  // Nothing is printed for a change that leaves the errors the same, or for content that cannot be
  // loaded.
  const layout = sources.read('src/content/layout.ts');
  sources.write('src/content/layout.ts', `${layout}\nheader.skip = 'Skip';\n`);
  sources.write('src/content/pages.ts', 'export const pages = [');
  sources.write('src/content/firm.ts', `${facts}\nfirm.locale = 'nl_NL';\n`);
  sources.write('src/content/pages.ts', pages);
  await expectPrinted(will + locale + hours, will + locale);
  mkdirSync(`${sources.folder}/src/web/pages/new-page`);
  sources.edit('src/content/pages.ts', /^\];/m, "  { path: '/new-page', name: 'New' },\n];");
  const page = 'src/content/pages.ts: /new-page needs src/web/pages/new-page/new-page.tsx.\n';
  await expectPrinted(will + locale + hours, will + locale, will + locale + page);
  sources.write('src/content/firm.ts', facts);
  sources.write(
    'src/web/pages/new-page/new-page.tsx',
    sources.read('src/web/pages/about/about.tsx'),
  );
  const noLonger = '"npm run build" will no longer stop.\n';
  await expectPrinted(will + locale + hours, will + locale, will + locale + page, noLonger);
}, 120_000);
