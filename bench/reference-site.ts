import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/**
 * The yardstick for Lighthouse: the site at ORIGIN, with the same headers and without its scripts,
 * so without web fonts too. `node bench/reference-site.ts ORIGIN` prints its own origin.
 */
const [origin = ''] = process.argv.slice(2);
const removeScripts = (html: string) => html.replaceAll(/<script\b.*?<\/script>/gs, '');
const transferHeaders = ['content-length', 'content-encoding', 'transfer-encoding', 'connection'];

const cache = new Map<string, ReturnType<typeof load>>();

async function load(pathname: string) {
  const answer = await fetch(origin + pathname);
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !transferHeaders.includes(name)),
  );
  const isPage = headers['content-type']?.startsWith('text/html');
  if (!isPage) return { headers, body: Buffer.from(await answer.arrayBuffer()) };
  const body = brotliCompressSync(removeScripts(await answer.text()));
  return { headers: { ...headers, 'content-encoding': 'br' }, body };
}

const server = createServer(async ({ url = '/' }, response) => {
  const answer = cache.get(url) ?? load(url);
  cache.set(url, answer);
  const { headers, body } = await answer;
  response.writeHead(200, { ...headers, 'content-length': body.byteLength }).end(body);
}).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
