import { QueryClient } from '@tanstack/react-query';
import type { ExceededLimit } from '../../inquiry/form-errors.ts';
import type { Field, Inquiry } from '../../inquiry/inquiry.ts';
import { type EpochMs, minuteMs } from '../../text/format-time.ts';

/** The first request and two retries (specification, parts 7 and 9). */
const maxAttempts = 3;
const retryDelayMs = 1000;
/** Safe to retry: the server stores the same content once. */
const timeoutMs = 20_000;

/** A rejection by a rate limit. */
export interface RateLimitResponse {
  reason: ExceededLimit;
  /** 0 if unknown. */
  retryAfterSeconds: number;
}

/** JSON of a response of the server or of a proxy. */
type ResponseBody = { error?: string; fields?: object; limit?: string } | null;

/** Thrown if the inquiry was not acknowledged. Visitors see the toast instead of its message. */
export class SubmissionError extends Error {
  override name = 'SubmissionError';
  /** Validation errors of the server. */
  readonly fields: Partial<Record<Field, string>>;
  /** Rate limit that a 429 response names. Retries stop: they would be rejected too. */
  readonly rateLimit: RateLimitResponse | undefined;

  /** `body`: undefined if the response is not JSON. */
  constructor({ status, headers }: Response, body: ResponseBody | undefined) {
    super(body === undefined ? 'Network error' : (body?.error ?? 'Failed to submit contact form'));
    // A proxy in front of the server may respond with a body of its own.
    const texts = Object.entries(body?.fields ?? {}).filter(([, text]) => typeof text === 'string');
    this.fields = Object.fromEntries(texts);
    if (status !== 429) return;
    const reason = body?.limit === 'all' ? 'tooManyOverall' : 'tooMany';
    // A proxy may send a date, which is not a number.
    const retryAfterSeconds = Number(headers.get('retry-after')) || 0;
    this.rateLimit = { reason, retryAfterSeconds };
  }
}

/**
 * Sends an inquiry and returns its time of arrival in ms (NaN if unknown). Throws the error of the
 * last attempt.
 */
export async function sendInquiry(inquiry: Inquiry): Promise<EpochMs> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await post(inquiry);
    } catch (error) {
      if (attempt === maxAttempts || (error as Partial<SubmissionError>).rateLimit) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
}

async function post(inquiry: Inquiry) {
  const response = await fetch('/api/contact-form', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(inquiry),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const body = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return Date.parse(body?.receivedAt);
  throw new SubmissionError(response, body);
}

/** Query client with the defaults of the specification, part 9. */
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
