export interface DeliveryErrorOptions {
  /** How long the destination asks us to wait. */
  retryAfterMs?: number | undefined;
  /** It will never take this delivery: trying again is of no use. */
  isFinal?: boolean;
}

/** A destination did not take a delivery. The message is stored and logged: no personal data. */
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

/** Any error as one: of others only the code is told, because their text may quote the inquiry. */
export function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (isPlain(code)) return new DeliveryError(code);
  return new DeliveryError(error instanceof Error ? error.name : 'Unknown error');
}

const isPlain = (code: unknown): code is string =>
  typeof code === 'string' && /^[A-Z][A-Z\d_]{1,60}$/.test(code);
