import { isIP } from 'node:net';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { ReadParts } from '../request/read-post.ts';

/**
 * Returns the networks of the client of a request, smallest first: an IPv4 address; or the /64 of
 * an IPv6 address, which a customer has at least, and its /48, which a customer may have. Each of
 * the `trustedHops` proxies appends the address of its peer to `X-Forwarded-For`; earlier entries
 * can be spoofed.
 */
export function getClientNetworks({ env, req }: Context, trustedHops: number): string[] {
  const { remoteAddress = '' } = env as ReadParts;
  const remote = parseNetworks(remoteAddress) ?? ['unknown'];
  if (trustedHops === 0) return remote;
  // A missing or malformed entry means that the request bypassed our proxies.
  const entry = req.header('x-forwarded-for')?.split(',').at(-trustedHops) ?? '';
  return parseNetworks(removePort(entry.trim())) ?? remote;
}

const removePort = (address: string) =>
  /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

function parseNetworks(address: string): string[] | undefined {
  if (!isIP(address)) return undefined;
  const [withoutZone = ''] = address.split('%');
  const parsed = ipaddr.process(withoutZone);
  if (parsed instanceof ipaddr.IPv4) return [parsed.toString()];
  const groups = parsed.parts.map((group) => group.toString(16));
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`];
}
