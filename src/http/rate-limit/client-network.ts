import type { IncomingMessage, RequestListener } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Log } from '../../observability/log.ts';

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

const localRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

/** Returns whether an address belongs to this machine or its own network, as that of a proxy does. */
export const isLocalAddress = (address: string | undefined): boolean =>
  localRanges.includes(parseAddress(address ?? '')?.range() ?? '');

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

/**
 * Warns once if requests come through more or fewer proxies than `trustedHops`: the address of a proxy
 * then counts as that of all its visitors.
 */
export function warnAboutProxies(
  listener: RequestListener,
  { trustedHops, log }: { trustedHops: number; log: Log },
): RequestListener {
  let hasWarned = false;
  return (request, response) => {
    if (!hasWarned && isMisconfigured(request, trustedHops)) {
      hasWarned = true;
      log.warn(
        { trustProxy: trustedHops, forwardedAddresses: countForwardedAddresses(request) },
        'All visitors share one rate limit: TRUST_PROXY does not match the proxies in front of this ' +
          'server. Set TRUST_PROXY to the number of proxies that append to X-Forwarded-For, such as 1.',
      );
    }
    listener(request, response);
  };
}

const isMisconfigured = (request: IncomingMessage, trustedHops: number) =>
  isForwarded((name) => request.headers[name]) &&
  (trustedHops === 0 || countForwardedAddresses(request) < trustedHops) &&
  isLocalAddress(request.socket.remoteAddress);

const countForwardedAddresses = ({ headers }: IncomingMessage) =>
  String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .filter((address) => address.trim()).length;
