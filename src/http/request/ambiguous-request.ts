import type { IncomingMessage } from 'node:http';
import { maxHostLength } from '../request-limits.ts';

/**
 * Tells if a proxy may parse a request differently than Node (request smuggling, RFC 9112, 3.2 and
 * 6.1): several Host headers or an impossible one, a transfer coding other than chunked, or an old
 * HTTP version.
 */
export function isAmbiguous({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']?.toLowerCase();
  if (coding !== undefined && coding !== 'chunked') return true;
  // HTTP/1.0 has no transfer codings.
  const versions = coding === undefined ? ['1.0', '1.1'] : ['1.1'];
  if (!versions.includes(httpVersion)) return true;
  const { host = '' } = headers;
  return host.length > maxHostLength || countHeaders(rawHeaders, 'host') > 1;
}

/** Counts the headers with a name (lower case). Raw headers alternate between names and values. */
function countHeaders(rawHeaders: string[], name: string): number {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.filter((one) => one.toLowerCase() === name).length;
}
