import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../tools/start-server.ts';
import { isInstalled } from '../fixtures/installed-programs.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { expectRedirects, readRedirectExample } from '../fixtures/redirect-examples.ts';
import { expectStored, startSenders } from '../fixtures/senders.ts';
import { startNginx } from '../fixtures/start-nginx.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';

const rounds = 10;
/** The 10 s shutdown timeout, plus 1 s. */
const maxStopMs = 11_000;
const paths = ['/', '/about', '/contact', '/nowhere'];

const link = '/follow-up/01a1fd11/spam/1/xyzzy';

describe.skipIf(!isInstalled('nginx'))('nginx', () => {
  it('fails no request during rolling restarts of two servers', async () => {
    const database = await startPostgres();
    onTestFinished(() => database.remove());
    const databaseUrl = database.urlOf('postgres');
    const ports: [number, number] = [await freePort(), await freePort()];
    const start = async (port: number) => {
      const settings = { DATABASE_URL: databaseUrl, PORT: String(port), TRUST_PROXY: '1' };
      const server = startTestServer(settings);
      await server.url;
      return server;
    };
    const servers = [await start(ports[0]), await start(ports[1])];
    const nginx = await startNginx(ports);

    const responses = new Set<string>();
    const onResponse = (status: number | undefined) => responses.add(`POST ${status}`);
    const posts = startSenders({ count: 8, urls: () => [nginx.url], onResponse });
    let isReading = true;
    const readers = paths.map(async (pathname) => {
      while (isReading) {
        const response = await fetch(nginx.url + pathname).catch(() => undefined);
        await response?.text();
        responses.add(`GET ${pathname} ${response?.status}`);
      }
    });

    for (let round = 0; round < rounds; round += 1) {
      for (const slot of [0, 1] as const) {
        await sleep(500);
        const stopRequestedAt = performance.now();
        await servers[slot]?.stop('SIGTERM');
        expect(performance.now() - stopRequestedAt).toBeLessThan(maxStopMs);
        servers[slot] = await start(ports[slot]);
      }
    }
    isReading = false;
    await Promise.all(readers);
    await expectStored({ kind: 'postgres', databaseUrl }, await posts.stop());
    const expected = ['GET / 200', 'GET /about 200', 'GET /contact 200', 'GET /nowhere 404'];
    expect([...responses].sort(), nginx.errors()).toEqual([...expected, 'POST 201']);
  });

  it('refuses the 101st open request of a network, whichever of its addresses sends it', async () => {
    const settings = 'set_real_ip_from 127.0.0.1; real_ip_header X-From;';
    const { nginx } = await startWithNginx({ settings });
    const sockets: Socket[] = [];
    const open = (from: string, path = '/api/contact-form') => {
      const socket = connect(Number(new URL(nginx.url).port), '127.0.0.1');
      sockets.push(socket);
      const headers = `Host: www.example.com\r\nX-From: ${from}\r\nContent-Length: 9\r\nConnection: close`;
      return sendBytes(socket, `POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    };
    // nginx writes these addresses without the zeros of their network.
    const requests = Array.from({ length: 101 }, (_, host) =>
      open(`2001:db8:0:0:${host + 1}:2:3:4`),
    );
    expect(await Promise.race(requests)).toContain('429');
    expect(await open('2001:db8:0:1::1', '/healthz')).toContain('403');
    expect(await open('192.0.2.1', '/healthz')).toContain('403');
    for (const socket of sockets) socket.destroy();
  });

  it('logs no action link, whatever becomes of the request', async () => {
    const { server, nginx } = await startWithNginx({ isEncrypted: true });
    const head = (host: string, path = link, header = '') =>
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${header}Connection: close\r\n\r\n`;
    const [site, alias] = ['www.example.com', 'example.com'];
    const cookies = `Cookie: ${'a'.repeat(9000)}\r\n`;
    const referer = `Referer: https://${site}${link}\r\n`;
    const { port: httpPort } = new URL(nginx.httpUrl);
    const { port: httpsPort } = new URL(nginx.url);
    const plain = (to: string, text: string) => sendBytes(connect(Number(to), '127.0.0.1'), text);
    const encrypted = (servername: string, text: string) =>
      sendBytes(
        connectTls({ port: Number(httpsPort), servername, rejectUnauthorized: false }),
        text,
      );
    expect(await plain(httpPort, head(site))).toContain(`301 Moved`);
    expect(await plain(httpPort, head('evil.test'))).toBe('');
    expect(await plain(httpsPort, head(site))).toContain('400 Bad Request');
    expect(await encrypted(alias, head(alias))).toContain('301 Moved');
    expect(await encrypted('evil.test', head('evil.test'))).toBe('');
    expect(await encrypted(site, head('evil.test'))).not.toContain('evil.test');
    for (const [request, status] of [
      [head(site, link, cookies), '400 Bad Request'],
      [head(site, link.toUpperCase()), '404'],
      [head(site, link.replace('-', '%2D')), '404'],
      [head(site, link.replace('up/', 'up%2F')), '404'],
      [head(site, link.replace('f', '%66')), '404'],
      [link, '400 Bad Request'],
      [head(site, '/about', referer), '200 OK'],
      [head(site, '/healthz'), '403 Forbidden'],
      [head(site, '/readyz', referer), '403 Forbidden'],
      [head(site), '404'],
    ] as const)
      expect(await encrypted(site, request), request).toContain(status);
    server.kill('SIGKILL');
    await server.exited;
    for (const [path, header] of [[link], [link.toUpperCase()], ['/about', referer], ['/contact']])
      expect(await encrypted(site, head(site, path, header)), path).toContain('502');
    await expect.poll(nginx.requests).toContain('GET /contact');
    expect(nginx.errors()).toContain('GET /contact');
    expect(nginx.requests()).toContain('"GET /follow-up/" 301');
    expect(nginx.requests() + nginx.errors()).not.toMatch(/xyzzy/i);
  });

  it('leads old addresses to pages as in the example of the documents', async () => {
    const { nginx } = await startWithNginx({ siteSettings: readRedirectExample('nginx') });
    await expectRedirects(nginx.url);
  });
});

/** Starts a server behind nginx. */
async function startWithNginx(options?: Parameters<typeof startNginx>[1]) {
  const server = startTestServer({ TRUST_PROXY: '1' });
  const port = Number(new URL(await server.url).port);
  return { server, nginx: await startNginx([port, port], options) };
}

/** Sends bytes; resolves to what arrives until the connection closes. */
async function sendBytes(socket: Socket, bytes: string) {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += String(chunk))).on('error', () => undefined);
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}
