import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toMail } from './compose-mail.ts';
import type { MailOptions } from './mail-sender.ts';
import { nameOf } from './news.ts';
import type { Sender } from './sender.ts';

/** Writes the mail to a file in `folder` instead of sending it, and tells the file's path. */
export async function createMailFolder(
  folder: string,
  options: MailOptions,
  onWritten: (file: string) => void,
): Promise<Sender> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true });

  return async (news) => {
    const { message } = await transport.sendMail(toMail(news, options));
    const file = path.join(folder, `${nameOf(news)}.eml`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, message as Buffer, { mode: 0o600 });
    onWritten(file);
    return undefined;
  };
}
