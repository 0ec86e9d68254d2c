import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network that a request comes from: an IPv4 address, or the /64 of an IPv6 one, which is what
 * a single customer has. `remoteAddress` is the connection's other end. `hops` is how many proxies
 * stand before this server, each of which adds the address it was connected from to the end of
 * `forwardedFor`; what stands before that is the client's own invention.
 */
export function clientNetwork(
  remoteAddress: string | undefined,
  forwardedFor: string | undefined,
  hops: number,
): string {
  const remote = networkOf(remoteAddress ?? '') ?? 'unknown';
  if (hops === 0) return remote;
  // A missing or malformed entry means that the request bypassed our proxies.
  const named = forwardedFor?.split(',').at(-hops) ?? '';
  return networkOf(withoutPort(named.trim())) ?? remote;
}

const withoutPort = (address: string) =>
  /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

function networkOf(address: string): string | undefined {
  if (!isIP(address)) return undefined;
  const [withoutZone = ''] = address.split('%');
  const parsed = ipaddr.process(withoutZone);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
