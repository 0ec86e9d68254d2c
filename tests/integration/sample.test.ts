import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { settingNames } from '../../src/config/settings.ts';
import { statuses } from '../../src/inquiry/status.ts';
import { freePort } from '../../tools/start-server.ts';
import { listStoredInquiries } from '../fixtures/command-line.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

it('npm run dev -- --sample shows inquiries and e-mails, and leaves nothing', async () => {
  const server = spawn(process.execPath, ['tools/dev.ts', '--sample'], {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: temporaryFolder(),
      // As in somebody's .env: not used.
      ...Object.fromEntries(settingNames.map((name) => [name, 'invalid'])),
      PORT: String(await freePort()),
      HOST: '',
    },
  });
  onTestFinished(() => void server.kill());
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text) => (output += text));
  const slow = { timeout: 60_000 };
  await expect.poll(() => output, slow).toContain('The site is at');
  const [, folder = ''] = /List them with +DATA_DIR=(\S+) inquiries list/.exec(output) ?? [];
  expect(existsSync(folder)).toBe(true);

  const inquiries = await listStoredInquiries({ DATA_DIR: folder });
  expect(inquiries).toHaveLength(30);
  // Those of a new status: the lists of `tools/sample-store.ts`.
  expect(inquiries.map(({ status }) => status)).toEqual(expect.arrayContaining([...statuses]));
  const [, url = ''] = /E-mails are at +(\S+)/.exec(output) ?? [];
  const list = async () => (await fetch(url)).text();
  await expect.poll(list, slow).toContain('/mails/digest-');
  await expect.poll(list, slow).toContain('/mails/received-');

  server.kill('SIGINT');
  await once(server, 'exit');
  expect(existsSync(folder)).toBe(false);
}, 120_000);

it.skipIf(process.platform === 'win32')(
  'npm run dev ends its server when SIGTERM ends npm and its shell',
  async () => {
    const port = await freePort();
    // npm sends the signal to its shell, which leaves what it runs. The second command keeps the shell.
    const command = `"${process.execPath}" tools/dev.ts --sample && true`;
    const shell = spawn('sh', ['-c', command], {
      env: { PATH: process.env['PATH'], TMPDIR: temporaryFolder(), PORT: String(port) },
    });
    onTestFinished(() => void shell.kill());
    let output = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (text) => (output += text));
    const slow = { timeout: 60_000 };
    await expect.poll(() => output, slow).toContain('The site is at');
    const [, folder = ''] = /List them with +DATA_DIR=(\S+) inquiries list/.exec(output) ?? [];
    shell.kill('SIGTERM');
    const isServing = () =>
      fetch(`http://localhost:${port}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(isServing, { timeout: 15_000 }).toBe(false);
    await expect.poll(() => existsSync(folder), { timeout: 15_000 }).toBe(false);
  },
  120_000,
);
