import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../../test/start-server.ts';
import type { PartResult } from '../figure.ts';
import { inTurns, medianRatio } from '../in-turns.ts';
import { load } from '../load.ts';
import { median } from '../median.ts';
import { startNginx } from '../nginx.ts';
import { type Running, startModule, withFolder } from '../programs.ts';
import { rawAnswer } from '../raw-answer.ts';

const connections = 64;
const seconds = 2;
/** As browsers write them. */
const headers = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36',
};
/**
 * Home pages of production builds of three products with Next.js, 64 connections and gzip, on two
 * cores such as those of a small server: the fastest answered 672 a second, the slowest 314.
 */
const nextPerSecond = 672;

/** How many home pages a second one process answers, beside the same bytes from bare Node and nginx. */
export const measureHtml = (rounds: number): Promise<PartResult> =>
  withFolder(async (folder) => {
    const server = startServer({ DATA_DIR: folder });
    const running: Running[] = [];
    try {
      const ours = `${await server.url}/`;
      await isCompressed(ours);
      const bare = await startModule('bare-http.ts', ours, headers['accept-encoding']);
      running.push(bare);
      const nginx = await startNginx(folder, ours, headers);
      if (nginx) running.push(nginx);
      const figures = await inTurns(rounds, {
        ours: () => read(ours),
        bare: () => read(`${bare.origin}/`),
        // The same page by the router: its address is not one of those that are held.
        routed: () => read(`${ours}?query`),
        nginx: nginx && (() => read(`${nginx.origin}/`)),
      });
      const value = median(figures.ours);
      const ratioTo = (theirs: number[]) => ({ ratio: medianRatio(figures.ours, theirs) });
      return {
        figures: [
          {
            what: 'Home pages, beside bare Node http',
            ...{ value, unit: '/s', ...ratioTo(figures.bare) },
            goal: { of: 'ratio', atLeast: 0.8 },
          },
          {
            what: 'Home pages, beside Next.js (a quoted figure)',
            ...{ value, unit: '/s', ratio: value / nextPerSecond },
            goal: { of: 'ratio', atLeast: 20 },
          },
          { what: 'Bare Node http', value: median(figures.bare), unit: '/s' },
          {
            what: 'Home pages with a query, beside bare Node http',
            value: median(figures.routed),
            unit: '/s',
            ratio: medianRatio(figures.routed, figures.bare),
          },
          ...(nginx
            ? [
                {
                  what: 'nginx, one worker (ratio: ours to it)',
                  value: median(figures.nginx),
                  unit: '/s',
                  ...ratioTo(figures.nginx),
                },
              ]
            : []),
        ],
        notes: nginx ? [] : ['nginx is not installed, so there is no line for it.'],
      };
    } finally {
      for (const { stop } of running) await stop();
      server.kill('SIGTERM');
      await server.exited;
    }
  });

async function read(url: string) {
  const { perSecond, statuses } = await load({ url, method: 'GET', headers, connections, seconds });
  if (Object.keys(statuses).join() !== '200')
    throw new Error(`${url}: ${JSON.stringify(statuses)}`);
  return perSecond;
}

/** The best compression is made while the first pages are served without it. */
async function isCompressed(url: string) {
  while ((await rawAnswer(url, headers)).headers['content-encoding'] !== 'br') await sleep(50);
}
