import { isIPv6 } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ssrfSafeLookup } from './ssrf-safe-lookup.ts';

/** What a connection to `hostname` is given when that resolves to `addresses`. */
function look(hostname: string, addresses: string[], all = true) {
  const lookup = ssrfSafeLookup(hostname, (_, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    ),
  );
  return new Promise<unknown>((resolve) =>
    lookup(hostname, { all }, (error, found) =>
      resolve(error ? error.message : typeof found === 'string' ? found : found.map(addressOf)),
    ),
  );
}

const addressOf = ({ address }: { address: string }) => address;
const refused = 'The host has a private address';
const lookOne = (address: string) => look('hooks.example', [address]);

describe('guardedLookup', () => {
  it('finds public addresses', async () => {
    const addresses = ['93.184.216.34', '2606:2800:220:1::1'];
    expect(await look('hooks.example', addresses)).toEqual(addresses);
    expect(await look('hooks.example', addresses, false)).toBe('93.184.216.34');
  });

  it('refuses loopback, private and link-local addresses', async () => {
    expect(await lookOne('127.0.0.1')).toBe(refused);
    expect(await lookOne('10.1.2.3')).toBe(refused);
    expect(await lookOne('172.31.255.255')).toBe(refused);
    expect(await lookOne('172.32.0.1')).toEqual(['172.32.0.1']);
    expect(await lookOne('192.168.0.1')).toBe(refused);
    expect(await lookOne('169.254.169.254')).toBe(refused);
    expect(await lookOne('100.64.0.1')).toBe(refused);
    expect(await lookOne('0.0.0.0')).toBe(refused);
    expect(await lookOne('::')).toBe(refused);
    expect(await lookOne('::1')).toBe(refused);
    expect(await lookOne('fd00::1')).toBe(refused);
    expect(await lookOne('fe80::1')).toBe(refused);
    expect(await lookOne('::ffff:127.0.0.1')).toBe(refused);
    expect(await lookOne('::ffff:a00:1')).toBe(refused);
  });

  it('looks into addresses of NAT64 and 6to4', async () => {
    expect(await lookOne('64:ff9b::7f00:1')).toBe(refused);
    expect(await lookOne('64:ff9b::a9fe:a9fe')).toBe(refused);
    expect(await lookOne('64:ff9b::5db8:d822')).toEqual(['64:ff9b::5db8:d822']);
    expect(await lookOne('64:ff9b:1::5db8:d822')).toBe(refused);
    expect(await lookOne('2002:a00:1::1')).toBe(refused);
    expect(await lookOne('2002:5db8:d822::1')).toEqual(['2002:5db8:d822::1']);
  });

  it('refuses addresses for special purposes, and what is no address', async () => {
    expect(await lookOne('192.0.0.8')).toBe(refused);
    expect(await lookOne('198.18.0.1')).toBe(refused);
    expect(await lookOne('224.0.0.1')).toBe(refused);
    expect(await lookOne('255.255.255.255')).toBe(refused);
    expect(await lookOne('2001::1')).toBe(refused);
    expect(await lookOne('fec0::1')).toBe(refused);
    expect(await lookOne('ff02::1')).toBe(refused);
    expect(await lookOne('fe80::1%eth0.100')).toBe(refused);
  });

  it('leaves private addresses out of several', async () => {
    expect(await look('hooks.example', ['10.0.0.1', '93.184.216.34'])).toEqual(['93.184.216.34']);
    expect(await look('hooks.example', ['10.0.0.1', '93.184.216.34'], false)).toBe('93.184.216.34');
  });

  it('finds this machine by its own name only', async () => {
    expect(await look('localhost', ['127.0.0.1'])).toEqual(['127.0.0.1']);
    expect(await look('hooks.localhost', ['::1'])).toEqual(['::1']);
    expect(await look('localhost.example', ['127.0.0.1'])).toBe(refused);
    expect(await look('notlocalhost', ['127.0.0.1'])).toBe(refused);
  });

  it('passes the error of the system on', async () => {
    const lookup = ssrfSafeLookup('hooks.example', (_, callback) =>
      callback(new Error('ENOTFOUND'), []),
    );
    const error = await new Promise<Error | null>((resolve) =>
      lookup('hooks.example', {}, resolve),
    );
    expect(error?.message).toBe('ENOTFOUND');
  });
});
