import type { Field, Inquiry } from '../../inquiry/inquiry.ts';

/** The first request and two retries: specification, parts 7 and 9. */
const attempts = 3;
const retryDelayMs = 1000;
/** A request that hangs must end too. It is safe to send again: the key tells the server it is the same. */
const timeoutMs = 20_000;

/** The inquiry was not acknowledged. The message is for us: a visitor reads the toast. */
export class SubmissionFailed extends Error {
  override name = 'SubmissionFailed';
  /** What the server found wrong, by field. */
  readonly fields: Partial<Record<Field, string>>;
  /** Too many inquiries came from this network: another request is refused, too. */
  readonly isTooMany: boolean;

  constructor(message: string, fields: unknown = {}, isTooMany = false) {
    super(message);
    // A front may answer in the server's place, in words of its own.
    const texts = Object.entries(fields ?? {}).filter(([, text]) => typeof text === 'string');
    this.fields = Object.fromEntries(texts);
    this.isTooMany = isTooMany;
  }
}

/**
 * Sends an inquiry, whatever the state of the network or the tab: after the last attempt it throws
 * what that one threw. Where the server takes no more for now, there is no other attempt. `key` is
 * the Idempotency-Key, so that a retry never makes a second inquiry.
 */
export async function sendInquiry(inquiry: Inquiry, key: string): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await post(inquiry, key);
    } catch (error) {
      if (attempt === attempts || (error as Partial<SubmissionFailed>).isTooMany) throw error;
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
  const isTooMany = response.status === 429;
  const answer = await response.json().catch(() => {
    throw new SubmissionFailed('Network error', {}, isTooMany);
  });
  if (!response.ok) {
    const error = answer?.error ?? 'Failed to submit contact form';
    throw new SubmissionFailed(error, answer?.fields, isTooMany);
  }
  return answer;
}
