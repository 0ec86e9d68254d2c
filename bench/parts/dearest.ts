import { connect } from 'node:net';
import type { Measurement } from '../measurement.ts';
import { withSite } from '../programs.ts';
import { readCpuSeconds } from './throughput.ts';

const separators = [' ', '\t', '/', '%2f', ',', ';', '.', '"'];
const headers = ['Accept-Encoding', 'If-None-Match', 'X-Forwarded-For', 'Cookie', 'Origin'];
/** Below the limit of a request's headers, 8 KiB. */
const length = 7900;
const repeats = 400;

/** Measures the processor time of the dearest GET of 8 kB, whatever it repeats, relative to a usual one. */
export const measureDearest = (): Promise<Measurement[]> =>
  withSite(async ({ origin, pid }) => {
    const measure = async (path: string, header = '') => {
      const before = readCpuSeconds(pid);
      await send(Number(new URL(origin).port), `GET ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n`);
      return ((readCpuSeconds(pid) - before) * 1000) / repeats;
    };
    await measure('/about/x');
    const usual = await measure('/about/x');
    let [dearest, value] = ['', 0];
    for (const separator of separators) {
      const text = separator.repeat(Math.floor(length / separator.length));
      const times: Record<string, number> = {};
      for (const header of headers)
        times[header] = await measure('/about', `${header}: x${text}x\r\n`);
      if (separator.trim()) times['the path'] = await measure(`/about${text}x`);
      for (const [place, time] of Object.entries(times)) {
        if (time > value) [dearest, value] = [`${JSON.stringify(separator)} in ${place}`, time];
      }
    }
    const name = `The dearest request (${dearest}) vs. a usual one`;
    return [{ name, value, unit: 'ms', ratio: value / usual, goal: { of: 'ratio', atMost: 5 } }];
  });

/** Sends a request again and again on one connection, and waits for the last response. */
const send = (port: number, request: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject).on('close', () => resolve());
    socket.resume();
    const last = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    socket.write(request.repeat(repeats) + last);
  });
