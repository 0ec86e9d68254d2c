import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { emailToTeam, inquirer } from '../config/destinations.ts';
import type { Settings } from '../config/settings.ts';
import type { CheckedChannel } from './connection-check.ts';
import { hasMail } from './messages/message.ts';
import { accepted, type Channel, type Sender, type SenderOptions, type Senders } from './sender.ts';
import { composeMail } from './smtp/compose-mail.ts';
import { createMailChannel } from './smtp/mail-sender.ts';
import { createWebhookChannel } from './webhook/webhook-sender.ts';

/** Returns the channels that the settings configure. */
export const getChannels = (settings: Settings): CheckedChannel[] =>
  [createMailChannel, createWebhookChannel].flatMap((create) => create(settings) ?? []);

/** Creates a sender for each destination that the settings configure. */
export async function createSenders(settings: Settings, options: SenderOptions): Promise<Senders> {
  const channels: Channel[] = getChannels(settings);
  const senders: Senders = {};
  for (const { destination, createSender } of channels)
    senders[destination] = await createSender(options);
  const mail = senders[emailToTeam.name];
  if (mail && settings.acknowledge) senders[inquirer.name] = mail;
  return senders;
}

/**
 * Creates the senders for development. Without a mail server, writes e-mails to `mailFolder`,
 * including acknowledgements whatever the settings say.
 */
export async function createDevelopmentSenders(
  settings: Settings,
  options: SenderOptions,
  mailFolder: string,
): Promise<Senders> {
  const senders = await createSenders(settings, options);
  if (settings.mail) return senders;
  const from = { name: 'Website', address: 'website@localhost' };
  const to = [{ name: 'Team', address: 'team@localhost' }];
  const send: Sender = async (notification) => {
    if (!hasMail(notification)) return { kind: 'no-text' };
    const mail = JSON.stringify(composeMail(notification, { from, to, ...options }));
    mkdirSync(mailFolder, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(mailFolder, `${notification.id}.json`), mail, { mode: 0o600 });
    return accepted;
  };
  return { [emailToTeam.name]: send, [inquirer.name]: send, ...senders };
}
