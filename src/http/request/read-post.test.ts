import fc from 'fast-check';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { toBindings } from '../../../tests/fixtures/request-bindings.ts';
import { postErrors } from '../post-errors.ts';
import { maxFormFields } from '../request-limits.ts';
import { isSameOrigin, parseForm, readPost } from './read-post.ts';

const publicUrl = 'https://firm.example';

it.each<[isAllowed: boolean, Record<string, string>, string?]>([
  [true, { origin: publicUrl }, publicUrl],
  // The host to which the request was sent, with any scheme.
  [true, { origin: publicUrl, host: 'firm.example' }],
  [true, { origin: 'http://firm.example', host: 'Firm.example:80' }],
  [true, { origin: 'http://[::1]:3000', host: '[::1]:3000' }],
  [true, { 'sec-fetch-site': 'same-origin' }],
  [true, { 'sec-fetch-site': 'none' }],
  // Another host name of the site, also behind a proxy that replaces Host.
  [true, { origin: 'https://alias.example', host: 'alias.example' }, publicUrl],
  [true, { origin: 'https://alias.example', 'sec-fetch-site': 'same-origin' }, publicUrl],
  // Clients that are not browsers.
  [true, {}],
  [false, { origin: 'http://firm.example' }, publicUrl],
  [false, { origin: 'https://firm.example:8443' }, publicUrl],
  [false, { origin: 'https://www.firm.example' }, publicUrl],
  [false, { origin: 'https://firm.example.evil.example' }, publicUrl],
  [false, { origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3000' }],
  [false, { origin: 'https://evil.example', host: 'firm.example' }, publicUrl],
  [false, { origin: 'null' }],
  [false, { origin: '' }],
  [false, { origin: 'file://' }],
  [false, { origin: publicUrl, host: 'a b' }],
  [false, { 'sec-fetch-site': 'same-site' }],
  [false, { 'sec-fetch-site': 'cross-site' }],
  // Each of the two headers may name another site.
  [false, { origin: publicUrl, 'sec-fetch-site': 'cross-site' }, publicUrl],
  [
    false,
    { origin: 'https://alias.example', host: 'alias.example', 'sec-fetch-site': 'cross-site' },
  ],
])('allows (%s) a request with %j and PUBLIC_URL %s', (isAllowed, headers, url) => {
  const request = new Request('http://localhost/contact', { headers });
  expect(isSameOrigin(request, url)).toBe(isAllowed);
});

const read = async (body: string | Uint8Array) => {
  const app = new Hono();
  app.post('/', (context) => context.json(readPost(context, 'text/plain', undefined)));
  const headers = { 'content-type': 'text/plain' };
  const response = await app.request('/', { method: 'POST', headers }, toBindings(body));
  return response.json();
};

it('decodes a body, and rejects invalid UTF-8', async () => {
  expect(await read('ü😀')).toEqual({ ok: true, value: 'ü😀' });
  expect(await read('')).toEqual({ ok: true, value: '' });
  expect(await read(new Uint8Array([0xc3, 0x28]))).toEqual({
    ok: false,
    error: postErrors.malformed,
  });
  expect(await read(new Uint8Array([0xed, 0xa0, 0x80]))).toMatchObject({ ok: false });
});

it.each([
  ['spaces', 'by=Ada+Love%20lace', 'Ada Love lace'],
  ['digits of both cases', 'by=%c3%BC%F0%9f%98%80', 'ü😀'],
  ['an encoded plus sign and separators', 'by=%2B%26%3D', '+&='],
  ['an encoded name', '%62y=Ada', 'Ada'],
  ['text that is not encoded', 'by=ü😀 =x', 'ü😀 =x'],
  ['a percent sign beside other text', 'by=für 100 % 漢', 'für 100 % 漢'],
  ['malformed percent signs', 'by=%+%2+%zz%%41%4', '% %2 %zz%A%4'],
  ['invalid UTF-8', 'by=%ff%C3x%ED%A0%80', '\ufffd\ufffdx\ufffd\ufffd\ufffd'],
  ['a byte order mark', 'by=%EF%BB%BFAda', '\ufeffAda'],
  ['a repeated field, whose first value it takes', 'by=Ada&by=Grace', 'Ada'],
  ['a field without a value', 'by', ''],
])('parses a form with %s', (_, text, value) => {
  expect(parseForm(text).get('by')).toBe(value);
});

it('parses a form as URLSearchParams does, but only its first fields', () => {
  // ASCII only: beside a malformed `%`, Node decodes other text incorrectly.
  const unit = fc.constantFrom(
    ...'%+&=aF0x',
    '%C3',
    '%a9',
    '%2',
    '%f0%9f%98',
    '%ed%a0',
    '%EF%BB%BF',
  );
  const parsesAlike = fc.property(fc.string({ unit, maxLength: maxFormFields }), (text) => {
    const params = new URLSearchParams(text);
    const fields = parseForm(text);
    const names = [...params.keys()].filter((name) => name !== '');
    for (const name of names) expect(fields.get(name), text).toBe(params.get(name));
  });
  fc.assert(parsesAlike, { numRuns: 2000 });
  expect(parseForm('a&'.repeat(maxFormFields) + 'by=Ada').has('by')).toBe(false);
});
