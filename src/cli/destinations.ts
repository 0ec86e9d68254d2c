import type { Settings } from '../config/settings.ts';
import type { Destination } from '../store/tables.ts';
import type { Output } from './context.ts';

/** Returns the destinations that notify the team. */
export const getTeamDestinations = ({ mail, webhook }: Settings): Destination[] => [
  ...(mail ? (['email'] as const) : []),
  ...(webhook ? (['webhook'] as const) : []),
];

/** Returns the team's destinations and, with acknowledgements, the inquirer. */
export const getAllDestinations = (settings: Settings): Destination[] => [
  ...getTeamDestinations(settings),
  ...(settings.acknowledge ? (['inquirer'] as const) : []),
];

export function warnIfNobodyIsNotified(settings: Settings, stderr: Output): void {
  if (getTeamDestinations(settings).length) return;
  stderr.write(
    'Nobody is notified of new inquiries. Set SMTP_URL or WEBHOOK_URL, as .env.example explains.\n',
  );
}
