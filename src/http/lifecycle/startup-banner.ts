import type { Settings } from '../../config/settings.ts';
import type { NotificationSenders } from '../../notifications/notification.ts';
import { destinationsOf } from '../../outbox/delivery-workers.ts';

export interface Announced extends Pick<Settings, 'publicUrl' | 'retentionMonths'> {
  /** Where the server listens. */
  localUrl: string;
  storeName: string;
  /** The team's command, as it is called where the server was started. */
  command: string;
  senders: NotificationSenders;
}

/** What a start tells who watches it: where the site is, and what happens to its inquiries. */
export function announcement(announced: Announced): string {
  const { publicUrl, localUrl, storeName, command, retentionMonths, senders } = announced;
  const { inquirer, ...team } = senders;
  const destinations = destinationsOf(team);
  const kept = retentionMonths
    ? `for ${retentionMonths} months (RETENTION_MONTHS), then erased`
    : 'until somebody erases them (RETENTION_MONTHS=off)';
  const notified = destinations.length
    ? `They are sent by     ${destinations.join(' and ')}`
    : 'Nobody is notified   of them: set SMTP_URL or WEBHOOK_URL, as .env.example explains';
  const noticed = senders.email
    ? `\nAlso sent by email   reminders, a morning digest${inquirer ? ', acknowledgements' : ''}`
    : '';
  return `The site is at       ${publicUrl ? `${publicUrl}, served from ${localUrl}` : localUrl}
Inquiries are in     ${storeName}
They are kept        ${kept}
List them with       ${command} list
${notified}${noticed}`;
}

/** The address of a server on this machine, as a person there writes it. */
export function localUrlOf(host: string, port: number): string {
  const isLoopback = ['127.0.0.1', '::1', 'localhost'].includes(host);
  const name = isLoopback ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
