import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { DeliveryError } from '../../outbox/delivery-error.ts';

export type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export const privateAddressError = 'The host has a private address';

const resolveBySystem: Resolve = (hostname, callback) => lookup(hostname, { all: true }, callback);

export interface LookupOptions {
  /** Default: the system's. */
  resolve?: Resolve | undefined;
  /** Host names that may have addresses of the internal network. */
  allowHosts?: readonly string[];
}

/**
 * Resolves host names to public addresses only, which prevents SSRF through DNS. `localhost` and the
 * hosts in `allowHosts` may be internal; an IP address in a URL is never looked up.
 */
export function ssrfSafeLookup(
  hostname: string,
  { resolve = resolveBySystem, allowHosts = [] }: LookupOptions = {},
): LookupFunction {
  const mayBeInternal = allowHosts.includes(hostname) || /^(.+\.)?localhost$/.test(hostname);
  const isAllowed = mayBeInternal
    ? (address: IPv4 | IPv6) => isPublic(address) || isInternal(address)
    : isPublic;

  return (name, { all }, callback) => {
    resolve(name, (error, found) => {
      const addresses = found?.filter(
        ({ address }) => ipaddr.isValid(address) && isAllowed(unwrap(ipaddr.process(address))),
      );
      const [first] = addresses ?? [];
      if (error) callback(error, '');
      else if (!first) callback(new DeliveryError(privateAddressError), '');
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

const isPublic = (address: IPv4 | IPv6) => address.range() === 'unicast';

/** Excludes link-local and carrier-grade NAT addresses, where clouds have their metadata services. */
const isInternal = (address: IPv4 | IPv6) =>
  ['loopback', 'private', 'uniqueLocal'].includes(address.range()) &&
  !metadataAddresses.includes(address.toString());

/** Metadata services of AWS and Google Cloud on unique local addresses. */
const metadataAddresses = ['fd00:ec2::254', 'fd20:ce::254'];

const nat64 = ipaddr.parseCIDR('64:ff9b::/96');

/** Returns the IPv4 address embedded in a NAT64 or 6to4 address, or the address itself. */
function unwrap(address: IPv4 | IPv6): IPv4 | IPv6 {
  if (address.kind() === 'ipv4') return address;
  if (address.match(nat64)) return ipaddr.fromByteArray(address.toByteArray().slice(12));
  if (address.range() === '6to4') return ipaddr.fromByteArray(address.toByteArray().slice(2, 6));
  return address;
}
