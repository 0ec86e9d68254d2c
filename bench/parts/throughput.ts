import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createFakeInquiry } from '../fake-inquiry.ts';
import { compare, createFolder, type Measurement, readCpuMs, startSite } from '../measurement.ts';

/** Cached pages compared with bare Node, and durably stored inquiries compared with Express. */
const headers = { 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'en' };
const seconds = 3;

await using site = await startSite();
const getHome = () => fetch(site.origin, { headers });
// Wait until the server has compressed its pages.
while ((await getHome()).headers.get('content-encoding') !== 'br') await sleep(50);
using folder = createFolder();
const child = fork('bench/baseline.ts', [site.origin, `${folder.path}/express.sqlite`]);
const [port] = await once(child, 'message');
const servers = [site, { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }] as const;
const pages = await compare(measurePages, servers);
const inquiries = await compare(measureInquiries, servers);
child.kill();
export const measurements: Measurement[] = [
  { name: 'Cached pages per CPU second vs. bare Node http', ...pages, unit: '/s', atLeast: 0.8 },
  { name: 'Inquiries vs. Express, zod and SQLite', ...inquiries, unit: '/s', atLeast: 1.2 },
];

/**
 * Measures pages per second of the processor time of the server, because the load generator is
 * slower than the server.
 */
async function measurePages({ origin, pid }: { origin: string; pid: number }) {
  const before = readCpuMs(pid);
  const count = await countResponses({ url: origin, headers });
  return (count * 1000) / (readCpuMs(pid) - before);
}

async function measureInquiries({ origin }: { origin: string }) {
  const inquiry = createFakeInquiry(0);
  const setupRequest = (request: autocannon.Request) => {
    // The same message again would be a repeat.
    const body = JSON.stringify({ ...inquiry, message: `Message ${randomUUID()}` });
    return { ...request, body };
  };
  const options: autocannon.Options = {
    url: `${origin}/api/contact-form`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    requests: [{ setupRequest }],
  };
  return (await countResponses(options)) / seconds;
}

/** Sends requests for some seconds. Throws if one of them fails. */
async function countResponses(options: autocannon.Options) {
  const result = await autocannon({ ...options, connections: 64, duration: seconds });
  if (result.errors || result.non2xx) throw new Error(`Failed: ${JSON.stringify(result)}`);
  return result['2xx'];
}
