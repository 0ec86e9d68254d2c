import path from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Destination } from '../store/tables.ts';
import { createFileMailSender, emailDestination } from './email/mail-sender.ts';
import type { ConfiguredDestination, Senders, SenderOptions, TeamDestination } from './sender.ts';
import { webhookDestination } from './webhook/webhook-sender.ts';

/** Channels that notify the team. A new one is a file with its record, and a line here. */
export const teamDestinations: TeamDestination[] = [emailDestination, webhookDestination];

/** The settings that configure a destination, for messages such as "Set SMTP_URL or WEBHOOK_URL". */
export const destinationSettings = teamDestinations.map(({ setting }) => setting).join(' or ');

export const getTeamDestinations = (
  settings: Settings,
): (ConfiguredDestination & { name: Destination })[] =>
  teamDestinations.flatMap(({ name, configure }) => {
    const configured = configure(settings);
    return configured ? [{ name, ...configured }] : [];
  });

/** Names the team's destinations that are set, without e-mail if `isQuiet`. */
export const getTeamNames = (settings: Settings, isQuiet = false): Destination[] =>
  getTeamDestinations(settings)
    .map(({ name }) => name)
    .filter((name) => !isQuiet || name !== 'email');

/** Creates a sender for each configured destination. */
export async function createSenders(
  settings: Settings,
  options: Omit<SenderOptions, 'destinationLabels'>,
): Promise<Senders> {
  const destinationLabels = Object.fromEntries(
    teamDestinations.map(({ name, label }) => [name, label]),
  );
  const senders: Senders = {};
  for (const { name, createSender } of getTeamDestinations(settings)) {
    senders[name] = await createSender({ ...options, destinationLabels });
  }
  const { email } = senders;
  return { ...senders, ...(email && settings.acknowledge && { inquirer: email }) };
}

/**
 * Creates the senders for development: without a mail server, mails are written to files, including
 * acknowledgements, whatever the settings.
 */
export async function createDevelopmentSenders(
  settings: Settings,
  options: Omit<SenderOptions, 'destinationLabels'>,
  print: (line: string) => void,
): Promise<Senders> {
  const senders = await createSenders(settings, options);
  if (settings.mail) return senders;
  const from = { name: 'Website', address: 'website@localhost' };
  const to = [{ name: 'Team', address: 'team@localhost' }];
  const folder = path.join(settings.dataDir, 'mails');
  const email = await createFileMailSender(folder, { from, to, ...options }, (file) =>
    print(`E-mail written to ${file}`),
  );
  return { email, inquirer: email, ...senders };
}

export function closeSenders(senders: Senders): void {
  for (const send of Object.values(senders)) send.close?.();
}
