import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, type LookupFunction } from 'node:net';
import { DeliveryError } from './delivery-error.ts';

export type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

const resolveBySystem: Resolve = (hostname, callback) => lookup(hostname, { all: true }, callback);

/**
 * Resolves names for a connection and leaves out private addresses: whoever runs a name could point
 * it into our network at any time. `localhost` names one itself; an address is never looked up.
 */
export function guardedLookup(
  hostname: string,
  resolve: Resolve = resolveBySystem,
): LookupFunction {
  const namesLoopback = /^(.+\.)?localhost$/.test(hostname);

  return (name, { all }, callback) => {
    resolve(name, (error, found) => {
      const addresses = error || namesLoopback ? found : found.filter(isPublic);
      const [first] = addresses ?? [];
      if (error) callback(error, '');
      else if (!first) callback(new DeliveryError('The host has a private address'), '');
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

const isPublic = ({ address, family }: LookupAddress) =>
  !unreachable.check(address, family === 6 ? 'ipv6' : 'ipv4');

// The special-purpose registries of IANA. An IPv4 address in the notation of IPv6 is checked too.
const unreachable = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  unreachable.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  unreachable.addSubnet(network, prefix, 'ipv6');
}
