import { domainToASCII } from 'node:url';
import { getSystemErrorName } from 'node:util';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { StoredInquiry } from '../stored-inquiry.ts';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';
import type { FollowUpLinks } from './follow-up-link.ts';
import { inquiryMail } from './inquiry-mail.ts';
import type { Sender } from './sender.ts';

const stepTimeoutMs = 15_000;

export interface Mailbox {
  name: string;
  address: string;
}

export interface MailServer {
  host: string;
  port: number;
  /** TLS from the start, or else where the server offers it. */
  isSecure: boolean;
  credentials: { user: string; pass: string } | undefined;
}

export interface MailOptions {
  from: Mailbox;
  to: Mailbox[];
  /** IANA name. */
  timeZone: string;
  clock: () => number;
  /** What the team can open to act on an inquiry; commands alone unless given. */
  links?: FollowUpLinks | undefined;
  /** For each step; all of them may take four times as long. */
  timeoutMs?: number;
}

/** Sends an inquiry to the team by SMTP, with the same Message-ID at each attempt. */
export function createMailSender(server: MailServer, options: MailOptions): Sender {
  const { host, port, isSecure: secure, credentials } = server;
  const { timeoutMs = stepTimeoutMs } = options;
  const transport = createTransport({
    host,
    port,
    secure,
    ...(credentials && { auth: credentials }),
    // A password never crosses a network unencrypted, whoever takes the offer of TLS away.
    requireTLS: !secure && credentials !== undefined && !isLoopback(host),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return async (inquiry, stopped) => {
    const timeout = AbortSignal.timeout(4 * timeoutMs);
    const signal = AbortSignal.any([stopped, timeout]);
    try {
      const { rejected } = await transport.sendMail({ ...toMail(inquiry, options), signal });
      if (rejected.length === 0) return undefined;
      return `${rejected.length} of ${options.to.length} recipients were refused`;
    } catch (error) {
      throw timeout.aborted ? new DeliveryError('ETIMEDOUT') : describe(error);
    }
  };
}

/** The whole mail, as nodemailer takes it. */
export function toMail(
  inquiry: StoredInquiry,
  { from, to, timeZone, clock, links }: MailOptions,
): SendMailOptions {
  const { id, firstName, lastName, email } = inquiry;
  const domain = domainToASCII(from.address.split('@').at(-1) ?? '') || 'localhost';
  const now = clock();
  return {
    ...inquiryMail(inquiry, timeZone, links?.(id, now)),
    from,
    to,
    replyTo: { name: `${firstName} ${lastName}`, address: email },
    messageId: `<inquiry-${id}@${domain}>`,
    date: new Date(now),
    // Or the team's notices of absence would go to the inquirer.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}

/** By its codes alone: what an SMTP server says often quotes an address. */
function describe(error: unknown) {
  const { message } = toDeliveryError(error);
  const { responseCode, errno } = error as { responseCode?: unknown; errno?: unknown };
  if (responseCode) return new DeliveryError(`SMTP ${Number(responseCode)} (${message})`);
  // nodemailer's code for whatever the system reports.
  const isFromSystem = message === 'ESOCKET' && typeof errno === 'number';
  return new DeliveryError(isFromSystem ? getSystemErrorName(errno) : message);
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host);
