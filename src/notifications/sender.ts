import type { EpochMs } from '../text/format-time.ts';
import type { FirmFacts } from './email/mail-context.ts';
import type { SignActionLinks } from './email/render-mail.ts';
import type { Notification } from './messages/message.ts';

/** A mail server or webhook through which a destination is notified. */
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
  /** Reason without personal data. */
  reason: string;
  isTemporary: boolean;
}

/** The destination accepted the notification for all recipients except `refused`. */
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

/** Result of an attempt that did not fail. */
export type SendResult = Accepted | NoRecipient | NoText;

/** Result of an attempt that the destination accepted for all recipients. */
export const accepted: Accepted = { kind: 'accepted', refused: [] };

/**
 * Sends a notification to one destination. Ends soon after `signal` is aborted. Throws
 * `DeliveryError`.
 */
export type Sender = (notification: Notification, signal: AbortSignal) => Promise<SendResult>;

/** Senders by the names of their destinations. */
export type Senders = Record<string, Sender>;

/** A failed attempt. The message is stored and logged, so it contains no personal data. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  /** True if the error is permanent, so that another attempt is useless. */
  readonly isFinal: boolean;
  /**
   * True if the destination may have accepted the notification. Only a final failure may set this.
   */
  readonly mayHaveArrived: boolean;
  /**
   * Beginning of the response of the destination. It may quote the inquiry, so it is neither stored
   * nor logged.
   */
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

/**
 * Converts an error. Of other errors, keeps only the code, because their messages may quote the
 * inquiry.
 */
export function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const code = (error as { code?: unknown } | undefined)?.code;
  // EDNS is a code of nodemailer; the others are codes of the system.
  if (/^(ENOTFOUND|EAI_AGAIN|EDNS)$/.test(String(code)))
    return new DeliveryError('The host name was not found');
  if (typeof code === 'string' && /^[A-Z][A-Z\d_]{1,60}$/.test(code))
    return new DeliveryError(code);
  return new DeliveryError(error instanceof Error ? error.name : 'Unknown error');
}
