import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../tools/start-server.ts';
import { listStoredInquiries } from '../fixtures/command-line.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

it('npm run dev -- --sample shows inquiries, e-mails and their links, and leaves nothing', async () => {
  const server = spawn(process.execPath, ['tools/dev.ts', '--sample'], {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: temporaryFolder(),
      PORT: String(await freePort()),
      // As in somebody's .env: not used.
      ...{ DATA_DIR: '/nowhere', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    },
  });
  onTestFinished(() => void server.kill());
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text) => (output += text));
  const slow = { timeout: 60_000 };
  await expect.poll(() => output, slow).toContain('The site is at');
  const [, folder = ''] = /e-mails? .*files in (\S+)\/mails\./i.exec(output) ?? [];
  expect(output).toMatch(new RegExp(`List them with +DATA_DIR=${folder} inquiries list`));

  const inquiries = await listStoredInquiries({ DATA_DIR: folder });
  expect(inquiries).toHaveLength(30);
  expect(new Set(inquiries.map(({ status }) => status)).size).toBe(5);
  const kinds = () =>
    new Set(readdirSync(`${folder}/mails`).map((name) => name.replace(/-[\d-].*/, '')));
  await expect.poll(() => existsSync(`${folder}/mails`) && kinds(), slow).toContain('digest');
  await expect.poll(kinds, slow).toContain('received');

  const [mail = ''] = readdirSync(`${folder}/mails`).filter((name) => name.startsWith('received'));
  const text = readFileSync(`${folder}/mails/${mail}`, 'utf8').replaceAll(/=\r\n/g, '');
  const [link = ''] = /http:\/\/localhost:\d+\/follow-up\/[\w./~-]+/.exec(text) ?? [];
  expect((await fetch(link)).status).toBe(200);

  server.kill('SIGTERM');
  await once(server, 'exit');
  expect(existsSync(folder)).toBe(false);
}, 120_000);
