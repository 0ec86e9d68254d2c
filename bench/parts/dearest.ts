import { once } from 'node:events';
import { connect } from 'node:net';
import { type Measurement, readCpuMs, startSite } from '../measurement.ts';

/** Processor time of the dearest GET of 8 kB, whatever it repeats, relative to a usual one. */
const separators = [' ', '\t', '/', '%2f', ',', ';', '.', '"'];
const headers = ['Accept-Encoding', 'If-None-Match', 'X-Forwarded-For', 'Cookie', 'Origin'];
const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n`;
const requests = separators.flatMap((separator) => {
  // Just below the limit of a request's headers, 8 KiB.
  const text = `x${separator.repeat(7900 / separator.length)}x`;
  const withHeader = headers.map((name) => get('/about', `${name}: ${text}\r\n`));
  return [get(`/about${text.replaceAll(/\s/g, '+')}`), ...withHeader];
});
const repeats = 400;

await using site = await startSite();
await measureMs(get('/about/x'));
const usual = await measureMs(get('/about/x'));
let [dearest, value] = ['', 0];
for (const request of requests) {
  const ms = await measureMs(request);
  if (ms > value) [dearest, value] = [request, ms];
}
const name = `The dearest request, ${JSON.stringify(dearest.slice(0, 60))}`;
const ratio = value / usual;
export const measurements: Measurement[] = [{ name, value, unit: 'ms', ratio, atMost: 5 }];

async function measureMs(request: string) {
  const before = readCpuMs(site.pid);
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1').resume();
  socket.write(request.repeat(repeats) + get('/about', 'Connection: close\r\n'));
  await once(socket, 'close');
  return (readCpuMs(site.pid) - before) / repeats;
}
