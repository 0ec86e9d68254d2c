import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { type Measurement, interleave, median, medianRatio } from '../measurement.ts';
import { readCpuSeconds, type RunningServer, withModule, withSite } from '../programs.ts';

const encodings = 'gzip, deflate, br, zstd';

/**
 * Measures home page responses per second of the server's CPU time against bare Node. CPU time,
 * because the load generator is slower than both servers.
 */
export const measurePages = (rounds: number): Promise<Measurement[]> =>
  withSite(async (site) => {
    const url = `${site.origin}/`;
    await waitForCompression(url);
    return withModule('bare-http.ts', [url, encodings], async (bare) => {
      const { ours, theirs } = await interleave(
        rounds,
        () => measureThroughput(site),
        () => measureThroughput(bare),
      );
      return [
        {
          name: 'Cached pages per CPU second vs. bare Node http',
          value: median(ours),
          unit: '/s',
          ratio: medianRatio(ours, theirs),
          goal: { of: 'ratio', atLeast: 0.8 },
        },
      ];
    });
  });

async function measureThroughput({ origin, pid }: Pick<RunningServer, 'origin' | 'pid'>) {
  const before = readCpuSeconds(pid);
  const {
    '2xx': pages,
    errors,
    non2xx,
  } = await autocannon({
    url: `${origin}/`,
    headers: { 'accept-encoding': encodings, 'accept-language': 'en-US,en;q=0.9' },
    connections: 64,
    duration: 3,
  });
  if (errors || non2xx) throw new Error(`${origin}: ${errors} errors, ${non2xx} not answered 200`);
  return pages / (readCpuSeconds(pid) - before);
}

/** Waits for the compressed pages; until then, the server sends uncompressed ones. */
async function waitForCompression(url: string) {
  const encoding = async () => {
    const response = await fetch(url, { headers: { 'accept-encoding': encodings } });
    await response.body?.cancel();
    return response.headers.get('content-encoding');
  };
  while ((await encoding()) !== 'br') await sleep(50);
}
