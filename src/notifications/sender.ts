import type { Destination } from '../store/tables.ts';
import type { Notification } from './notification.ts';
import type { Receipt } from './refused-addresses.ts';

/**
 * Sends a notification to one destination. Resolves once the destination has accepted it, to a receipt
 * if it is an e-mail; throws `DeliveryError`. Ends soon after `signal` is aborted.
 */
export interface Sender {
  (notification: Notification, signal: AbortSignal): Promise<Receipt | undefined>;
  /** Closes pooled connections; the sender can't be used after that. */
  close?(): void;
}

export type Senders = Partial<Record<Destination, Sender>>;

export interface DeliveryErrorOptions {
  /** Minimum delay that the destination asks for. */
  retryAfterMs?: number | undefined;
  /** Permanent: another attempt is of no use. */
  isFinal?: boolean;
}

/** Failed attempt. The message is stored and logged, so it contains no personal data. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  readonly retryAfterMs: number | undefined;
  readonly isFinal: boolean;

  constructor(message: string, { retryAfterMs, isFinal = false }: DeliveryErrorOptions = {}) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.isFinal = isFinal;
  }
}

/** Converts an error. Keeps only the code of others, whose text may quote the inquiry. */
export function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (isErrorCode(code)) return new DeliveryError(code);
  return new DeliveryError(error instanceof Error ? error.name : 'Unknown error');
}

const isErrorCode = (code: unknown): code is string =>
  typeof code === 'string' && /^[A-Z][A-Z\d_]{1,60}$/.test(code);
