import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getSystemErrorName } from 'node:util';
import type { MailServer } from '../../config/setting-values.ts';
import { DeliveryError, toDeliveryError } from '../../outbox/delivery-error.ts';
import { nameOf, type NotificationSender } from '../notification.ts';
import { type MailOptions, toMail } from './compose-mail.ts';

const stepTimeoutMs = 15_000;

/** Mails that are further apart can well afford a connection each; servers cut idle ones later. */
const longestIdleMs = 1000;

/** How long a server may keep its side of a connection open, and a stopped process with it. */
const longestGoodbyeMs = 1000;

/**
 * Sends news by SMTP, to the team or to the inquirer, with the same Message-ID at each attempt.
 * What follows at once goes by the same connection: it often takes longer to open than to use.
 */
export async function createMailSender(
  server: MailServer,
  options: MailOptions,
): Promise<NotificationSender> {
  const { timeoutMs = stepTimeoutMs } = options;
  const transport = await createTransportTo(server, timeoutMs);

  const send: NotificationSender = async (news, stopped) => {
    const timeout = AbortSignal.timeout(4 * timeoutMs);
    const signal = AbortSignal.any([stopped, timeout]);
    try {
      const { rejected } = await transport.sendMail({ ...toMail(news, options), signal });
      if (rejected.length === 0) return undefined;
      return `${rejected.length} of ${options.to.length} recipients were refused`;
    } catch (error) {
      if (timeout.aborted) throw new DeliveryError('ETIMEDOUT');
      // A stranger's mailbox that is not there is not asked for again and again.
      throw describe(error, { isRefusalFinal: news.kind === 'acknowledgement' });
    }
  };
  return Object.assign(send, { close: () => transport.close({ force: true }) });
}

/** Writes the mail to a file in `folder` instead of sending it, and tells the file's path. */
export async function createMailFolder(
  folder: string,
  options: MailOptions,
  onWritten: (file: string) => void,
): Promise<NotificationSender> {
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

/** Connects to a mail server and signs in, without a mail. Throws `DeliveryError`. */
export async function tryMailServer(server: MailServer, timeoutMs: number): Promise<void> {
  const transport = await createTransportTo(server, timeoutMs);
  try {
    const timeout = sleep(timeoutMs, undefined, { ref: false }).then(() => {
      throw new DeliveryError('ETIMEDOUT');
    });
    await Promise.race([transport.verify(), timeout]);
  } catch (error) {
    throw describe(error);
  } finally {
    transport.close();
  }
}

async function createTransportTo(
  { host, port, isSecure, credentials }: MailServer,
  timeoutMs: number,
) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    pool: true,
    idleTimeout: longestIdleMs,
    socketCloseTimeout: longestGoodbyeMs,
    // A kept connection that was cut before it took anything of a mail is replaced, once.
    maxRequeues: 1,
    host,
    port,
    secure: isSecure,
    ...(credentials && { auth: credentials }),
    // A password never crosses a network unencrypted, whoever takes the offer of TLS away.
    requireTLS: !isSecure && credentials !== undefined && !isLoopback(host),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** By its codes alone: what an SMTP server says often quotes an address. */
function describe(error: unknown, { isRefusalFinal = false } = {}) {
  const { message } = toDeliveryError(error);
  const { responseCode, command, errno } = error as Partial<Record<string, unknown>>;
  if (responseCode) {
    const isRefused = command === 'RCPT TO' && Number(responseCode) >= 500;
    return new DeliveryError(`SMTP ${Number(responseCode)} (${message})`, {
      isFinal: isRefusalFinal && isRefused,
    });
  }
  // nodemailer's code for whatever the system reports.
  const isFromSystem = message === 'ESOCKET' && typeof errno === 'number';
  return new DeliveryError(isFromSystem ? getSystemErrorName(errno) : message);
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host);
