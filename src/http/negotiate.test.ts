import { describe, expect, it } from 'vitest';
import { chooseCoding, negotiateResponse, type Representation } from './negotiate.ts';

const text = (value: string) => new TextEncoder().encode(value);
const bodies = { identity: text('plain text'), gzip: text('gz'), br: text('b') };
const page: Representation = {
  status: 200,
  headers: { 'content-type': 'text/plain', 'cache-control': 'no-cache' },
  bodies,
  hash: 'abc',
};
const get = (headers: Record<string, string> = {}) =>
  negotiateResponse(new Request('http://localhost/', { headers }), page);

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['BR , identity', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['', 'identity'],
  ['deflate', 'identity'],
])('for Accept-Encoding "%s" the smallest coding is %s', (accepted, coding) => {
  expect(chooseCoding(accepted, bodies)).toBe(coding);
});

it('the coding is identity if no other is available', () => {
  expect(chooseCoding('br', { identity: bodies.identity })).toBe('identity');
});

describe('a response', () => {
  it('has Content-Encoding, Content-Length and Vary', async () => {
    const response = get({ 'accept-encoding': 'br' });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-length')).toBe('1');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe('b');
  });

  it('is 304 without a body if the ETag matches', async () => {
    const etag = get({ 'accept-encoding': 'br' }).headers.get('etag') ?? '';
    const again = { 'accept-encoding': 'br', 'if-none-match': `"old", W/${etag}` };
    const response = get(again);
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    expect(Object.fromEntries(response.headers)).toEqual({
      ...page.headers,
      etag,
      vary: 'Accept-Encoding',
    });
    expect(get({ 'if-none-match': etag }).status).toBe(200);
    expect(get({ 'if-none-match': '*' }).status).toBe(304);
  });

  it('is never 304 for a not-found page', () => {
    const request = new Request('http://localhost/x', { headers: { 'if-none-match': '*' } });
    expect(negotiateResponse(request, { ...page, status: 404 }).status).toBe(404);
  });
});

it('ignores Range requests', async () => {
  const response = get({ range: 'bytes=6-9' });
  expect(response.status).toBe(200);
  expect(response.headers.has('accept-ranges')).toBe(false);
  expect(await response.text()).toBe('plain text');
});
