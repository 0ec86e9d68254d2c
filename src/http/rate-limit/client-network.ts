import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the networks of a request's client, the smallest first: an IPv4 address, or the /64 and the
 * /48 of an IPv6 address, which are what one customer has. Each of the `trustedHops` proxies appends
 * its peer's address to `forwardedFor`; the entries before these can be spoofed.
 */
export function getClientNetworks(
  remoteAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedHops: number,
): string[] {
  const remote = parseNetworks(remoteAddress ?? '') ?? ['unknown'];
  if (trustedHops === 0) return remote;
  // A missing or malformed entry means that the request bypassed our proxies.
  const entry = forwardedFor?.split(',').at(-trustedHops) ?? '';
  return parseNetworks(removePort(entry.trim())) ?? remote;
}

const removePort = (address: string) =>
  /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

export const isLoopbackAddress = (address: string | undefined): boolean =>
  parseAddress(address ?? '')?.range() === 'loopback';

const forwardingHeaders =
  'x-forwarded-for x-forwarded-proto x-forwarded-host x-real-ip forwarded'.split(' ');

/** Returns whether a proxy added headers to a request. */
export const isForwarded = (header: (name: string) => unknown): boolean =>
  forwardingHeaders.some((name) => header(name) !== undefined);

function parseAddress(address: string) {
  if (!isIP(address)) return undefined;
  const [withoutZone = ''] = address.split('%');
  return ipaddr.process(withoutZone);
}

function parseNetworks(address: string): string[] | undefined {
  const parsed = parseAddress(address);
  if (!parsed) return undefined;
  if (parsed instanceof ipaddr.IPv4) return [parsed.toString()];
  const groups = parsed.parts.map((group) => group.toString(16));
  return [4, 3].map((count) => `${groups.slice(0, count).join(':')}::/${count * 16}`);
}
