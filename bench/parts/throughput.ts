import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createFakeInquiry } from '../fake-data.ts';
import { compare, type Measurement } from '../measurement.ts';
import { withModule, withSite } from '../programs.ts';

const encodings = 'gzip, deflate, br, zstd';
const inquiry = createFakeInquiry(0);

/**
 * Measures home page responses per second of the server's CPU time against bare Node. CPU time,
 * because the load generator is slower than both servers.
 */
export const measurePages = (rounds: number): Promise<Measurement[]> =>
  withSite(async (site) => {
    const url = `${site.origin}/`;
    await waitForCompression(url);
    return withModule('bare-http.ts', [url, encodings], async (bare) => {
      const measure = async ({ origin, pid }: typeof bare) => {
        const before = readCpuSeconds(pid);
        const headers = { 'accept-encoding': encodings, 'accept-language': 'en-US,en;q=0.9' };
        const { count } = await generateLoad({ url: `${origin}/`, headers });
        return count / (readCpuSeconds(pid) - before);
      };
      const { value, ratio } = await compare(
        rounds,
        () => measure(site),
        () => measure(bare),
      );
      const name = 'Cached pages per CPU second vs. bare Node http';
      return [{ name, value, unit: '/s', ratio, goal: { of: 'ratio', atLeast: 0.8 } }];
    });
  });

/** Measures durably stored inquiries per second against Express with zod and SQLite. */
export const measureInquiries = (rounds: number): Promise<Measurement[]> =>
  withSite(async ({ origin, folder }) => {
    const file = path.join(folder, 'express.sqlite');
    return withModule('express-inquiries.ts', [file], async (express) => {
      const measure = async (origin: string) => {
        const { count, duration } = await generateLoad({
          url: `${origin}/api/contact-form`,
          method: 'POST',
          body: JSON.stringify(inquiry),
          // Each has its own idempotency key, as from the form.
          requests: [
            {
              setupRequest: (request) => ({
                ...request,
                headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
              }),
            },
          ],
        });
        return count / duration;
      };
      const { value, ratio } = await compare(
        rounds,
        () => measure(origin),
        () => measure(express.origin),
      );
      const name = 'Durable inquiries vs. Express, zod and node:sqlite';
      return [{ name, value, unit: '/s', ratio, goal: { of: 'ratio', atLeast: 1.2 } }];
    });
  });

/** Sends requests for three seconds. Throws if one fails. */
async function generateLoad(options: autocannon.Options) {
  const result = await autocannon({ ...options, connections: 64, duration: 3 });
  const { '2xx': count, duration, errors, non2xx } = result;
  if (errors || non2xx) throw new Error(`${errors} errors, ${non2xx} not answered 2xx`);
  return { count, duration };
}

/** Waits for the compressed pages; until then, the server sends uncompressed ones. */
async function waitForCompression(url: string) {
  const request = () => fetch(url, { headers: { 'accept-encoding': encodings } });
  while ((await request()).headers.get('content-encoding') !== 'br') await sleep(50);
}

/** Reads the CPU time of a process in seconds (Linux). */
export function readCpuSeconds(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain spaces. The unit is 10 ms.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
