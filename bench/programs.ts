import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startServer } from '../tools/start-server.ts';

export interface RunningServer {
  origin: string;
  pid: number | undefined;
  /** For the files of what is measured; removed at the end. */
  folder: string;
}

/** Calls `work` with a server of the last build, whose store is empty, and stops it afterwards. */
export const withSite = <Result>(
  work: (site: RunningServer) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> =>
  withFolder(async (folder) => {
    const server = startServer({ DATA_DIR: folder, ...settings });
    try {
      return await work({ origin: await server.url, pid: server.pid, folder });
    } finally {
      server.kill('SIGTERM');
      await server.exited;
    }
  });

/** Calls `work` with a module of this folder as a process, which prints its origin once it listens. */
export async function withModule<Result>(
  name: string,
  parameters: string[],
  work: (module: Omit<RunningServer, 'folder'>) => Promise<Result>,
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
    return await work({ origin: String(origin), pid: child.pid });
  } finally {
    child.kill();
    await exited;
  }
}

/** Calls `work` with a folder that is removed afterwards. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resident memory in millions of bytes, by Linux. */
export function readResidentMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6;
}

/** Seconds of processor time that a process has used, with all its threads, by Linux. */
export function readCpuSeconds(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may contain spaces. The kernel counts in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
