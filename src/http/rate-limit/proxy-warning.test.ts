import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { warnAboutProxies } from './client-network.ts';

/** Returns the lines logged for requests with these headers. */
function warningsFor(trustedHops: number, remoteAddress: string, ...all: IncomingHttpHeaders[]) {
  const { log, lines } = createRecordedLog();
  let passed = 0;
  const listener = warnAboutProxies(() => (passed += 1), { trustedHops, log });
  for (const headers of all) {
    const request = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
    listener(request, {} as ServerResponse);
  }
  expect(passed).toBe(all.length);
  return lines;
}

const [one, two] = ['198.51.100.1', '198.51.100.1, 192.0.2.1'];

it('warns about a proxy while TRUST_PROXY is 0, once and without addresses', () => {
  const forwarded = { 'x-forwarded-for': one };
  const [line = '', ...others] = warningsFor(0, '127.0.0.1', {}, forwarded, forwarded);
  expect(others).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ level: 40, trustProxy: 0, forwardedAddresses: 1 });
  expect(line).toContain('Set TRUST_PROXY to the number of proxies');
  expect(line).not.toMatch(/198\.51|127\.0/);
});

it('recognizes proxies by any forwarding header, on this machine or in a private network', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:10.88.0.1', '172.17.0.1', 'fd00::1']) {
    expect(warningsFor(0, address, { 'x-forwarded-proto': 'https' })).toHaveLength(1);
    expect(warningsFor(0, address, { forwarded: `for=${one}` })).toHaveLength(1);
  }
});

it('warns about fewer addresses than TRUST_PROXY', () => {
  expect(warningsFor(2, '127.0.0.1', { 'x-forwarded-for': one })).toHaveLength(1);
  expect(warningsFor(1, '127.0.0.1', { 'x-forwarded-proto': 'https' })).toHaveLength(1);
});

it('is silent about enough addresses, direct requests and forged headers', () => {
  const forwarded = { 'x-forwarded-for': two };
  expect(warningsFor(2, '127.0.0.1', forwarded)).toEqual([]);
  expect(warningsFor(1, '127.0.0.1', forwarded)).toEqual([]);
  expect(warningsFor(1, '127.0.0.1', {})).toEqual([]);
  expect(warningsFor(0, '127.0.0.1', { 'user-agent': 'curl' })).toEqual([]);
  expect(warningsFor(0, '203.0.113.7', forwarded)).toEqual([]);
});
