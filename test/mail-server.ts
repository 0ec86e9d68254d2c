import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import type { MailServer } from '../src/notifications/email/mail-sender.ts';

export interface ReceivedMail {
  from: string | undefined;
  to: string[];
  /** As it came. */
  source: string;
  /** As a mail program reads it. */
  read: Email;
}

/** Greets at once. The package would wait 100 ms, to detect clients that talk too soon. */
class PromptServer extends SMTPServer {
  override connect(...accepted: Parameters<SMTPServer['connect']>) {
    super.connect(...accepted);
    const connection = [...this.connections].at(-1);
    connection?.connectionReady();
    if (connection) connection.connectionReady = () => undefined;
  }
}

/** A mail server on this machine for this test. `options` are those of the package smtp-server. */
export async function startMailServer(options: Partial<SMTPServerOptions> = {}, port = 0) {
  const mails: ReceivedMail[] = [];
  const server = new PromptServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 10,
    logger: false,
    async onData(stream, { envelope }, callback) {
      const source = await buffer(stream).catch(() => undefined);
      // Cut off in the middle: its sender was killed.
      if (!source) return callback(new Error('The mail is not whole'));
      mails.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : undefined,
        to: envelope.rcptTo.map(({ address }) => address),
        source: source.toString(),
        read: await PostalMime.parse(source),
      });
      callback();
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  const address: MailServer = {
    host: '127.0.0.1',
    port: (listening.address() as AddressInfo).port,
    isSecure: false,
    credentials: undefined,
  };
  return { mails, address, close };
}
