import type { EpochMs } from '../text/format-time.ts';
import type { FirmFacts } from './email/mail-context.ts';
import type { SignActionLinks } from './email/render-mail.ts';
import type { Notification } from './messages/message.ts';

/** A way to a destination: a mail server or a webhook. */
export interface Channel {
  /** Name of its destination. */
  destination: string;
  createSender: (options: SenderOptions) => Promise<Sender>;
}

export interface SenderOptions {
  clock: () => EpochMs;
  firm: FirmFacts;
  /** Adds action links to e-mails to the team. */
  links?: SignActionLinks | undefined;
}

/** A recipient whom the mail server refused, while it accepted others. */
export interface Refusal {
  recipient: string;
  /** Without personal data. */
  reason: string;
  isTemporary: boolean;
}

/** The destination has accepted a notification, except for these recipients. */
interface Accepted {
  kind: 'accepted';
  refused: Refusal[];
}

/** The settings name no recipient of a notification: nothing is sent. */
interface NoRecipient {
  kind: 'nobody';
}

/** The message has no text for the destination: nothing is sent. */
interface NoText {
  kind: 'no-text';
}

/** Result of an attempt that does not fail. */
export type SendResult = Accepted | NoRecipient | NoText;

/** The destination has accepted a notification, for all recipients. */
export const accepted: Accepted = { kind: 'accepted', refused: [] };

/** Sends a notification to one destination. Throws `DeliveryError`. Ends soon after `signal` is aborted. */
export type Sender = (notification: Notification, signal: AbortSignal) => Promise<SendResult>;

/** Senders by the names of their destinations. */
export type Senders = Record<string, Sender>;

/** Failed attempt. The message is stored and logged, so it contains no personal data. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  /** Permanent: another attempt is of no use. */
  readonly isFinal: boolean;
  /** The destination may have accepted the notification. Only a final failure may have this. */
  readonly mayHaveArrived: boolean;
  /** Beginning of the destination's response, which may quote the inquiry: neither stored nor logged. */
  readonly responseBody: string;

  constructor(
    message: string,
    { isFinal = false, mayHaveArrived = false, responseBody = '' } = {},
  ) {
    super(message);
    this.isFinal = isFinal;
    this.mayHaveArrived = mayHaveArrived;
    this.responseBody = responseBody;
  }
}

/** Converts an error. Keeps only the code of others, whose text may quote the inquiry. */
export function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const code = (error as { code?: unknown } | undefined)?.code;
  // EDNS is nodemailer's; the others are the system's.
  if (/^(ENOTFOUND|EAI_AGAIN|EDNS)$/.test(String(code)))
    return new DeliveryError('The host name was not found');
  if (typeof code === 'string' && /^[A-Z][A-Z\d_]{1,60}$/.test(code))
    return new DeliveryError(code);
  return new DeliveryError(error instanceof Error ? error.name : 'Unknown error');
}
