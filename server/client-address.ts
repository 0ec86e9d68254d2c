import { isIP } from 'node:net';

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
  // Nobody but a proxy that is not one of ours leaves out an address, or writes something else.
  const named = forwardedFor?.split(',').at(-hops) ?? '';
  return networkOf(withoutPort(named.trim())) ?? remote;
}

const withoutPort = (address: string) =>
  /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

function networkOf(address: string): string | undefined {
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : undefined;
  const groups = groupsOf(address);
  const isMappedIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMappedIpv4) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [bare = ''] = address.split('%');
  // A URL's host is written in one form: hexadecimal, with at most one `::`.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical
    .split('::')
    .map((part) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []));
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
