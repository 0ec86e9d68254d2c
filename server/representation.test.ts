import { describe, expect, it } from 'vitest';
import { answer, chooseCoding, type Representation } from './representation.ts';

const text = (value: string) => new TextEncoder().encode(value);
const bodies = { identity: text('plain text'), gzip: text('gz'), br: text('b') };
const page: Representation = {
  status: 200,
  headers: { 'content-type': 'text/plain', 'cache-control': 'no-cache' },
  bodies,
  hash: 'abc',
};
const get = (headers: Record<string, string> = {}) =>
  answer(new Request('http://localhost/', { headers }), page);

describe('the content coding', () => {
  it('is the smallest that the client accepts', () => {
    expect(chooseCoding('gzip, deflate, br', bodies)).toBe('br');
    expect(chooseCoding('gzip', bodies)).toBe('gzip');
    expect(chooseCoding('*', bodies)).toBe('br');
  });

  it('follows the weights', () => {
    expect(chooseCoding('br;q=0.5, gzip;q=0.8', bodies)).toBe('gzip');
    expect(chooseCoding('br; q=0, gzip', bodies)).toBe('gzip');
    expect(chooseCoding('BR;Q=1', bodies)).toBe('br');
    expect(chooseCoding('identity, br;q=0.9', bodies)).toBe('identity');
    expect(chooseCoding('*;q=0, gzip;q=0.1', bodies)).toBe('gzip');
  });

  it('is none where the client names none that is at hand', () => {
    expect(chooseCoding('', bodies)).toBe('identity');
    expect(chooseCoding('deflate', bodies)).toBe('identity');
    expect(chooseCoding('br', { identity: bodies.identity })).toBe('identity');
  });
});

describe('an answer', () => {
  it('says its coding and length, and that it depends on what the client accepts', async () => {
    const response = get({ 'accept-encoding': 'br' });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-length')).toBe('1');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe('b');
  });

  it('has a validator of its own for each coding', () => {
    const plain = get().headers.get('etag');
    const packed = get({ 'accept-encoding': 'br' }).headers.get('etag');
    expect(plain).toMatch(/^"[^"]+"$/);
    expect(packed).not.toBe(plain);
  });

  it('is 304 without a body for a client that has it', async () => {
    const etag = get({ 'accept-encoding': 'br' }).headers.get('etag') ?? '';
    const again = { 'accept-encoding': 'br', 'if-none-match': `"old", W/${etag}` };
    const response = get(again);
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    expect(response.headers.get('etag')).toBe(etag);
    expect(get({ 'if-none-match': etag }).status).toBe(200);
    expect(get({ 'if-none-match': '*' }).status).toBe(304);
  });

  it('is never 304 for a page that was not found', () => {
    const request = new Request('http://localhost/x', { headers: { 'if-none-match': '*' } });
    expect(answer(request, { ...page, status: 404 }).status).toBe(404);
  });
});

describe('a part of it', () => {
  const etag = get().headers.get('etag') ?? '';

  it('is sent alone, with its place in the whole', async () => {
    const response = get({ range: 'bytes=6-9' });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe('bytes 6-9/10');
    expect(response.headers.get('content-length')).toBe('4');
    expect(response.headers.get('etag')).toBe(etag);
    expect(await response.text()).toBe('text');
  });

  it('is of the bytes in their coding', async () => {
    const response = get({ 'accept-encoding': 'gzip', range: 'bytes=1-' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-range')).toBe('bytes 1-1/2');
    expect(await response.text()).toBe('z');
  });

  it('is only for who has this very version', () => {
    expect(get({ range: 'bytes=0-1', 'if-range': etag }).status).toBe(206);
    expect(get({ range: 'bytes=0-1', 'if-range': '"other"' }).status).toBe(200);
    expect(get({ range: 'bytes=0-1', 'if-range': `W/${etag}` }).status).toBe(200);
    const date = 'Sat, 21 Nov 2026 12:00:00 GMT';
    expect(get({ range: 'bytes=0-1', 'if-range': date }).status).toBe(200);
  });

  it('is refused with the length where there is nothing', async () => {
    const response = get({ range: 'bytes=10-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */10');
    expect(await response.text()).toContain('10 bytes');
  });

  it('is not sent for several ranges, HEAD, what is not found or what the client has', async () => {
    const several = get({ range: 'bytes=0-1,3-4' });
    expect(several.status).toBe(200);
    expect(several.headers.get('accept-ranges')).toBe('bytes');
    expect(await several.text()).toBe('plain text');
    const ask = (init: RequestInit, status = 200) =>
      answer(new Request('http://localhost/', init), { ...page, status }).status;
    expect(ask({ method: 'HEAD', headers: { range: 'bytes=0-1' } })).toBe(200);
    expect(ask({ headers: { range: 'bytes=0-1' } }, 404)).toBe(404);
    expect(ask({ headers: { range: 'bytes=0-1', 'if-none-match': etag } })).toBe(304);
  });
});
