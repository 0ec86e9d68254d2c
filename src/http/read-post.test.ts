import { describe, expect, it } from 'vitest';
import { isSameOrigin, maxBodyBytes, readBody } from './read-post.ts';

const isAllowed = (headers: Record<string, string>, publicUrl?: string) =>
  isSameOrigin(new Request('http://localhost/contact', { headers }), publicUrl);

describe('with PUBLIC_URL', () => {
  const publicUrl = 'https://firm.example';

  it('accepts only its own origin', () => {
    expect(isAllowed({ origin: 'https://firm.example' }, publicUrl)).toBe(true);
    expect(isAllowed({ origin: 'http://firm.example' }, publicUrl)).toBe(false);
    expect(isAllowed({ origin: 'https://firm.example:8443' }, publicUrl)).toBe(false);
    expect(isAllowed({ origin: 'https://www.firm.example' }, publicUrl)).toBe(false);
    expect(isAllowed({ origin: 'https://firm.example.evil.example' }, publicUrl)).toBe(false);
    expect(isAllowed({ origin: 'https://evil.example' }, publicUrl)).toBe(false);
  });

  it('ignores the Host header', () => {
    const headers = { origin: 'https://evil.example', host: 'evil.example' };
    expect(isAllowed(headers, publicUrl)).toBe(false);
  });
});

describe('without PUBLIC_URL', () => {
  it('accepts the origin of the Host header with any scheme', () => {
    expect(isAllowed({ origin: 'https://firm.example', host: 'firm.example' })).toBe(true);
    expect(isAllowed({ origin: 'http://firm.example', host: 'Firm.example:80' })).toBe(true);
    expect(isAllowed({ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' })).toBe(true);
    expect(isAllowed({ origin: 'http://[::1]:3000', host: '[::1]:3000' })).toBe(true);
  });

  it('rejects another host or port', () => {
    expect(isAllowed({ origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3000' })).toBe(false);
    expect(isAllowed({ origin: 'https://evil.example', host: 'firm.example' })).toBe(false);
  });
});

describe('an invalid origin', () => {
  it('is rejected', () => {
    expect(isAllowed({ origin: 'null' })).toBe(false);
    expect(isAllowed({ origin: 'null' }, 'https://firm.example')).toBe(false);
    expect(isAllowed({ origin: '' })).toBe(false);
    expect(isAllowed({ origin: 'file://' })).toBe(false);
    expect(isAllowed({ origin: 'localhost' })).toBe(false);
  });
});

describe('without Origin', () => {
  it('Sec-Fetch-Site decides', () => {
    expect(isAllowed({ 'sec-fetch-site': 'same-origin' })).toBe(true);
    expect(isAllowed({ 'sec-fetch-site': 'none' })).toBe(true);
    expect(isAllowed({ 'sec-fetch-site': 'same-site' })).toBe(false);
    expect(isAllowed({ 'sec-fetch-site': 'cross-site' })).toBe(false);
  });

  it('accepts clients that are not browsers', () => {
    expect(isAllowed({})).toBe(true);
    expect(isAllowed({}, 'https://firm.example')).toBe(true);
  });
});

describe('with Origin and Sec-Fetch-Site', () => {
  it('rejects a request if either names another site', () => {
    const origin = 'https://firm.example';
    const acceptsBoth = (site: string) => isAllowed({ origin, 'sec-fetch-site': site }, origin);
    expect(acceptsBoth('same-origin')).toBe(true);
    expect(acceptsBoth('cross-site')).toBe(false);
    expect(acceptsBoth('same-site')).toBe(false);
    const other = { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' };
    expect(isAllowed(other, origin)).toBe(false);
  });
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

  it('rejects invalid UTF-8', async () => {
    expect(await read(new Uint8Array([0xc3, 0x28]))).toEqual({ ok: false, reason: 'notUtf8' });
    expect(await read(new Uint8Array([0xed, 0xa0, 0x80]))).toMatchObject({ ok: false });
  });

  it('reports an aborted request', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('connection lost')),
    });
    expect(await read(broken)).toEqual({ ok: false, reason: 'incomplete' });
  });
});
