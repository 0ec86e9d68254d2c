import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tools/free-port.ts';
import { startServer } from '../../tools/start-server.ts';
import { type Measurement, median } from '../measurement.ts';
import { readResidentMb, withFolder, withSite } from '../programs.ts';

const idleMs = 10_000;

/** Measures memory in the environment of deploy/website.service and the Containerfile. */
export const measureMemory = (): Promise<Measurement[]> =>
  withSite(
    async ({ origin, pid }) => {
      await (await fetch(origin)).text();
      await sleep(idleMs);
      return [
        {
          name: 'Resident memory of the idle server',
          value: readResidentMb(pid),
          unit: 'MB',
          goal: { of: 'value', atMost: 110 },
        },
      ];
    },
    { MALLOC_ARENA_MAX: '1' },
  );

/** Measures starts with an existing store: the first one, which creates it, is not counted. */
export const measureStart = (rounds: number): Promise<Measurement[]> =>
  withFolder(async (folder) => {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) times.push(await measureFirstResponse(folder));
    return [
      {
        name: 'Start to first response',
        value: median(times.slice(1)),
        unit: 'ms',
        goal: { of: 'value', atMost: 400 },
      },
    ];
  });

async function measureFirstResponse(folder: string) {
  const port = await freePort();
  const startedAt = performance.now();
  const server = startServer({ DATA_DIR: folder, PORT: String(port) });
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.ok) await sleep(2);
  const tookMs = performance.now() - startedAt;
  server.kill('SIGTERM');
  await server.exited;
  return tookMs;
}
