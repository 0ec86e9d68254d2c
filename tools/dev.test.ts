import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { copySources } from '../tests/fixtures/copy-sources.ts';
import { freePort } from './start-server.ts';

it('npm run dev names the facts at which a build stops, and serves', async () => {
  const sources = copySources();
  const facts = sources.read('src/content/firm.ts');
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
  expect(output).toContain(`"npm run build" will stop at these errors:
src/content/firm.ts: firm.locale is not a language tag: write the codes of language and country, such as en-GB or nl-NL.
src/content/firm.ts: firm.hours.open.from is not a time of 24 hours such as 08:30.
`);
}, 120_000);
