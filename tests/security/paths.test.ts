import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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

describe('no path exposes a file outside the build', () => {
  const up = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '%252e%252e%252f',
    '..%252f',
    '%c0%ae%c0%ae/',
    '%c0%ae%c0%ae%c0%af',
    '%e0%80%ae%e0%80%ae/',
    '..%c1%9c',
    '..\\',
    '..%5c',
    '%2e%2e%5c',
    '....//',
    '..;/',
    '.%00./',
    '%uff0e%uff0e%u2215',
  ];
  const files = [
    'package.json',
    'src/server.ts',
    'dist/server/entry-server.js',
    '.env',
    'etc/passwd',
  ];
  const secrets = [
    readFileSync('package.json', 'utf8').slice(0, 40),
    readFileSync('src/server.ts', 'utf8').slice(0, 40),
    'root:x:0',
  ];

  it('by path traversal, in any encoding', async () => {
    for (const step of up) {
      for (const file of files) {
        for (const target of [`/${step.repeat(8)}${file}`, `/assets/${step.repeat(2)}${file}`]) {
          const text = await expectRejected(target);
          for (const secret of secrets) expect(text, target).not.toContain(secret);
        }
      }
    }
  }, 30_000);

  it('by an absolute path, another root or another scheme', async () => {
    for (const target of [
      '//etc/passwd',
      '///etc/passwd',
      '/%2fetc/passwd',
      '/file:///etc/passwd',
      '/C:/Windows/win.ini',
      '/\\\\localhost\\c$',
      '/proc/self/environ',
      'file:///etc/passwd',
      'http://localhost/../../etc/passwd',
    ]) {
      expect(await expectRejected(target), target).not.toContain('root:x:0');
    }
  });

  it('or a hidden or private file of the build', async () => {
    for (const target of [
      '/.vite/manifest.json',
      '/.env',
      '/.git/config',
      '/.git/HEAD',
      '/.DS_Store',
      '/.htaccess',
      '/.well-known/',
      '/.well-known/../package.json',
      '/dist/',
      '/server/entry-server.js',
      '/sources.sha256',
      '/site.json',
      '/assets/',
      '/assets',
      '/data/inquiries.sqlite',
      '/node_modules/react/package.json',
      '/src/web/entry-client.ts',
      '/favicon.svg/',
      '/favicon.svg%00.html',
      '/FAVICON.SVG',
    ]) {
      await expectRejected(target);
    }
  });
});

describe('a malformed path is rejected', () => {
  it('with NUL, or invalid or overlong percent-encoding', async () => {
    for (const target of [
      '/%00',
      '/about%00',
      '/about%00.html',
      '/%',
      '/%2',
      '/%zz',
      '/%c3%28',
      '/%ff%fe',
      '/%f8%80%80%80%af',
      '/%ed%a0%80',
      '/about%0d%0aSet-Cookie:%20a=b',
      '/%E2%80%AEabout',
      `/${'%2e'.repeat(2000)}`,
      `/${'a/'.repeat(3000)}`,
    ]) {
      const text = await expectRejected(target);
      expect(text.toLowerCase(), target).not.toContain('set-cookie');
    }
  });

  it('without a leading slash', async () => {
    for (const target of ['about', '?x', '*', '\\about', '/about\\', '@evil.example']) {
      await expectRejected(target);
    }
  });
});

describe('a redirect never leaves the site', () => {
  it('for any prefix of the path', async () => {
    for (const target of [
      '//evil.example/',
      '//evil.example//',
      '//evil.example/about/',
      '///evil.example/about/',
      '/%2f%2fevil.example/',
      '/%2fevil.example/about/',
      '/\\evil.example/',
      '/%5cevil.example/',
      '/%09/evil.example/',
      '/.evil.example/',
      '/about/..//evil.example/',
      '/https://evil.example/',
      '/about%2f%2fevil.example/',
      'http://evil.example//evil.example/',
    ]) {
      await expectRejected(target);
    }
  });

  it('and goes to a path, whatever the request’s host', async () => {
    const location = async (target: string) =>
      /^location: (.*)\r$/im.exec((await get(target)).text)?.[1];
    expect(await location('/about/')).toBe('/about');
    expect(await location('//')).toBe('/');
    expect(await location('/about//?next=//evil.example')).toBe('/about?next=//evil.example');
    expect(await location('/about%2f?%0d%0aSet-Cookie:a=b')).toBe('/about?%0d%0aSet-Cookie:a=b');
    expect(await location('http://evil.example/about/')).toBe('/about');
  });
});

it('security.txt names a contact and expires within a year', async () => {
  const response = await fetch(`${server.url()}/.well-known/security.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expiry = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  expect(expiry).toBeGreaterThan(Date.now());
  expect(expiry).toBeLessThan(Date.now() + 366 * 24 * 60 * 60 * 1000);
  expect(text).not.toContain('Canonical');
});
