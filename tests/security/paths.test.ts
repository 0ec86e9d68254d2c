import { expect, it } from 'vitest';
import { sendRawRequest, parseStatuses } from '../fixtures/raw-request.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const server = serveSiteForFile();

/** Sends a GET for this target without normalizing it. */
async function get(target: string) {
  const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  const { text, isClosed } = await sendRawRequest(server.url(), request);
  expect(isClosed, target).toBe(true);
  return { status: parseStatuses(text)[0], text };
}

const expectRejected = async (target: string) => {
  const { status, text } = await get(target);
  expect([400, 404], `${target}: status ${status}`).toContain(status);
  return text;
};

it('path traversal exposes no file, in any encoding', async () => {
  for (const up of ['../', '%2e%2e%2f', '%252e%252e%252f', '%c0%ae%c0%ae/', '..\\', '..%5c']) {
    const targets = [`/${up}package.json`, `/assets/${up.repeat(3)}package.json`];
    for (const target of [...targets, `/${up.repeat(8)}etc/passwd`])
      expect(await expectRejected(target), target).not.toMatch(/"dependencies"|root:x:0/);
  }
});

it('hidden and private files, other roots and malformed paths are not found', async () => {
  for (const target of [
    '/.vite/manifest.json',
    '/.env',
    '/.git/config',
    '/server/entry-server.js',
    '/sources.sha256',
    '/assets/',
    '/data/inquiries.sqlite',
    '/favicon.svg/',
    '/FAVICON.SVG',
    '//etc/passwd',
    '/proc/self/environ',
    'file:///etc/passwd',
    '/%00',
    '/about%00.html',
    '/%',
    '/%zz',
    '/%ff%fe',
    '/%E2%80%AEabout',
    `/${'a/'.repeat(3000)}`,
    'about',
    '*',
    '@evil.example',
  ]) {
    await expectRejected(target);
  }
});

it('a redirect never leaves the site', async () => {
  for (const target of [
    '//evil.example/',
    '///evil.example/about/',
    '/%2f%2fevil.example/',
    '/\\evil.example/',
    '/%5cevil.example/',
    '/about/..//evil.example/',
    '/https://evil.example/',
    'http://evil.example//evil.example/',
  ]) {
    await expectRejected(target);
  }
  const location = async (target: string) =>
    /^location: (.*)\r$/im.exec((await get(target)).text)?.[1];
  expect(await location('/about/')).toBe('/about');
  expect(await location('//')).toBe('/');
  expect(await location('/about//?next=//evil.example')).toBe('/about?next=//evil.example');
  expect(await location('/about%2f?%0d%0aSet-Cookie:a=b')).toBe('/about?%0d%0aSet-Cookie:a=b');
  expect(await location('http://evil.example/about/')).toBe('/about');
});

it('security.txt names a contact and expires within a year', async () => {
  const response = await fetch(`${server.url()}/.well-known/security.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expiry = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  expect(expiry).toBeGreaterThan(Date.now());
  expect(expiry).toBeLessThan(Date.now() + 366 * 24 * 60 * 60 * 1000);
});
