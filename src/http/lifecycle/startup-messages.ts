import type { StoreLocation } from '../../config/setting-values.ts';
import type { Settings } from '../../config/settings.ts';
import { destinationSettings, describeDestinations } from '../../notifications/destinations.ts';
import { getStoreFix } from '../../store/store-advice.ts';
import { StoreTooNew } from '../../store/store-errors.ts';
import type { Destination } from '../../store/tables.ts';

export interface StartupInfo extends Pick<Settings, 'publicUrl' | 'retentionMonths'> {
  localUrl: string;
  storeName: string;
  /** Command line that runs the team's command. */
  command: string;
  destinations: readonly Destination[];
}

/** Text printed at start: the site's address and what happens to inquiries. */
export function formatStartupBanner(startupInfo: StartupInfo): string {
  const { publicUrl, localUrl, storeName, command, retentionMonths, destinations } = startupInfo;
  const labels = describeDestinations(destinations);
  const retention = retentionMonths
    ? `for ${retentionMonths} months (RETENTION_MONTHS), then deleted`
    : 'until you delete them (RETENTION_MONTHS=off)';
  const notified = labels.length
    ? `They are sent        ${labels.join(' and ')}`
    : `Nobody is notified   of them: set ${destinationSettings}, as .env.example explains`;
  const reaches = destinations.map((destination) => destination.reaches);
  const more = [
    ...(reaches.includes('team') ? ['reminders', 'a morning digest'] : []),
    ...(reaches.includes('inquirer') ? ['acknowledgements'] : []),
  ];
  const others = more.length ? `\nAlso sent            ${more.join(', ')}` : '';
  return `The site is at       ${publicUrl ? `${publicUrl}, served from ${localUrl}` : localUrl}
Inquiries are in     ${storeName}
They are kept        ${retention}
List them with       ${command} list
${notified}${others}`;
}

/** Formats the server's address for a browser on the same machine. */
export function formatLocalUrl(host: string, port: number): string {
  const isLoopback = ['127.0.0.1', '::1'].includes(host);
  const name = isLoopback ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

export const missingBuildMessage =
  'There is no build of the site yet. Run npm run build first, or npm start.';

export const describeSettingProblems = (problems: string[]): string =>
  `The server cannot start. Correct these settings:\n- ${problems.join('\n- ')}`;

export function describeStoreError(error: Error, location: StoreLocation): string {
  const isDatabase = 'databaseUrl' in location;
  if (error instanceof StoreTooNew) {
    const place = isDatabase ? 'DATABASE_URL to a database' : 'DATA_DIR to a folder';
    return `${error.message}.\nUpgrade this program, or set ${place} that no newer version uses.`;
  }
  const fix = getStoreFix(error, isDatabase ? 'postgres' : 'sqlite');
  return `The store can't be opened: ${error.message}\n${fix}`;
}

/** `name`: the setting that holds the port. */
export function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  { name, host, port }: { name: 'PORT' | 'METRICS_PORT'; host: string; port: number },
): string {
  if (code === 'EADDRINUSE') {
    const example = name === 'METRICS_PORT' ? ', such as 910%i in a unit website@.service' : '';
    return `Port ${port} on ${host} is in use. Stop the process that uses it, or set ${name} to another port${example}.`;
  }
  return `The server can't listen on ${host}:${port}: ${message}\nCheck ${name.replace('PORT', 'HOST')} and ${name}.`;
}
