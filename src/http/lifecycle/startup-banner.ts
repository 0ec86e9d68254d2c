import type { Settings } from '../../config/settings.ts';
import type { NotificationSenders } from '../../notifications/notification.ts';
import { getDestinations } from '../../outbox/delivery-workers.ts';

export interface StartupInfo extends Pick<Settings, 'publicUrl' | 'retentionMonths'> {
  localUrl: string;
  storeName: string;
  /** Command line that runs the team's command. */
  command: string;
  senders: NotificationSenders;
}

/** Text printed at start: the site's address and what happens to inquiries. */
export function formatStartupBanner(startupInfo: StartupInfo): string {
  const { publicUrl, localUrl, storeName, command, retentionMonths, senders } = startupInfo;
  const { inquirer, ...team } = senders;
  const destinations = getDestinations(team);
  const retention = retentionMonths
    ? `for ${retentionMonths} months (RETENTION_MONTHS), then deleted`
    : 'until you delete them (RETENTION_MONTHS=off)';
  const notified = destinations.length
    ? `They are sent by     ${destinations.join(' and ').replace('email', 'e-mail')}`
    : 'Nobody is notified   of them: set SMTP_URL or WEBHOOK_URL, as .env.example explains';
  const otherEmails = senders.email
    ? `\nAlso sent by e-mail  reminders, a morning digest${inquirer ? ', acknowledgements' : ''}`
    : '';
  return `The site is at       ${publicUrl ? `${publicUrl}, served from ${localUrl}` : localUrl}
Inquiries are in     ${storeName}
They are kept        ${retention}
List them with       ${command} list
${notified}${otherEmails}`;
}

/** Formats the server's address for a browser on the same machine. */
export function formatLocalUrl(host: string, port: number): string {
  const isLoopback = ['127.0.0.1', '::1'].includes(host);
  const name = isLoopback ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
