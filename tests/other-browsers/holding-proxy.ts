import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Stands before the site at `origin`, and lets answers to paths like `held` wait for `release`. */
export async function startHoldingProxy(origin: URL, held: RegExp) {
  const { promise: released, resolve } = Promise.withResolvers();
  const release = () => resolve(undefined);
  const proxy = createServer(async (request, response) => {
    const { method, headers, url = '/' } = request;
    if (held.test(url)) await released;
    const forwarded = ask(new URL(url, origin), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.once('error', () => response.destroy());
    request.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    release();
    proxy.close();
    proxy.closeAllConnections();
  });
  return { url: new URL(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`), release };
}
