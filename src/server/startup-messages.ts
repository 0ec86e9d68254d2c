import type { StoreLocation } from '../config/setting-values.ts';
import { getStoreFix } from '../store/store-errors.ts';

/** Thrown if the server cannot start. Its message is for the operator. */
export class StartError extends Error {}

/** Formats the server's URL for a browser on the same machine. */
export function formatLocalUrl(host: string, port: number): string {
  return `http://${toUrlHost(host)}:${port}`;
}

function toUrlHost(host: string): string {
  if (host === '127.0.0.1' || host === '::1') return 'localhost';
  const isIpv6 = host.includes(':');
  return isIpv6 ? `[${host}]` : host;
}

export const missingBuildMessage =
  'There is no build of the site yet. Run npm run build first, or npm start.';

export function describeStoreError(error: Error, location: StoreLocation): string {
  const fix = getStoreFix(error, location.kind);
  return `The store can't be opened: ${error.message}\n${fix}`;
}

/** Describes why the server cannot listen. `name`: name of the setting with the port. */
export function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  name: 'PORT' | 'METRICS_PORT',
  host: string,
  port: number,
): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use. Stop the process that uses it, or set ${name} to another port.`;
  }
  return `The server can't listen on ${host}:${port}: ${message}\nCheck ${name.replace('PORT', 'HOST')} and ${name}.`;
}
