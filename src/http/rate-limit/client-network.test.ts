import { describe, expect, it } from 'vitest';
import { getClientNetwork } from './client-network.ts';

describe('without a proxy', () => {
  it('uses the address of the connection', () => {
    expect(getClientNetwork('203.0.113.7', undefined, 0)).toBe('203.0.113.7');
  });

  it('ignores X-Forwarded-For', () => {
    expect(getClientNetwork('203.0.113.7', '198.51.100.1', 0)).toBe('203.0.113.7');
  });

  it('counts unknown addresses as one network', () => {
    expect(getClientNetwork(undefined, undefined, 0)).toBe('unknown');
  });
});

describe('behind proxies', () => {
  it('uses the address that the trusted proxy appended, not what the client sent before it', () => {
    expect(getClientNetwork('10.0.0.1', '198.51.100.1', 1)).toBe('198.51.100.1');
    expect(getClientNetwork('10.0.0.1', '192.0.2.66, 198.51.100.1', 1)).toBe('198.51.100.1');
    expect(getClientNetwork('10.0.0.1', '1.1.1.1,2.2.2.2 ,198.51.100.1,10.0.0.2', 2)).toBe(
      '198.51.100.1',
    );
  });

  it('uses the connection if the request bypassed a proxy', () => {
    expect(getClientNetwork('10.0.0.1', undefined, 1)).toBe('10.0.0.1');
    expect(getClientNetwork('10.0.0.1', '', 1)).toBe('10.0.0.1');
    expect(getClientNetwork('10.0.0.1', '198.51.100.1', 2)).toBe('10.0.0.1');
  });

  it('ignores invalid addresses', () => {
    expect(getClientNetwork('10.0.0.1', 'unknown', 1)).toBe('10.0.0.1');
    expect(getClientNetwork('10.0.0.1', '1.2.3.4.5', 1)).toBe('10.0.0.1');
    expect(getClientNetwork('10.0.0.1', '[::1', 1)).toBe('10.0.0.1');
  });

  it('ignores the port', () => {
    expect(getClientNetwork('10.0.0.1', '198.51.100.1:4711', 1)).toBe('198.51.100.1');
    expect(getClientNetwork('10.0.0.1', '[2001:db8::1]:4711', 1)).toBe('2001:db8:0:0::/64');
    expect(getClientNetwork('10.0.0.1', '2001:db8::1', 1)).toBe('2001:db8:0:0::/64');
  });
});

describe('an IPv6 address', () => {
  it('is reduced to its first 64 bits in any notation', () => {
    const network = '2001:db8:1:2::/64';
    expect(getClientNetwork('2001:db8:1:2::1', undefined, 0)).toBe(network);
    expect(getClientNetwork('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', undefined, 0)).toBe(network);
    expect(getClientNetwork('2001:db8:1:3::1', undefined, 0)).not.toBe(network);
    expect(getClientNetwork('fe80::1%eth0', undefined, 0)).toBe('fe80:0:0:0::/64');
    expect(getClientNetwork('::1', undefined, 0)).toBe('0:0:0:0::/64');
    expect(getClientNetwork('::', undefined, 0)).toBe('0:0:0:0::/64');
  });

  it('that maps an IPv4 address is converted to it', () => {
    expect(getClientNetwork('::ffff:203.0.113.7', undefined, 0)).toBe('203.0.113.7');
    expect(getClientNetwork('::ffff:cb00:7107', undefined, 0)).toBe('203.0.113.7');
  });
});
