import { describe, expect, it, vi } from 'vitest';
import { isSameOrigin, maxBodyBytes, readBody } from './read-post.ts';

const isAllowed = (headers: Record<string, string>, publicUrl?: string) =>
  isSameOrigin(new Request('http://localhost/contact', { headers }), publicUrl);

const publicUrl = 'https://firm.example';

it.each<[Record<string, string>, string?]>([
  [{ origin: publicUrl }, publicUrl],
  // The host that the request was sent to, with any scheme.
  [{ origin: publicUrl, host: 'firm.example' }],
  [{ origin: 'http://firm.example', host: 'Firm.example:80' }],
  [{ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
  [{ origin: 'http://[::1]:3000', host: '[::1]:3000' }],
  [{ 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'none' }],
  [{ origin: publicUrl, 'sec-fetch-site': 'same-origin' }, publicUrl],
  // Another host name of the site, also behind a proxy that replaces Host.
  [{ origin: 'https://alias.example', host: 'alias.example' }, publicUrl],
  [{ origin: 'https://alias.example', 'sec-fetch-site': 'same-origin' }, publicUrl],
  // Clients that are not browsers.
  [{}],
  [{}, publicUrl],
])('accepts %j, with PUBLIC_URL %s', (headers, url) => {
  expect(isAllowed(headers, url)).toBe(true);
});

it.each<[Record<string, string>, string?]>([
  [{ origin: 'http://firm.example' }, publicUrl],
  [{ origin: 'https://firm.example:8443' }, publicUrl],
  [{ origin: 'https://www.firm.example' }, publicUrl],
  [{ origin: 'https://firm.example.evil.example' }, publicUrl],
  [{ origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3000' }],
  [{ origin: 'https://evil.example', host: 'firm.example' }, publicUrl],
  [{ origin: 'null' }],
  [{ origin: 'null' }, publicUrl],
  [{ origin: '' }],
  [{ origin: 'file://' }],
  [{ origin: 'localhost' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  // Either header may name another site.
  [{ origin: publicUrl, 'sec-fetch-site': 'cross-site' }, publicUrl],
  [{ origin: publicUrl, 'sec-fetch-site': 'same-site' }, publicUrl],
  [{ origin: 'https://alias.example', host: 'alias.example', 'sec-fetch-site': 'cross-site' }],
])('rejects %j, with PUBLIC_URL %s', (headers, url) => {
  expect(isAllowed(headers, url)).toBe(false);
});

const read = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  readBody(
    new Request('http://localhost', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit),
  );

const streamOf = (...chunks: Uint8Array[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

describe('readBody', () => {
  it('decodes a character that is split across two chunks', async () => {
    const [first, second] = [new Uint8Array([0xf0, 0x9f]), new Uint8Array([0x98, 0x80])];
    expect(await read(streamOf(first, second))).toEqual({ ok: true, text: '😀' });
  });

  it('reads a missing body as empty text', async () => {
    expect(await read(null)).toEqual({ ok: true, text: '' });
  });

  it('reads at most the limit in bytes', async () => {
    const umlauts = 'ü'.repeat(maxBodyBytes / 2);
    expect(await read(umlauts)).toEqual({ ok: true, text: umlauts });
    const withLength = { 'content-length': String(maxBodyBytes) };
    expect(await read(umlauts, withLength)).toEqual({ ok: true, text: umlauts });
    expect(await read(`${umlauts}x`)).toEqual({ ok: false, reason: 'tooLarge' });
  });

  it('reads no body whose Content-Length is above the limit', async () => {
    const pull = vi.fn();
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const length = { 'content-length': String(maxBodyBytes + 1) };
    expect(await read(body, length)).toEqual({ ok: false, reason: 'tooLarge' });
    expect(pull).not.toHaveBeenCalled();
  });

  it('cancels an endless body after the limit', async () => {
    const pull = vi.fn((stream: ReadableStreamDefaultController) =>
      stream.enqueue(new Uint8Array(1024)),
    );
    const cancel = vi.fn();
    const body = new ReadableStream({ pull, cancel });
    expect(await read(body)).toEqual({ ok: false, reason: 'tooLarge' });
    expect(pull.mock.calls.length).toBeLessThan(70);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('rejects invalid UTF-8', async () => {
    expect(await read(new Uint8Array([0xc3, 0x28]))).toEqual({ ok: false, reason: 'malformed' });
    expect(await read(new Uint8Array([0xed, 0xa0, 0x80]))).toMatchObject({ ok: false });
  });

  it('reports an aborted request', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('connection lost')),
    });
    expect(await read(broken)).toEqual({ ok: false, reason: 'malformed' });
  });
});
