import { isIPv6 } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Resolve, ssrfSafeLookup } from './ssrf-safe-lookup.ts';

/** Looks up `hostname`, which resolves to `addresses`. */
function lookUp(hostname: string, addresses: string[], { all = true, allowHosts = [''] } = {}) {
  const resolve: Resolve = (_, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    );
  const lookup = ssrfSafeLookup(hostname, { resolve, allowHosts });
  return new Promise<unknown>((resolve) =>
    lookup(hostname, { all }, (error, found) =>
      resolve(error ? error.message : typeof found === 'string' ? found : found.map(addressOf)),
    ),
  );
}

const addressOf = ({ address }: { address: string }) => address;
const refused = 'The host has a private address';
const lookUpOne = (address: string) => lookUp('hooks.example', [address]);

describe('ssrfSafeLookup', () => {
  it('returns public addresses', async () => {
    const addresses = ['93.184.216.34', '2606:2800:220:1::1'];
    expect(await lookUp('hooks.example', addresses)).toEqual(addresses);
    expect(await lookUp('hooks.example', addresses, { all: false })).toBe('93.184.216.34');
  });

  it('rejects loopback, private and link-local addresses', async () => {
    expect(await lookUpOne('127.0.0.1')).toBe(refused);
    expect(await lookUpOne('10.1.2.3')).toBe(refused);
    expect(await lookUpOne('172.31.255.255')).toBe(refused);
    expect(await lookUpOne('172.32.0.1')).toEqual(['172.32.0.1']);
    expect(await lookUpOne('192.168.0.1')).toBe(refused);
    expect(await lookUpOne('169.254.169.254')).toBe(refused);
    expect(await lookUpOne('100.64.0.1')).toBe(refused);
    expect(await lookUpOne('0.0.0.0')).toBe(refused);
    expect(await lookUpOne('::')).toBe(refused);
    expect(await lookUpOne('::1')).toBe(refused);
    expect(await lookUpOne('fd00::1')).toBe(refused);
    expect(await lookUpOne('fe80::1')).toBe(refused);
    expect(await lookUpOne('::ffff:127.0.0.1')).toBe(refused);
    expect(await lookUpOne('::ffff:a00:1')).toBe(refused);
  });

  it('checks the IPv4 address in NAT64 and 6to4 addresses', async () => {
    expect(await lookUpOne('64:ff9b::7f00:1')).toBe(refused);
    expect(await lookUpOne('64:ff9b::a9fe:a9fe')).toBe(refused);
    expect(await lookUpOne('64:ff9b::5db8:d822')).toEqual(['64:ff9b::5db8:d822']);
    expect(await lookUpOne('64:ff9b:1::5db8:d822')).toBe(refused);
    expect(await lookUpOne('2002:a00:1::1')).toBe(refused);
    expect(await lookUpOne('2002:5db8:d822::1')).toEqual(['2002:5db8:d822::1']);
  });

  it('rejects special-purpose addresses and invalid ones', async () => {
    expect(await lookUpOne('192.0.0.8')).toBe(refused);
    expect(await lookUpOne('198.18.0.1')).toBe(refused);
    expect(await lookUpOne('224.0.0.1')).toBe(refused);
    expect(await lookUpOne('255.255.255.255')).toBe(refused);
    expect(await lookUpOne('2001::1')).toBe(refused);
    expect(await lookUpOne('fec0::1')).toBe(refused);
    expect(await lookUpOne('ff02::1')).toBe(refused);
    expect(await lookUpOne('fe80::1%eth0.100')).toBe(refused);
  });

  it('omits private addresses from several', async () => {
    expect(await lookUp('hooks.example', ['10.0.0.1', '93.184.216.34'])).toEqual(['93.184.216.34']);
    expect(await lookUp('hooks.example', ['10.0.0.1', '93.184.216.34'], { all: false })).toBe(
      '93.184.216.34',
    );
  });

  it('returns loopback addresses for localhost only', async () => {
    expect(await lookUp('localhost', ['127.0.0.1'])).toEqual(['127.0.0.1']);
    expect(await lookUp('hooks.localhost', ['::1'])).toEqual(['::1']);
    expect(await lookUp('localhost.example', ['127.0.0.1'])).toBe(refused);
    expect(await lookUp('notlocalhost', ['127.0.0.1'])).toBe(refused);
  });

  it('returns internal addresses for allowed hosts, but no metadata service', async () => {
    const allowHosts = ['hooks.internal', 'other.internal'];
    const lookUpAllowed = (address: string, name = 'hooks.internal') =>
      lookUp(name, [address], { allowHosts });
    for (const address of ['127.0.0.1', '10.1.2.3', '192.168.0.1', '::1', 'fd00::1', '8.8.8.8']) {
      expect(await lookUpAllowed(address)).toEqual([address]);
      expect(await lookUpAllowed(address, 'other.internal')).toEqual([address]);
    }
    expect(await lookUpAllowed('10.1.2.3', 'hooks.internal.example')).toBe(refused);
    expect(await lookUpAllowed('10.1.2.3', 'sub.hooks.internal')).toBe(refused);
    for (const address of [
      '169.254.169.254',
      '::ffff:169.254.169.254',
      '64:ff9b::a9fe:a9fe',
      '100.100.100.200',
      'fd00:ec2::254',
      'fd20:ce::254',
      'fe80::1',
      '0.0.0.0',
      '255.255.255.255',
    ]) {
      expect(await lookUpAllowed(address)).toBe(refused);
    }
    expect(await lookUp('localhost', ['169.254.169.254'])).toBe(refused);
  });

  it('passes on resolver errors', async () => {
    const lookup = ssrfSafeLookup('hooks.example', {
      resolve: (_, callback) => callback(new Error('ENOTFOUND'), []),
    });
    const error = await new Promise<Error | null>((resolve) =>
      lookup('hooks.example', {}, resolve),
    );
    expect(error?.message).toBe('ENOTFOUND');
  });
});
