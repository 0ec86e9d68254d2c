import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface Running {
  /** The first line that it printed: its origin. */
  origin: string;
  stop(): Promise<void>;
}

/** Starts a module of this folder as a process of its own, which prints its origin once it listens. */
export async function startModule(name: string, ...parameters: string[]): Promise<Running> {
  const program = path.join(import.meta.dirname, name);
  const child = spawn(process.execPath, [program, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const exited = once(child, 'exit');
  const [origin] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
  ]);
  return {
    origin: String(origin),
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}

/** Where a program of this machine is, if it is installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Hands `work` a folder that is removed after it. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
