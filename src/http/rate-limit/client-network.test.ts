import { describe, expect, it } from 'vitest';
import { getClientNetworks } from './client-network.ts';

describe('without a proxy', () => {
  it('uses the address of the connection', () => {
    expect(getClientNetworks('203.0.113.7', undefined, 0)).toEqual(['203.0.113.7']);
  });

  it('ignores X-Forwarded-For', () => {
    expect(getClientNetworks('203.0.113.7', '198.51.100.1', 0)).toEqual(['203.0.113.7']);
  });

  it('counts unknown addresses as one network', () => {
    expect(getClientNetworks(undefined, undefined, 0)).toEqual(['unknown']);
  });
});

describe('behind proxies', () => {
  it('uses the address that the trusted proxy appended, not what the client sent before it', () => {
    expect(getClientNetworks('10.0.0.1', '198.51.100.1', 1)).toEqual(['198.51.100.1']);
    expect(getClientNetworks('10.0.0.1', '192.0.2.66, 198.51.100.1', 1)).toEqual(['198.51.100.1']);
    expect(getClientNetworks('10.0.0.1', '1.1.1.1,2.2.2.2 ,198.51.100.1,10.0.0.2', 2)).toEqual([
      '198.51.100.1',
    ]);
  });

  it('uses the connection if the request bypassed a proxy', () => {
    expect(getClientNetworks('10.0.0.1', undefined, 1)).toEqual(['10.0.0.1']);
    expect(getClientNetworks('10.0.0.1', '', 1)).toEqual(['10.0.0.1']);
    expect(getClientNetworks('10.0.0.1', '198.51.100.1', 2)).toEqual(['10.0.0.1']);
  });

  it('ignores invalid addresses', () => {
    expect(getClientNetworks('10.0.0.1', 'unknown', 1)).toEqual(['10.0.0.1']);
    expect(getClientNetworks('10.0.0.1', '1.2.3.4.5', 1)).toEqual(['10.0.0.1']);
    expect(getClientNetworks('10.0.0.1', '[::1', 1)).toEqual(['10.0.0.1']);
  });

  it('ignores the port', () => {
    expect(getClientNetworks('10.0.0.1', '198.51.100.1:4711', 1)).toEqual(['198.51.100.1']);
    expect(getClientNetworks('10.0.0.1', '[2001:db8::1]:4711', 1)).toEqual([
      '2001:db8:0:0::/64',
      '2001:db8:0::/48',
    ]);
    expect(getClientNetworks('10.0.0.1', '2001:db8::1', 1)).toEqual([
      '2001:db8:0:0::/64',
      '2001:db8:0::/48',
    ]);
  });
});

describe('an IPv6 address', () => {
  it('is reduced to its first 64 and 48 bits in any notation', () => {
    const networks = ['2001:db8:1:2::/64', '2001:db8:1::/48'];
    expect(getClientNetworks('2001:db8:1:2::1', undefined, 0)).toEqual(networks);
    const long = '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff';
    expect(getClientNetworks(long, undefined, 0)).toEqual(networks);
    const neighbour = ['2001:db8:1:3::/64', '2001:db8:1::/48'];
    expect(getClientNetworks('2001:db8:1:3::1', undefined, 0)).toEqual(neighbour);
    const linkLocal = ['fe80:0:0:0::/64', 'fe80:0:0::/48'];
    expect(getClientNetworks('fe80::1%eth0', undefined, 0)).toEqual(linkLocal);
    const zero = ['0:0:0:0::/64', '0:0:0::/48'];
    expect(getClientNetworks('::1', undefined, 0)).toEqual(zero);
    expect(getClientNetworks('::', undefined, 0)).toEqual(zero);
  });

  it('that maps an IPv4 address is converted to it', () => {
    expect(getClientNetworks('::ffff:203.0.113.7', undefined, 0)).toEqual(['203.0.113.7']);
    expect(getClientNetworks('::ffff:cb00:7107', undefined, 0)).toEqual(['203.0.113.7']);
  });
});
