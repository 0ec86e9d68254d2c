import { isIP } from 'node:net';
import type { NodemailerError, Transporter } from 'nodemailer';
import { emailToTeam } from '../../config/destinations.ts';
import { isLoopbackHost, type Mailbox, type MailServer } from '../../config/setting-values.ts';
import { minuteMs } from '../../text/format-time.ts';
import { type CreateChannel, findRemedy, type Remedies } from '../connection-check.ts';
import { hasMail } from '../messages/message.ts';
import { accepted, DeliveryError, type Sender, toDeliveryError } from '../sender.ts';
import { composeMail, getDomain, hasPending, type MailOptions } from './compose-mail.ts';

export const createMailChannel: CreateChannel = ({ mail, publicUrl }) => {
  if (!mail) return undefined;
  const server = { ...mail.server, clientName: getClientName(publicUrl, mail.from) };
  const recipients = [...mail.to, ...mail.escalateTo].map(({ address }) => address);
  return {
    destination: emailToTeam.name,
    createSender: (options) => createMailSender(server, { ...mail, ...options }),
    checkName: 'e-mail',
    host: `${server.host}:${server.port}`,
    async checkConnection(timeoutMs) {
      const detail = await checkMailServer(server, timeoutMs);
      return lookForged(mail) ? { detail, advice: adviceOnReplies } : { detail };
    },
    testMessage: { name: 'test e-mail', accepted: `accepted for ${recipients.join(', ')}` },
    getAdvice: (error) =>
      findRemedy(
        remedies,
        error,
        'Check SMTP_URL, MAIL_FROM and NOTIFY_TO, as .env.example explains.',
      ),
  };
};

const adviceOnReplies =
  'Set REPLY_TO=team, or MAIL_FROM to another domain than NOTIFY_TO: spam filters take these for forged.';

/** Tells if the rule SPOOF_REPLYTO of rspamd would move the e-mails to the spam folder. */
function lookForged({ from, to, replyTo }: Pick<MailOptions, 'from' | 'to' | 'replyTo'>): boolean {
  const domain = getDomain(from.address);
  return replyTo === 'inquirer' && to.some(({ address }) => getDomain(address) === domain);
}

/** Remedies for the codes of large providers. */
const remedies: Remedies = [
  [
    / [45]\.7\.(2[0-9]|30|509|515) /,
    'The provider does not take the sender for genuine: publish the SPF and DKIM records of docs/operate.md.',
  ],
  [
    / 5\.7\.(9|57|139) /,
    'The provider takes no passwords: send by a relay, or by another provider (docs/operate.md).',
  ],
  [
    /^SMTP .*\((ECONNECTION|EPROTOCOL)\)/,
    'The server refuses the connection of this machine: set PUBLIC_URL, and allow its IP address there.',
  ],
];

/** A mail server, and the host name that this client sends in its greeting. */
interface SmtpServer extends MailServer {
  /** Default: the host name of this machine. */
  clientName?: string;
}

