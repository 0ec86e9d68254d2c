import type { Settings } from '../config/settings.ts';
import type { Destination } from '../store/tables.ts';
import type { Output } from './context.ts';

/** Where the server that has these settings tells the team of inquiries. */
export const teamDestinations = ({ mail, webhook }: Settings): Destination[] => [
  ...(mail ? (['email'] as const) : []),
  ...(webhook ? (['webhook'] as const) : []),
];

/** The same, and the inquirer where inquiries are acknowledged. */
export const allDestinations = (settings: Settings): Destination[] => [
  ...teamDestinations(settings),
  ...(settings.acknowledge ? (['inquirer'] as const) : []),
];

export function warnIfNobodyIsNotified(settings: Settings, stderr: Output): void {
  if (teamDestinations(settings).length) return;
  stderr.write(
    'Nobody is notified of new inquiries. Set SMTP_URL or WEBHOOK_URL, as .env.example explains.\n',
  );
}
