import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Destination } from '../store/tables.ts';
import { composeMail } from './email/compose-mail.ts';
import { emailDestination, emailToTeam } from './email/mail-sender.ts';
import type {
  ConfiguredDestination,
  DestinationType,
  Sender,
  Senders,
  SenderOptions,
} from './sender.ts';
import { webhookDestination } from './webhook/webhook-sender.ts';

/** Kinds of destinations. A new one is a file with its record, and a line here. */
const destinationTypes: DestinationType[] = [emailDestination, webhookDestination];

/** The settings that configure a destination, for messages such as "Set SMTP_URL or WEBHOOK_URL". */
export const destinationSettings = destinationTypes.map(({ setting }) => setting).join(' or ');

/** Returns the destinations that the settings configure, without the inquirer. */
export const getDestinations = (settings: Settings): ConfiguredDestination[] =>
  destinationTypes.flatMap(({ configure }) => configure(settings) ?? []);

/** Returns the destinations without those that reach the team, if `isQuiet`. */
export const getNotified = (settings: Settings, isQuiet = false): Destination[] =>
  getDestinations(settings).filter(({ reaches }) => !isQuiet || reaches !== 'team');

const inquirer: Destination = { name: 'inquirer', reaches: 'inquirer' };

export interface ConnectedDestinations {
  destinations: Destination[];
  senders: Senders;
}

/** Creates a sender for each configured destination. */
export async function createSenders(
  settings: Settings,
  options: SenderOptions,
): Promise<ConnectedDestinations> {
  const destinations: Destination[] = [];
  const senders: Senders = {};
  for (const { createSender, ...destination } of getDestinations(settings)) {
    destinations.push(destination);
    senders[destination.name] = await createSender(options);
  }
  const mail = senders[emailToTeam.name];
  if (mail && settings.acknowledge) {
    destinations.push(inquirer);
    senders[inquirer.name] = mail;
  }
  return { destinations, senders };
}

/**
 * Creates the senders for development: without a mail server, e-mails are written to `mailFolder`,
 * including acknowledgements, whatever the settings.
 */
export async function createDevelopmentSenders(
  settings: Settings,
  options: SenderOptions,
  mailFolder: string,
): Promise<ConnectedDestinations> {
  const { destinations, senders } = await createSenders(settings, options);
  if (settings.mail) return { destinations, senders };
  const from = { name: 'Website', address: 'website@localhost' };
  const to = [{ name: 'Team', address: 'team@localhost' }];
  const send: Sender = async (notification) => {
    const mail = JSON.stringify(composeMail(notification, { from, to, ...options }));
    mkdirSync(mailFolder, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(mailFolder, `${notification.id}.json`), mail, { mode: 0o600 });
    return [];
  };
  return {
    destinations: [emailToTeam, inquirer, ...destinations],
    senders: { [emailToTeam.name]: send, [inquirer.name]: send, ...senders },
  };
}
