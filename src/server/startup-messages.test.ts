import { expect, it } from 'vitest';
import { formatLocalUrl } from './startup-messages.ts';

it.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://0.0.0.0:3000'],
  ['::', 'http://[::]:3000'],
])('names the address that a browser opens: %s', (host, url) => {
  expect(formatLocalUrl(host, 3000)).toBe(url);
});
