import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Destination } from '../store/tables.ts';
import { composeMail } from './email/compose-mail.ts';
import { configureEmail, emailToTeam } from './email/mail-sender.ts';
import type { ConfiguredDestination, Sender, Senders, SenderOptions } from './sender.ts';
import { configureWebhook } from './webhook/webhook-sender.ts';

/** The settings that turn destinations on, for messages such as "Set SMTP_URL or WEBHOOK_URL". */
export const destinationSettings = 'SMTP_URL or WEBHOOK_URL';

/** Returns the destinations that the settings configure, without the inquirer. */
export const getDestinations = (settings: Settings): ConfiguredDestination[] =>
  [configureEmail, configureWebhook].flatMap((configure) => configure(settings) ?? []);

const inquirer: Destination = { name: 'inquirer', reaches: 'inquirer' };

export async function createSenders(settings: Settings, options: SenderOptions) {
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
) {
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
