import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/**
 * Baseline for Lighthouse: the site at ORIGIN without scripts and web fonts, with the same headers.
 * Prints its origin. Usage: `node bench/reference-site.ts ORIGIN`.
 */
const [origin = ''] = process.argv.slice(2);
const removeScripts = (html: string) => html.replaceAll(/<script\b.*?<\/script>/gs, '');
const transferHeaders = ['content-length', 'content-encoding', 'transfer-encoding', 'connection'];

const cache = new Map<string, ReturnType<typeof load>>();

async function load(pathname: string) {
  const source = await fetch(origin + pathname);
  const headers = Object.fromEntries(
    [...source.headers].filter(([name]) => !transferHeaders.includes(name)),
  );
  const isPage = headers['content-type']?.startsWith('text/html');
  if (!isPage) return { headers, body: Buffer.from(await source.arrayBuffer()) };
  const body = brotliCompressSync(removeScripts(await source.text()));
  return { headers: { ...headers, 'content-encoding': 'br' }, body };
}

const server = createServer(async ({ url = '/' }, response) => {
  const cached = cache.get(url) ?? load(url);
  cache.set(url, cached);
  const { headers, body } = await cached;
  response.writeHead(200, { ...headers, 'content-length': body.byteLength }).end(body);
}).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
