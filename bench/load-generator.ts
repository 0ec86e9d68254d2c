import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Requests that are sent over and over; `#` in a header's value is another number each time. */
export interface LoadRequest {
  /** The server's origin and the path. */
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** Each request has one of them by chance. */
  bodies?: string[];
  connections: number;
  seconds: number;
}

export interface LoadFigures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** How many answers had which status. */
  statuses: Record<string, number>;
}

/**
 * Keeps so many connections busy, each with the next request once it has the answer to the last.
 * Answers need a Content-Length. Reads a `LoadRequest` from its standard input and prints
 * `LoadFigures`: `bench/load.ts` runs it as a process of its own, so that the server has its core.
 */
async function generate(request: LoadRequest): Promise<LoadFigures> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const startedAt = performance.now();
  const endsAt = startedAt + request.seconds * 1000;
  await Promise.all(Array.from({ length: request.connections }, sendOverOne));
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN;
  const tookMs = performance.now() - startedAt;
  return { perSecond: (times.length * 1000) / tookMs, p50Ms: at(0.5), p99Ms: at(0.99), statuses };

  function sendOverOne() {
    const { hostname, port } = new URL(request.url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let sentAt = 0;
    let received: Buffer | undefined;
    let missing = 0;
    return new Promise<void>((resolve, reject) => {
      socket.on('connect', send).on('data', receive).on('error', reject);
      socket.on('close', () => reject(new Error('The server closed a connection')));

      function send() {
        sentAt = performance.now();
        if (sentAt < endsAt) return void socket.write(nextBytes(request), 'latin1');
        resolve();
        socket.destroy();
      }

      function receive(chunk: Buffer) {
        if (missing > 0) {
          missing -= chunk.byteLength;
        } else {
          received = received ? Buffer.concat([received, chunk]) : chunk;
          const headEnd = received.indexOf('\r\n\r\n');
          if (headEnd < 0) return;
          const head = received.toString('latin1', 0, headEnd);
          const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? NaN);
          if (Number.isNaN(length)) return void reject(new Error('An answer had no length'));
          const status = head.slice(9, 12);
          statuses[status] = (statuses[status] ?? 0) + 1;
          missing = headEnd + 4 + length - received.byteLength;
          received = undefined;
        }
        if (missing > 0) return;
        times.push(performance.now() - sentAt);
        send();
      }
    });
  }
}

let number = 0;
let templates: { head: string[]; body: string }[] | undefined;

function nextBytes(request: LoadRequest) {
  templates ??= (request.bodies ?? [undefined]).map((body) => toTemplate(request, body));
  const { head = [], body = '' } = templates[Math.floor(Math.random() * templates.length)] ?? {};
  number += 1;
  return head.join(`${process.pid}-${number}`) + body;
}

function toTemplate({ url, method, headers }: LoadRequest, body?: string) {
  const { host, pathname, search } = new URL(url);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const all = {
    host,
    ...headers,
    ...(bytes && { 'content-length': String(bytes.byteLength) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return { head: head.split('#'), body: bytes?.toString('latin1') ?? '' };
}

if (import.meta.main) {
  const request = JSON.parse(await text(process.stdin)) as LoadRequest;
  console.log(JSON.stringify(await generate(request)));
}
