import { setTimeout as sleep } from 'node:timers/promises';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import { isLoopbackHost, type Mailbox, type MailServer } from '../../config/setting-values.ts';
import {
  type ConnectionCheck,
  DeliveryError,
  type DestinationType,
  type Sender,
  toDeliveryError,
  unknownHostError,
} from '../sender.ts';
import { type MailOptions, composeMail, getDomain } from './compose-mail.ts';

const stepTimeoutMs = 15_000;

/** Limits how long a server's open side of a connection delays the end of the process. */
const socketCloseTimeoutMs = 1000;

export const emailDestination: DestinationType = {
  name: 'email',
  reaches: 'team',
  setting: 'SMTP_URL',
  configure({ mail, publicUrl }) {
    if (!mail) return undefined;
    const server = { ...mail.server, clientName: getClientName(publicUrl, mail.from) };
    return {
      escalates: mail.escalateTo.length > 0,
      createSender: (options) => createMailSender(server, { ...mail, ...options }),
      checkName: 'e-mail',
      host: `${server.host}:${server.port}`,
      checkConnection: (timeoutMs) => checkMailServer(server, timeoutMs),
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
        [
          /CERT|SIGNED|SIGNATURE|ISSUER/,
          'Renew the certificate of the mail server, or name a CA of your own in NODE_EXTRA_CA_CERTS.',
        ],
        [/^ERR_SSL|^EPROTO/, 'This port does not begin with TLS: begin SMTP_URL with smtp://.'],
        [
          /ETIMEDOUT/,
          'Check host and port in SMTP_URL, and the firewall. A port that begins with TLS, such as 465, needs smtps://.',
        ],
        [/^SMTP 4/, 'The server asks to try later: run this again in a few minutes.'],
        [
          /EENVELOPE|^SMTP 5/,
          'Correct MAIL_FROM and NOTIFY_TO, or allow this sender on the mail server.',
        ],
        [/ETLS/, 'The mail server must support STARTTLS, or TLS from the start: smtps://.'],
        [/./, 'Check host and port in SMTP_URL, and the network connection.'],
      ],
    };
  },
};

/** A mail server, and the host name with which this one introduces itself. */
type MailConnection = MailServer & { clientName?: string };

/** Returns a name with a dot, without which large providers refuse the connection. */
function getClientName(publicUrl: string | undefined, { address }: Mailbox) {
  const { hostname } = new URL(publicUrl ?? 'http://localhost');
  const isPublic = !isLoopbackHost(hostname) && !isIP(hostname) && /^[^[]+\./.test(hostname);
  return isPublic ? hostname : getDomain(address);
}

/**
 * Sends notifications by SMTP, to the team or to the inquirer, with the same Message-ID at each
 * attempt. Each has a connection of its own: there are a few a day.
 */
export async function createMailSender(
  server: MailConnection,
  options: MailOptions,
): Promise<Sender> {
  const { timeoutMs = stepTimeoutMs } = options;
  const transport = await createSmtpTransport(server, timeoutMs);

  return async (notification, stopSignal) => {
    const timeout = AbortSignal.timeout(4 * timeoutMs);
    const signal = AbortSignal.any([stopSignal, timeout]);
    try {
      const { rejectedErrors = [] } = await transport.sendMail({
        ...composeMail(notification, options),
        signal,
      });
      return rejectedErrors.map((error) => `${error.recipient}: ${toSmtpError(error).message}`);
    } catch (error) {
      if (timeout.aborted) throw new DeliveryError('ETIMEDOUT');
      // Anybody can enter an address that does not exist: one attempt is enough.
      throw toSmtpError(error, {
        isRejectionFinal: notification.message.reaches.includes('inquirer'),
      });
    }
  };
}

/** Connects to a mail server and signs in, without sending. Throws `DeliveryError`. */
async function checkMailServer(
  server: MailConnection,
  timeoutMs: number,
): Promise<ConnectionCheck> {
  const transport = await createSmtpTransport(server, timeoutMs);
  try {
    const timeout = sleep(timeoutMs, undefined, { ref: false }).then(() => {
      throw new DeliveryError('ETIMEDOUT');
    });
    await Promise.race([transport.verify(), timeout]);
    return { detail: `responds${server.credentials ? '; signed in' : ''}` };
  } catch (error) {
    const failure = toSmtpError(error);
    if (!/CERT|SIGNED|SIGNATURE|ISSUER/.test(failure.message)) throw failure;
    throw new DeliveryError(`${failure.message}, ${await describeCertificate(server, timeoutMs)}`);
  } finally {
    transport.close();
  }
}

/** Reads the certificate that the server shows, which is not verified here. */
async function describeCertificate(server: MailConnection, timeoutMs: number) {
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');
  const connection = new SmtpConnection({
    ...connectionOptions(server, timeoutMs),
    tls: { rejectUnauthorized: false },
  });
  try {
    await new Promise((resolve, reject) => connection.on('error', reject).connect(resolve));
    const socket = connection._socket;
    if (!(socket instanceof TLSSocket)) return 'no certificate';
    const { subject, valid_to: end } = socket.getPeerCertificate();
    return `certificate of ${subject.CN ?? 'nobody'}, valid until ${end}`;
  } catch (error) {
    throw toSmtpError(error);
  } finally {
    connection.close();
  }
}

async function createSmtpTransport(server: MailConnection, timeoutMs: number) {
  const { createTransport } = await import('nodemailer');
  const { host, isSecure, credentials } = server;
  return createTransport({
    ...connectionOptions(server, timeoutMs),
    ...(credentials && { auth: credentials }),
    // Prevents a STARTTLS downgrade from exposing the password.
    requireTLS: !isSecure && credentials !== undefined && !isLoopbackHost(host),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const connectionOptions = (
  { host, port, isSecure, clientName }: MailConnection,
  timeoutMs: number,
) => ({
  host,
  ...(clientName && { name: clientName }),
  port,
  secure: isSecure,
  socketCloseTimeout: socketCloseTimeoutMs,
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs,
  dnsTimeout: timeoutMs,
  // A relay on this machine has a certificate of its own.
  ...(isLoopbackHost(host) && { tls: { rejectUnauthorized: false } }),
});

/** Keeps only codes: SMTP responses often quote an address. */
function toSmtpError(error: unknown, { isRejectionFinal = false } = {}) {
  const { responseCode, command, code, originalCode } = error as Partial<Record<string, unknown>>;
  // nodemailer's code for any error of a socket.
  const isOfSocket = code === 'ESOCKET' && originalCode !== undefined;
  const { message } = toDeliveryError(isOfSocket ? { code: originalCode } : error);
  if (responseCode) {
    const isRejected = command === 'RCPT TO' && Number(responseCode) >= 500;
    return new DeliveryError(`SMTP ${Number(responseCode)} (${message})`, {
      isFinal: isRejectionFinal && isRejected,
    });
  }
  return new DeliveryError(message);
}
