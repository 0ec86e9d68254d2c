import { expect, it } from 'vitest';
import { sendRawRequest } from '../fixtures/raw-request.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const server = serveSiteForFile();

/** Sends a GET for this target without normalizing it. */
async function get(target: string) {
  const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  const { text, statuses, isClosed } = await sendRawRequest(server.url(), request);
  expect(isClosed, target).toBe(true);
  return { status: statuses[0], text };
}

it.each([
  ...['../', '%2e%2e%2f', '%252e%252e%252f', '%c0%ae%c0%ae/', '..\\', '..%5c'].flatMap((up) => [
    ...[`/${up}package.json`, `/assets/${up.repeat(3)}package.json`],
    `/${up.repeat(8)}etc/passwd`,
  ]),
  // Hidden and private files, and other roots.
  ...['/.vite/manifest.json', '/.env', '/.git/config', '/server/entry-server.js', '/assets/'],
  ...['/sources.sha256', '/data/inquiries.sqlite', '/favicon.svg/', '/FAVICON.SVG'],
  ...['//etc/passwd', '/proc/self/environ', 'file:///etc/passwd'],
  // Malformed paths.
  ...['/%00', '/about%00.html', '/%', '/%zz', '/%ff%fe', '/%E2%80%AEabout'],
  ...['about', '*', '@evil.example'],
  // Other sites, to which no redirect leads.
  ...['//evil.example/', '///evil.example/about/', '/%2f%2fevil.example/', '/\\evil.example/'],
  ...['/%5cevil.example/', '/about/..//evil.example/', '/https://evil.example/'],
  'http://evil.example//evil.example/',
])('a request for %s finds nothing', async (target) => {
  const { status, text } = await get(target);
  expect([400, 404]).toContain(status);
  expect(text).not.toMatch(/"dependencies"|root:x:0/);
});

it.each([
  ['/about/', '/about'],
  ['//', '/'],
  ['/about//?next=//evil.example', '/about?next=//evil.example'],
  ['/about%2f?%0d%0aSet-Cookie:a=b', '/about?%0d%0aSet-Cookie:a=b'],
  ['http://evil.example/about/', '/about'],
])('%s leads to %s of this site', async (target, location) => {
  expect(/^location: (.*)\r$/im.exec((await get(target)).text)?.[1]).toBe(location);
});
