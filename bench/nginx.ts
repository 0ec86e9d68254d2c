import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/free-port.ts';
import { findProgram, type Running } from './programs.ts';
import { rawAnswer } from './raw-answer.ts';

/** It writes these by itself. */
const own = ['content-type', 'content-length', 'etag', 'accept-ranges'];

/**
 * Has nginx serve from a file in `folder` what `url` answers to these headers, with its headers.
 * Undefined where nginx is not installed.
 */
export async function startNginx(
  folder: string,
  url: string,
  headers: Record<string, string>,
): Promise<Running | undefined> {
  const program = findProgram('nginx');
  if (!program) return undefined;
  const port = await freePort();
  const answer = await rawAnswer(url, headers);
  const added = Object.entries(answer.headers)
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => `add_header ${name} '${value.replaceAll("'", "\\'")}';`);

  // Its worker runs as another user where this one is root.
  chmodSync(folder, 0o755);
  writeFileSync(path.join(folder, 'index.html'), answer.body);
  const configuration = path.join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid;
    events { worker_connections 1024; }
    http {
      access_log off; open_file_cache max=10; keepalive_requests 1000000; sendfile on;
      default_type 'text/html; charset=utf-8';
      server { listen 127.0.0.1:${port}; root ${folder}; ${added.join('\n')} }
    }`,
  );
  const nginx = spawn(program, ['-c', configuration, '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  await isUp(origin, nginx);
  return {
    origin,
    stop: async () => {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
    },
  };
}

async function isUp(origin: string, nginx: ChildProcess) {
  for (let attempt = 0; attempt < 100 && nginx.exitCode === null; attempt += 1) {
    // Its body is in a coding that the file's name does not tell.
    const answer = await rawAnswer(origin, {}).catch(() => undefined);
    if (answer) return;
    await sleep(50);
  }
  throw new Error('nginx did not start');
}
