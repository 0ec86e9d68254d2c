import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * Baseline for pages: Node's HTTP server with a copy of one response. Prints its origin.
 * Usage: `node bench/bare-http.ts URL ACCEPT-ENCODING`.
 */
const [url = '', acceptEncoding = ''] = process.argv.slice(2);
// Unlike `fetch`, `get` does not decompress.
const source = await new Promise<IncomingMessage>((resolve, reject) => {
  get(url, { headers: { 'accept-encoding': acceptEncoding } }, resolve).on('error', reject);
});
const body = await buffer(source);
const connectionHeaders = ['date', 'connection', 'keep-alive'];
const headers = Object.fromEntries(
  Object.entries(source.headers).filter(([name]) => !connectionHeaders.includes(name)),
);

const server = createServer((_, response) => {
  response.writeHead(source.statusCode ?? 500, headers).end(body);
}).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
