import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Destination } from '../store/tables.ts';
import { composeMail } from './email/compose-mail.ts';
import { emailDestination } from './email/mail-sender.ts';
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
export const getDestinations = (settings: Settings): (ConfiguredDestination & Destination)[] =>
  destinationTypes.flatMap(({ name, reaches, configure }) => {
    const configured = configure(settings);
    return configured ? [{ name, reaches, ...configured }] : [];
  });

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
  for (const { name, reaches, escalates = false, createSender } of getDestinations(settings)) {
    destinations.push({ name, reaches, escalates });
    senders[name] = await createSender(options);
  }
  const mail = senders[emailDestination.name];
  if (!mail || !settings.acknowledge) return { destinations, senders };
  return {
    destinations: [...destinations, inquirer],
    senders: { ...senders, [inquirer.name]: mail },
  };
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
  const { name, reaches } = emailDestination;
  const send: Sender = async (notification) => {
    const mail = JSON.stringify(composeMail(notification, { from, to, ...options }));
    mkdirSync(mailFolder, { recursive: true, mode: 0o700 });
    const file = path.join(mailFolder, `${notification.id}.json`);
    rmSync(file, { force: true });
    writeFileSync(file, mail, { mode: 0o600, flag: 'wx' });
    return [];
  };
  return {
    destinations: [{ name, reaches }, inquirer, ...destinations],
    senders: { [name]: send, [inquirer.name]: send, ...senders },
  };
}
