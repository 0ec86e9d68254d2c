import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { settingNames } from '../src/config/settings.ts';

const program = path.resolve(import.meta.dirname, '../bin/serve.js');
/** Arguments of Node in `npm start`. The last one is the program. */
const [, startArguments = ''] = packageFile.scripts.start.split(' && node ');

export interface ServerProcess {
  pid: number | undefined;
  /** Returns the output of both streams so far. */
  output: () => string;
  /**
   * Resolves to the logged address (requires LOG_LEVEL=info). Rejects with the output if the server
   * exits first.
   */
  url: Promise<string>;
  /** Resolves to the exit code or signal. */
  exited: Promise<number | NodeJS.Signals | null>;
  kill: (signal: NodeJS.Signals) => void;
}

// Overrides .env, so that tests neither use a real database nor send to a real team.
const emptySettings = Object.fromEntries(settingNames.map((name) => [name, '']));

const baseSettings = {
  ...emptySettings,
  PATH: process.env['PATH'] ?? '',
  HOST: '127.0.0.1',
  PORT: '0',
  RATE_LIMIT: 'off',
  STOP_DELAY_MS: '0',
};

/**
 * Starts a server process with only these settings. By default, it has a free port on loopback and
 * no rate limits. `wrapper`: command that runs the server in its own process, such as a tracer.
 */
export function startServer(
  settings: Record<string, string>,
  cwd?: string,
  wrapper: string[] = [],
): ServerProcess {
  const nodeArguments = startArguments.split(' ').with(-1, program);
  const [file = '', ...args] = [...wrapper, process.execPath, ...nodeArguments];
  const server = spawn(file, args, {
    cwd,
    env: { ...baseSettings, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
    server.once('exit', (code, signal) => resolve(code ?? signal));
  });
  const url = new Promise<string>((resolve, reject) => {
    let port: string | undefined;
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        // Search only until the port is found: searching a growing text at each line would slow
        // down benchmarks.
        port ??= /"address":"http:\/\/localhost:(\d+)"/.exec(output)?.[1];
        if (port) resolve(`http://127.0.0.1:${port}`);
      });
    }
    void exited.then((code) => reject(new Error(`The server exited with ${code}: ${output}`)));
  });
  // Handle a rejection, because tests may await only `exited`.
  url.catch(() => undefined);
  return {
    pid: server.pid,
    output: () => output,
    url,
    exited,
    kill: (signal) => void server.kill(signal),
  };
}

/** Finds a free port, for a server that must know its own address. */
export async function freePort(): Promise<number> {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
