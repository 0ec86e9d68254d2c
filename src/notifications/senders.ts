import path from 'node:path';
import type { FollowUpLinks } from '../action-links/action-link.ts';
import type { Settings } from '../config/settings.ts';
import { createMailFolder, createMailSender } from './email/mail-sender.ts';
import type { NotificationSenders } from './notification.ts';
import { createWebhookSender } from './webhook/webhook-sender.ts';

export interface SenderOptions {
  clock: () => number;
  /** The firm's, in which deadlines are told. */
  timeZone: string;
  /** What the team's mails carry to act on an inquiry. */
  links?: FollowUpLinks | undefined;
  /** The firm as its mails to inquirers name it. */
  firm: { name: string; email: string };
}

/** A sender for each destination that the settings name; what sends is loaded only where it is needed. */
export async function createSenders(
  { mail, webhook, acknowledge }: Pick<Settings, 'mail' | 'webhook' | 'acknowledge'>,
  options: SenderOptions,
): Promise<NotificationSenders> {
  const email = mail && (await createMailSender(mail.server, { ...mail, ...options }));
  return {
    ...(email && { email }),
    ...(email && acknowledge && { inquirer: email }),
    ...(webhook && { webhook: await createWebhookSender({ ...webhook, ...options }) }),
  };
}

/**
 * The same for development: without a mail server, mails become files, whose paths are told. Those
 * to inquirers too, whatever the settings: a file reaches no stranger.
 */
export async function createDevelopmentSenders(
  settings: Pick<Settings, 'mail' | 'webhook' | 'acknowledge' | 'dataDir'>,
  options: SenderOptions,
  tell: (text: string) => void,
): Promise<NotificationSenders> {
  if (settings.mail) return createSenders(settings, options);
  const from = { name: 'Website', address: 'website@localhost' };
  const to = [{ name: 'Team', address: 'team@localhost' }];
  const folder = path.join(settings.dataDir, 'mails');
  const email = await createMailFolder(folder, { from, to, ...options }, (file) =>
    tell(`A mail was written to ${file}`),
  );
  return { email, inquirer: email, ...(await createSenders(settings, options)) };
}
