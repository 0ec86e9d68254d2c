import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/free-port.ts';
import { startServer } from '../../test/start-server.ts';
import type { PartResult } from '../figure.ts';
import { inTurns } from '../in-turns.ts';
import { median } from '../median.ts';
import { withFolder } from '../programs.ts';

const idleMs = 10_000;

/**
 * What the process holds some time after its start, when nobody asks for anything. In the environment
 * that docs/examples/website.service and the Containerfile give to it.
 */
export const measureMemory = (): Promise<PartResult> =>
  withFolder(async (folder) => {
    const server = startServer({ DATA_DIR: folder, MALLOC_ARENA_MAX: '1' });
    const url = await server.url;
    await (await fetch(url)).text();
    await sleep(idleMs);
    const value = residentMb(server.pid);
    server.kill('SIGTERM');
    await server.exited;
    const what = 'Resident memory of the idle server';
    return value === undefined
      ? { figures: [], notes: [`${what} is only known where there is /proc.`] }
      : { figures: [{ what, value, unit: 'MB', goal: { of: 'value', atMost: 110 } }] };
  });

/** In millions of bytes; undefined on systems without /proc. */
export function residentMb(pid: number | undefined, figure = 'VmRSS'): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kibibytes = new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
    return kibibytes ? (Number(kibibytes) * 1024) / 1e6 : undefined;
  } catch {
    return undefined;
  }
}

/** From the start of the process to its first page, with a store that is there already. */
export const measureStart = (rounds: number): Promise<PartResult> =>
  withFolder(async (folder) => {
    const { first } = await inTurns(rounds, { first: () => firstAnswerMs(folder) });
    const goal = { of: 'value', atMost: 400 } as const;
    return {
      figures: [{ what: 'From start to the first page', value: median(first), unit: 'ms', goal }],
    };
  });

async function firstAnswerMs(folder: string) {
  const port = await freePort();
  const startedAt = performance.now();
  const server = startServer({ DATA_DIR: folder, PORT: String(port) });
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.ok) await sleep(2);
  const tookMs = performance.now() - startedAt;
  server.kill('SIGTERM');
  await server.exited;
  return tookMs;
}
