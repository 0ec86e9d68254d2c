import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { DeliveryError } from '../../outbox/delivery-error.ts';

export type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

const resolveBySystem: Resolve = (hostname, callback) => lookup(hostname, { all: true }, callback);

/**
 * Resolves host names to public addresses only, which prevents SSRF through DNS. `localhost` may be
 * private; an IP address in a URL is never looked up.
 */
export function ssrfSafeLookup(
  hostname: string,
  resolve: Resolve = resolveBySystem,
): LookupFunction {
  const isLocalhost = /^(.+\.)?localhost$/.test(hostname);

  return (name, { all }, callback) => {
    resolve(name, (error, found) => {
      const addresses = error || isLocalhost ? found : found.filter(isPublic);
      const [first] = addresses ?? [];
      if (error) callback(error, '');
      else if (!first) callback(new DeliveryError('The host has a private address'), '');
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

const isPublic = ({ address }: LookupAddress) =>
  ipaddr.isValid(address) && unwrap(ipaddr.process(address)).range() === 'unicast';

const nat64 = ipaddr.parseCIDR('64:ff9b::/96');

/** Returns the IPv4 address embedded in a NAT64 or 6to4 address, or the address itself. */
function unwrap(address: IPv4 | IPv6): IPv4 | IPv6 {
  if (address.kind() === 'ipv4') return address;
  if (address.match(nat64)) return ipaddr.fromByteArray(address.toByteArray().slice(12));
  if (address.range() === '6to4') return ipaddr.fromByteArray(address.toByteArray().slice(2, 6));
  return address;
}
