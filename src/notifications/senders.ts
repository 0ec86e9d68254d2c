import path from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { Destination } from '../store/tables.ts';
import type { MailOptions } from './email/compose-mail.ts';
import { createFileMailSender, createMailSender } from './email/mail-sender.ts';
import type { Senders } from './sender.ts';
import { createWebhookSender } from './webhook/webhook-sender.ts';

export type SenderOptions = Omit<MailOptions, 'from' | 'to' | 'timeoutMs'>;

/** Creates a sender for each configured destination. */
export async function createSenders(
  { mail, webhook, acknowledge }: Pick<Settings, 'mail' | 'webhook' | 'acknowledge'>,
  options: SenderOptions,
): Promise<Senders> {
  const email = mail && (await createMailSender(mail.server, { ...mail, ...options }));
  return {
    ...(email && { email }),
    ...(email && acknowledge && { inquirer: email }),
    ...(webhook && { webhook: await createWebhookSender({ ...webhook, ...options }) }),
  };
}

/**
 * Creates the senders for development: without a mail server, mails are written to files, including
 * acknowledgements, whatever the settings.
 */
export async function createDevelopmentSenders(
  settings: Pick<Settings, 'mail' | 'webhook' | 'acknowledge' | 'dataDir'>,
  options: SenderOptions,
  print: (line: string) => void,
): Promise<Senders> {
  if (settings.mail) return createSenders(settings, options);
  const from = { name: 'Website', address: 'website@localhost' };
  const to = [{ name: 'Team', address: 'team@localhost' }];
  const folder = path.join(settings.dataDir, 'mails');
  const email = await createFileMailSender(folder, { from, to, ...options }, (file) =>
    print(`E-mail written to ${file}`),
  );
  return { email, inquirer: email, ...(await createSenders(settings, options)) };
}

export const getDestinations = (senders: Senders): Destination[] =>
  Object.keys(senders) as Destination[];

export function closeSenders(senders: Senders): void {
  for (const send of Object.values(senders)) send.close?.();
}
