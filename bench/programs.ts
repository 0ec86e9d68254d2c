import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startServer } from '../tools/start-server.ts';

export interface RunningServer {
  origin: string;
  pid: number | undefined;
  /** Temporary folder, removed at the end. */
  folder: string;
}

/** Runs `task` with a server of the last build and an empty store, and stops it afterwards. */
export const withSite = <Result>(
  task: (site: RunningServer) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> =>
  withFolder(async (folder) => {
    const server = startServer({ DATA_DIR: folder, ...settings });
    try {
      return await task({ origin: await server.url, pid: server.pid, folder });
    } finally {
      server.kill('SIGTERM');
      await server.exited;
    }
  });

/** Runs `task` with a module of this folder as a process, which prints its origin when it listens. */
export async function withModule<Result>(
  name: string,
  parameters: string[],
  task: (module: Omit<RunningServer, 'folder'>) => Promise<Result>,
): Promise<Result> {
  const program = path.join(import.meta.dirname, name);
  const child = spawn(process.execPath, [program, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const exited = once(child, 'exit');
  try {
    const [origin] = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      exited.then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
    ]);
    return await task({ origin: String(origin), pid: child.pid });
  } finally {
    child.kill();
    await exited;
  }
}

/** Runs `task` with a temporary folder. */
export async function withFolder<Result>(task: (folder: string) => Promise<Result>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    return await task(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
