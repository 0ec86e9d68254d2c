import type { IncomingMessage, RequestListener } from 'node:http';
import type { Log } from '../../observability/log.ts';
import { isForwarded, isLocalAddress } from './client-network.ts';

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
