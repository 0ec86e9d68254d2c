import { QueryClient } from '@tanstack/react-query';
import type { Field, Inquiry } from '../../inquiry/inquiry.ts';

/** The first request and two retries: specification, parts 7 and 9. */
const maxAttempts = 3;
const retryDelayMs = 1000;
/** Retrying after a timeout is safe because of the idempotency key. */
const timeoutMs = 20_000;

/** A rejection by the limit of the visitor's network (`tooMany`), or of everyone. */
export interface RateLimit {
  reason: 'tooMany' | 'busy';
  /** 0 if the response does not say. */
  retryAfterSeconds: number;
}

/** Thrown if the inquiry was not acknowledged. Visitors see the toast, not the message. */
export class SubmissionError extends Error {
  override name = 'SubmissionError';
  /** Validation errors of the server. */
  readonly fields: Partial<Record<Field, string>>;
  /** The limit that a 429 response names: a retry would be rejected too. */
  readonly rateLimit: RateLimit | undefined;

  constructor(message: string, fields?: unknown, rateLimit?: RateLimit) {
    super(message);
    // A proxy may respond in the server's place, with a body of its own.
    const texts = Object.entries(fields ?? {}).filter(([, text]) => typeof text === 'string');
    this.fields = Object.fromEntries(texts);
    this.rateLimit = rateLimit;
  }
}

/**
 * Sends an inquiry with retries, except after a 429 response, and returns when it arrived (ms; NaN if
 * unknown). Throws the error of the last attempt. `key` is the Idempotency-Key, which prevents a second
 * inquiry.
 */
export async function sendInquiry(inquiry: Inquiry, key: string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await post(inquiry, key);
    } catch (error) {
      if (attempt === maxAttempts || (error as Partial<SubmissionError>).rateLimit) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
}

async function post(inquiry: Inquiry, key: string) {
  const response = await fetch('/api/contact-form', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(inquiry),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const rateLimit: RateLimit | undefined =
    response.status === 429
      ? { reason: 'tooMany', retryAfterSeconds: Number(response.headers.get('retry-after')) }
      : undefined;
  const body = await response.json().catch(() => {
    throw new SubmissionError('Network error', {}, rateLimit);
  });
  if (!response.ok) {
    const error = body?.error ?? 'Failed to submit contact form';
    if (rateLimit && body?.limit === 'all') rateLimit.reason = 'busy';
    throw new SubmissionError(error, body?.fields, rateLimit);
  }
  return Date.parse(body?.receivedAt);
}

const minuteMs = 60 * 1000;

/** Has the defaults of the specification's part 9. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * minuteMs,
      gcTime: 10 * minuteMs,
      retry: 2,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: 1 },
  },
});