/** Returns a host name with a dot: without one, large providers refuse the connection. */
function getClientName(publicUrl: string | undefined, { address }: Mailbox) {
  const { hostname } = new URL(publicUrl ?? 'http://localhost');
  const isPublic = !isLoopbackHost(hostname) && !isIP(hostname) && /^[^[]+\./.test(hostname);
  return isPublic ? hostname : getDomain(address);
}

/**
 * Creates a sender that sends notifications by SMTP, to the team or to the inquirer, with the same
 * Message-ID at each attempt. Each has its own connection, because there are only a few a day.
 */
export async function createMailSender(server: SmtpServer, options: MailOptions): Promise<Sender> {
  const { timeoutMs = 15_000, responseTimeoutMs = 10 * minuteMs } = options;
  // Load the package at the start, because a later build could replace the file.
  await import('nodemailer');

  return async (notification, stopSignal) => {
    if (!hasMail(notification)) return { kind: 'no-text' };
    const mail = composeMail(notification, options);
    // Since the e-mail was queued, the inquiry was assigned or the settings have changed.
    if (mail.envelope.to.length === 0)
      return hasPending(notification, options) ? accepted : { kind: 'nobody' };
    const transport = await openTransport(server, timeoutMs, responseTimeoutMs);
    let isMessageSent = false;
    onMessageSent(transport, () => {
      isMessageSent = true;
    });
    const timeout = AbortSignal.timeout(timeoutMs + responseTimeoutMs);
    const signal = AbortSignal.any([stopSignal, timeout]);
    try {
      const sent = await transport.sendMail({ ...mail, signal });
      return { kind: 'accepted', refused: toRefusals(sent.rejectedErrors) };
    } catch (error) {
      const refused = getRefused(error);
      // The other recipients have the e-mail, so these count as some refused among many.
      const isPartlyDelivered = notification.pendingRecipients !== undefined;
      if (isPartlyDelivered && refused) return { kind: 'accepted', refused: toRefusals(refused) };
      const failure = timeout.aborted ? new DeliveryError('ETIMEDOUT') : toSmtpError(error);
      if (!notification.message.isToInquirer) throw failure;
      throw limitAttempts(failure, classifySmtpFailure(error, isMessageSent));
    }
  };
}

/**
 * Calls `onSent` once the connection has accepted the whole message, for which nodemailer has no
 * event.
 */
function onMessageSent(transport: Transporter, onSent: () => void) {
  transport.use('stream', ({ message }, done) => {
    message.processFunc((stream) => stream.once('end', onSent));
    done();
  });
}

/**
 * Returns the errors of all recipients if the server refused each of them; undefined for another
 * failure.
 */
const getRefused = (error: unknown) => (error as NodemailerError).rejectedErrors;

/**
 * `no-response`: the server may have accepted the message. `refused`: it refuses the recipient
 * permanently.
 */
type FailureKind = 'no-response' | 'refused' | 'temporary';

function classifySmtpFailure(error: unknown, isMessageSent: boolean): FailureKind {
  const { responseCode, command, permanent } = error as NodemailerError;
  if (isMessageSent && !responseCode) return 'no-response';
  return command === 'RCPT TO' && permanent === true ? 'refused' : 'temporary';
}

/** Makes a failure final if another attempt would bother a stranger, or be useless. */
function limitAttempts(failure: DeliveryError, kind: FailureKind): DeliveryError {
  switch (kind) {
    case 'no-response':
      // A stranger gets no second copy.
      return new DeliveryError(`${failure.message} after the message was sent`, {
        isFinal: true,
        mayHaveArrived: true,
      });
    case 'refused':
      // Anybody can enter an address that does not exist: one attempt is enough.
      return new DeliveryError(failure.message, { isFinal: true });
    case 'temporary':
      return failure;
  }
}

const toRefusals = (errors: NodemailerError[] = []) =>
  errors.map((error) => ({
    recipient: error.recipient ?? '',
    reason: toSmtpError(error).message.replace(/ \(.*/, ''),
    isTemporary: error.permanent === false,
  }));

/**
 * Connects to a mail server and signs in, without sending anything. Resolves to the result. Throws
 * `DeliveryError`.
 */
async function checkMailServer(server: SmtpServer, timeoutMs: number): Promise<string> {
  const transport = await openTransport(server, timeoutMs);
  try {
    await transport.verify();
    return server.credentials ? 'responds; signed in' : 'responds';
  } catch (error) {
    throw toSmtpError(error);
  } finally {
    transport.close();
  }
}

async function openTransport(server: SmtpServer, timeoutMs: number, responseTimeoutMs = timeoutMs) {
  const { host, port, isSecure, credentials, clientName } = server;
  const { createTransport } = await import('nodemailer');
  const isLoopback = isLoopbackHost(host);
  return createTransport({
    host,
    ...(clientName && { name: clientName }),
    port,
    secure: isSecure,
    // Limits how long a connection that the server does not close delays the end of the process.
    socketCloseTimeout: 1000,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: responseTimeoutMs,
    dnsTimeout: timeoutMs,
    // A relay on this machine usually has a self-signed certificate.
    ...(isLoopback && { tls: { rejectUnauthorized: false } }),
    ...(credentials && { auth: credentials }),
    // Prevents a STARTTLS downgrade from exposing the password.
    requireTLS: !isSecure && credentials !== undefined && !isLoopback,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Converts an error. Keeps only codes, because SMTP responses often quote an address. */
function toSmtpError(error: unknown) {
  const { responseCode, response = '', code, originalCode } = error as NodemailerError;
  // nodemailer uses one code for all socket errors.
  const isOfSocket = code === 'ESOCKET' && originalCode !== undefined;
  const { message } = toDeliveryError(isOfSocket ? { code: originalCode } : error);
  if (!responseCode) return new DeliveryError(message);
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  const codes = enhanced ? `${responseCode} ${enhanced}` : responseCode;
  return new DeliveryError(`SMTP ${codes} (${message})`);
}
