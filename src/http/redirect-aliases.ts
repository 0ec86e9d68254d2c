import type { IncomingMessage, RequestListener } from 'node:http';
import { isIP } from 'node:net';
import { isLoopbackHost } from '../config/setting-values.ts';
import type { Log } from '../observability/log.ts';
import { classifyRoute } from './measure-requests.ts';
import { getClientNetworks } from './rate-limit/client-network.ts';
import { createMemoryLimiters } from './rate-limit/memory-limiters.ts';
import { type GetRequestId, identifyRequests } from './request-id.ts';
import { createSecurityHeaders } from './security-headers.ts';

export interface RedirectOptions {
  publicUrl: string;
  /** Content-Security-Policy of every response. */
  policy: string;
  /** Number of trusted proxies in front of this server. */
  trustedHops: number;
  getRequestId: GetRequestId;
  log: Log;
}

/** Redirects of one client in a row. Browsers follow 20, some crawlers 10. */
const maxRedirects = { points: 8, duration: 10 };

/**
 * Redirects pages at another host name to `publicUrl`, because their form would be refused there.
 * Behind a proxy that replaces Host, each redirect would lead to the next one: stops if a client does
 * not arrive, and warns once.
 */
export function redirectAliases(
  listener: RequestListener,
  { publicUrl, policy, trustedHops, getRequestId, log }: RedirectOptions,
): RequestListener {
  const { host: publicHost, hostname: publicName } = new URL(publicUrl);
  if (isLoopbackHost(publicName)) return listener;

  const redirects = createMemoryLimiters(1000)({ keyPrefix: 'redirects', ...maxRedirects });
  const headers = { ...createSecurityHeaders(policy, publicUrl), 'cache-control': 'no-store' };
  const redirect = identifyRequests((request, response) => {
    response.writeHead(308, { ...headers, location: publicUrl + request.url }).end();
  }, getRequestId);
  let hasPublicHostArrived = false;
  let isHostReplaced = false;
  let hasWarned = false;

  return (request, response) => {
    const { host, 'x-forwarded-for': forwardedFor } = request.headers;
    const serve = () => listener(request, response);
    if (host === publicHost || getHostname(host) === publicName) {
      hasPublicHostArrived = true;
      return serve();
    }
    if (!isPage(request) || !isHostName(getHostname(host))) return serve();
    if (isForwardedFromPublicHost(request)) {
      warn();
      return serve();
    }
    if (isHostReplaced && !hasPublicHostArrived) return serve();

    const { remoteAddress } = request.socket;
    const networks = getClientNetworks(remoteAddress, String(forwardedFor ?? ''), trustedHops);
    return redirects
      .consume(String(networks[0]))
      .then(() => redirect(request, response))
      .catch(() => {
        // Once the public host arrived, the client is more likely one that follows no redirects.
        isHostReplaced = true;
        if (!hasPublicHostArrived) warn();
        serve();
      });
  };

  function warn() {
    if (hasWarned) return;
    hasWarned = true;
    log.warn(
      { publicUrl },
      'A proxy replaces the Host header: other host names are not redirected to PUBLIC_URL. Let the ' +
        'proxy forward Host unchanged, or correct PUBLIC_URL.',
    );
  }

  function isForwardedFromPublicHost({ headers }: IncomingMessage) {
    const hosts = trustedHops > 0 ? String(headers['x-forwarded-host'] ?? '').split(',') : [];
    return hosts.some((host) => getHostname(host.trim()) === publicName);
  }
}

const getHostname = (host: string | undefined) =>
  host ? URL.parse(`http://${host}`)?.hostname : undefined;

const isHostName = (hostname: string | undefined) =>
  !!hostname && !isLoopbackHost(hostname) && !isIP(hostname.replace(/^\[(.*)\]$/, '$1'));

const isPage = ({ method, url = '' }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  url.startsWith('/') &&
  ['page', 'follow_up'].includes(classifyRoute(method, url, 200));
