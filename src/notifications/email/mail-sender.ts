import { setTimeout as sleep } from 'node:timers/promises';
import { getSystemErrorName } from 'node:util';
import { isLoopbackHost, type MailServer } from '../../config/setting-values.ts';
import {
  type ConnectionCheck,
  DeliveryError,
  type DestinationType,
  type Sender,
  toDeliveryError,
  unknownHostError,
} from '../sender.ts';
import { type MailOptions, composeMail } from './compose-mail.ts';

const stepTimeoutMs = 15_000;

/** Shorter than the idle timeout of mail servers. */
const idleTimeoutMs = 1000;

/** Limits how long a server's open side of a connection delays the end of the process. */
const socketCloseTimeoutMs = 1000;

export const emailDestination: DestinationType = {
  name: 'email',
  reaches: 'team',
  label: 'by email',
  setting: 'SMTP_URL',
  configure: ({ mail }) =>
    mail && {
      escalates: mail.escalateTo.length > 0,
      createSender: (options) => createMailSender(mail.server, { ...mail, ...options }),
      checkName: 'e-mail',
      host: `${mail.server.host}:${mail.server.port}`,
      checkConnection: (timeoutMs) => checkMailServer(mail.server, timeoutMs),
      testMessage: {
        name: 'test e-mail',
        accepted: `accepted for ${[...mail.to, ...mail.escalateTo].map(({ address }) => address).join(', ')}`,
      },
      fixes: [
        [
          new RegExp(unknownHostError),
          'Correct the host name in SMTP_URL, and check that this machine resolves names.',
        ],
        [/EAUTH|^SMTP (530|535)/, 'Correct user and password in SMTP_URL.'],
        [/^SMTP 4/, 'The server asks to try later: run this again in a few minutes.'],
        [
          /EENVELOPE|^SMTP 5/,
          'Correct MAIL_FROM and NOTIFY_TO, or allow this sender on the mail server.',
        ],
        [/ETLS/, 'Check the certificate of the mail server, and that it supports STARTTLS.'],
        [/./, 'Check host, port, user and password in SMTP_URL, and the network connection.'],
      ],
    },
};

/**
 * Sends notifications by SMTP, to the team or to the inquirer, with the same Message-ID at each
 * attempt. Reuses the connection, which often takes longer to open than to use.
 */
export async function createMailSender(server: MailServer, options: MailOptions): Promise<Sender> {
  const { timeoutMs = stepTimeoutMs } = options;
  const transport = await createSmtpTransport(server, timeoutMs);

  const send: Sender = async (notification, stopSignal) => {
    const timeout = AbortSignal.timeout(4 * timeoutMs);
    const signal = AbortSignal.any([stopSignal, timeout]);
    try {
      const { rejectedErrors = [] } = await transport.sendMail({
        ...composeMail(notification, options),
        signal,
      });
      return rejectedErrors.map(
        (error: { recipient: string }) => `${error.recipient}: ${toSmtpError(error).message}`,
      );
    } catch (error) {
      if (timeout.aborted) throw new DeliveryError('ETIMEDOUT');
      // Anybody can enter an address that does not exist: one attempt is enough.
      throw toSmtpError(error, { isRejectionFinal: notification.kind === 'acknowledgement' });
    }
  };
  return Object.assign(send, { close: () => transport.close({ force: true }) });
}

/** Connects to a mail server and signs in, without sending. Throws `DeliveryError`. */
async function checkMailServer(server: MailServer, timeoutMs: number): Promise<ConnectionCheck> {
  const transport = await createSmtpTransport(server, timeoutMs);
  try {
    const timeout = sleep(timeoutMs, undefined, { ref: false }).then(() => {
      throw new DeliveryError('ETIMEDOUT');
    });
    await Promise.race([transport.verify(), timeout]);
    return { detail: `responds${server.credentials ? '; signed in' : ''}` };
  } catch (error) {
    throw toSmtpError(error);
  } finally {
    transport.close();
  }
}

async function createSmtpTransport(
  { host, port, isSecure, credentials }: MailServer,
  timeoutMs: number,
) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    pool: true,
    idleTimeout: idleTimeoutMs,
    socketCloseTimeout: socketCloseTimeoutMs,
    // Reconnects once if a reused connection was closed before the server accepted any of the mail.
    maxRequeues: 1,
    host,
    port,
    secure: isSecure,
    ...(credentials && { auth: credentials }),
    // Prevents a STARTTLS downgrade from exposing the password.
    requireTLS: !isSecure && credentials !== undefined && !isLoopbackHost(host),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Keeps only codes: SMTP responses often quote an address. */
function toSmtpError(error: unknown, { isRejectionFinal = false } = {}) {
  const { message } = toDeliveryError(error);
  const { responseCode, command, errno } = error as Partial<Record<string, unknown>>;
  if (responseCode) {
    const isRejected = command === 'RCPT TO' && Number(responseCode) >= 500;
    return new DeliveryError(`SMTP ${Number(responseCode)} (${message})`, {
      isFinal: isRejectionFinal && isRejected,
    });
  }
  // nodemailer's code for any system error.
  const isFromSystem = message === 'ESOCKET' && typeof errno === 'number';
  return new DeliveryError(isFromSystem ? getSystemErrorName(errno) : message);
}
