import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../tools/free-port.ts';
import { temporaryFolder } from './temporary-store.ts';

const example = path.resolve(import.meta.dirname, '../docs/examples/nginx.conf');

/**
 * A real nginx with the documented configuration before the servers at these ports of loopback;
 * without TLS and IPv6, which have no part in restarts. Throws where nginx is not installed.
 */
export async function startNginx([first, second]: [number, number]) {
  const folder = temporaryFolder();
  const [port, redirecting] = [await freePort(), await freePort()];
  const site = [
    ['127.0.0.1:3000', `127.0.0.1:${first}`],
    ['127.0.0.1:3001', `127.0.0.1:${second}`],
    ['listen 80;', `listen 127.0.0.1:${redirecting};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
  ].reduce(
    (text, [from = '', to = '']) => {
      expect(text, 'the example changed').toContain(from);
      return text.replaceAll(from, to);
    },
    readFileSync(example, 'utf8').replaceAll(/^ *(ssl_|listen \[::\]).*$/gm, ''),
  );
  const temporaries = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log warn;
    events { worker_connections 1024; }
    http {
      access_log ${folder}/access.log;
      ${temporaries.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${site}
    }`;
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, main);
  const args = ['-p', folder, '-c', file, '-e', `${folder}/error.log`];
  try {
    execFileSync('nginx', ['-t', ...args], { stdio: 'pipe' });
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const fix = 'nginx is not installed: "apt-get install nginx-light", or "brew install nginx"';
    throw isMissing ? new Error(fix, { cause: error }) : error;
  }
  const nginx: ChildProcess = spawn('nginx', args, { stdio: 'ignore' });
  const exited = once(nginx, 'exit');
  onTestFinished(async () => {
    nginx.kill('SIGQUIT');
    await exited;
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp, { timeout: 10_000 }).toBe(true);
  const textOf = (log: string) => () => readFileSync(path.join(folder, log), 'utf8');
  return { url, errors: textOf('error.log'), requests: textOf('access.log') };
}
