import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/**
 * The yardstick for Lighthouse: the site at ORIGIN, with the same headers and without its scripts,
 * so without web fonts too. `node bench/reference-site.ts ORIGIN` prints its own origin.
 */
const [origin = ''] = process.argv.slice(2);
const withoutScripts = (html: string) => html.replaceAll(/<script\b.*?<\/script>/gs, '');
const ofTransfer = ['content-length', 'content-encoding', 'transfer-encoding', 'connection'];

const answers = new Map<string, ReturnType<typeof load>>();

async function load(pathname: string) {
  const answer = await fetch(origin + pathname);
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !ofTransfer.includes(name)),
  );
  const isPage = headers['content-type']?.startsWith('text/html');
  if (!isPage) return { headers, body: Buffer.from(await answer.arrayBuffer()) };
  const body = brotliCompressSync(withoutScripts(await answer.text()));
  return { headers: { ...headers, 'content-encoding': 'br' }, body };
}

const server = createServer(async ({ url = '/' }, response) => {
  const answer = answers.get(url) ?? load(url);
  answers.set(url, answer);
  const { headers, body } = await answer;
  response.writeHead(200, { ...headers, 'content-length': body.byteLength }).end(body);
}).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
