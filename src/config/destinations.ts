import type { Settings } from './settings.ts';

/** A receiver of notifications. Each event has one delivery for each destination. */
export interface Destination {
  /** Name in the store and in output of the command. */
  name: string;
  /** `team`: people; `programs`: a webhook; `inquirer`: the sender of the inquiry. */
  reaches: 'team' | 'programs' | 'inquirer';
  /** True if it also reaches the people to whom late inquiries are escalated. */
  escalates?: boolean;
}

export const emailToTeam = { name: 'email', reaches: 'team' } as const;
export const webhook = { name: 'webhook', reaches: 'programs' } as const;
/** Receives acknowledgements, through the mail server of the team. */
export const inquirer = { name: 'inquirer', reaches: 'inquirer' } as const;

/** Settings that enable destinations, for messages such as "Set SMTP_URL or WEBHOOK_URL". */
export const destinationSettings = 'SMTP_URL or WEBHOOK_URL';
/** Settings that enable e-mails to the team. All are required. */
export const emailSettings = 'SMTP_URL, MAIL_FROM and NOTIFY_TO';

/** Returns the configured destinations. In development, e-mails need no mail server. */
export function getDestinations(settings: Settings, { isDevelopment = false } = {}): Destination[] {
  const { mail, acknowledge } = settings;
  const destinations: Destination[] = [];
  if (!mail && isDevelopment) destinations.push(emailToTeam, inquirer);
  if (mail) destinations.push({ ...emailToTeam, escalates: mail.escalateTo.length > 0 });
  if (settings.webhook) destinations.push(webhook);
  if (mail && acknowledge) destinations.push(inquirer);
  return destinations;
}

/** Returns the names of the team's mailboxes, which are the assignees. */
export const getTeamNames = ({ mail }: Settings): string[] =>
  (mail?.to ?? []).map(({ name }) => name).filter((name) => name !== '');
