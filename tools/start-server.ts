import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: { serve: string };
};
/** What `npm run serve` gives to Node, its program last. */
const serveArguments = scripts.serve.split(' ').slice(1);
const program = path.join(root, serveArguments.at(-1) ?? '');

export interface ServerProcess {
  pid: number | undefined;
  /** What it printed so far, on both streams. */
  output(): string;
  /** Its address on this machine, once it listens. Rejects with the output where it ends instead. */
  url: Promise<string>;
  /** The exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals | null>;
  kill(signal: NodeJS.Signals): void;
}

const baseSettings = {
  PATH: process.env['PATH'] ?? '',
  HOST: '127.0.0.1',
  PORT: '0',
  RATE_LIMIT: 'off',
};

export interface StartOptions {
  /** How many files it may have open, sockets included. */
  openFiles?: number;
}

/** Starts the server as a process with these settings alone: any free port, on loopback, no limits. */
export function startServer(
  settings: Record<string, string>,
  cwd?: string,
  { openFiles }: StartOptions = {},
): ServerProcess {
  const options = serveArguments.slice(0, -1);
  const command: [string, ...string[]] = [process.execPath, ...options, program];
  const limited = ['sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh', ...command] as const;
  const [file, ...args] = openFiles === undefined ? command : limited;
  const server = spawn(file, args, {
    cwd,
    // Set, so that no .env of this folder sets it: nothing is ever tested on a database in use.
    env: { ...baseSettings, DATABASE_URL: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    server.once('exit', (code, signal) => resolve(code ?? signal)),
  );
  const url = new Promise<string>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const port = /http:\/\/localhost:(\d+)/.exec(output)?.[1];
        if (port) resolve(`http://127.0.0.1:${port}`);
      });
    }
    void exited.then((code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
  url.catch(() => undefined); // A test may be about its end.
  const kill = (signal: NodeJS.Signals) => void server.kill(signal);
  return { pid: server.pid, output: () => output, url, exited, kill };
}
