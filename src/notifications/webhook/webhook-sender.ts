import type { IncomingMessage, RequestOptions } from 'node:http';
import { inquiryFields } from '../../inquiry/field-labels.ts';
import { DeliveryError, toDeliveryError } from '../../outbox/delivery-error.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { nameOf, type News, type NotificationSender } from '../notification.ts';
import type { Outage } from '../outages.ts';
import { guardedLookup, type Resolve } from './ssrf-safe-lookup.ts';

const timeoutMs = 15_000;

export interface WebhookOptions {
  url: URL;
  /** Each signs, so that a receiver may know any one of them. */
  secrets: string[];
  clock: () => number;
  /** How host names are resolved; by the system unless told. */
  resolve?: Resolve;
  timeoutMs?: number;
}

/** Posts events by the Standard Webhooks specification, with one webhook-id for all attempts. */
export async function createWebhookSender(options: WebhookOptions): Promise<NotificationSender> {
  const { Webhook } = await import('standardwebhooks');
  const { url, secrets, clock } = options;
  const signers = secrets.map((secret) => new Webhook(secret));
  const lookup = guardedLookup(url.hostname, options.resolve);

  return async (news, stopped) => {
    const event = eventOf(news);
    if (!event) throw new DeliveryError('This is nothing for a webhook', { isFinal: true });
    const body = JSON.stringify(event);
    // The same when it is redelivered too: receivers drop repeats by it.
    const id = nameOf(news);
    const sentAt = new Date(clock());
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'webhook-id': id,
      'webhook-timestamp': Math.floor(sentAt.getTime() / 1000),
      'webhook-signature': signers.map((signer) => signer.sign(id, sentAt, body)).join(' '),
    };
    const timeout = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
    const signal = AbortSignal.any([stopped, timeout]);
    try {
      // A connection of its own: a kept one may be closed just when it is used again.
      const settings = { method: 'POST', headers, lookup, signal, agent: false };
      judge(await send(url, settings, body), clock());
    } catch (error) {
      throw timeout.aborted ? new DeliveryError('ETIMEDOUT') : toDeliveryError(error);
    }
    return undefined;
  };
}

/**
 * Asks the webhook's host for its start page: nothing that a receiver would act on. Whatever it
 * answers, it is there. Resolves to its time in milliseconds since the epoch, to the second, where
 * it tells that. Throws `DeliveryError`.
 */
export async function tryWebhookHost(
  url: URL,
  { resolve, timeoutMs }: Required<Pick<WebhookOptions, 'timeoutMs'>> & { resolve?: Resolve },
): Promise<number | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const lookup = guardedLookup(url.hostname, resolve);
  try {
    const settings = { method: 'HEAD', lookup, signal, agent: false };
    const response = await send(new URL(url.origin), settings);
    response.on('error', () => undefined).destroy();
    const at = Date.parse(response.headers.date ?? '');
    return Number.isNaN(at) ? undefined : at;
  } catch (error) {
    throw signal.aborted ? new DeliveryError('ETIMEDOUT') : toDeliveryError(error);
  }
}

/** The event that programs are told; undefined for what only people read. */
function eventOf(news: News): object | undefined {
  if (news.kind === 'received') return inquiryEvent(news.inquiry);
  return 'outage' in news ? outageEvent(news.outage) : undefined;
}

function inquiryEvent(inquiry: StoredInquiry) {
  const { id, receivedAt } = inquiry;
  const fields = Object.fromEntries(inquiryFields.map((field) => [field, inquiry[field]]));
  return {
    type: 'inquiry.received',
    timestamp: receivedAt,
    data: { id, receivedAt, ...fields },
  };
}

function outageEvent({ destination, beganAt: since, endedAt, givenUp, lastError }: Outage) {
  if (endedAt === null) {
    const data = { destination, since, givenUp, error: lastError };
    return { type: 'delivery.failed', timestamp: since, data };
  }
  const data = { destination, since, until: endedAt, givenUp };
  return { type: 'delivery.recovered', timestamp: endedAt, data };
}

async function send(url: URL, settings: RequestOptions, body = '') {
  // TLS comes with it, and takes 1.5 MB: only a server that sends to https needs it.
  const { request } = await (url.protocol === 'https:'
    ? import('node:https')
    : import('node:http'));
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(url, settings, resolve).on('error', reject).end(body);
  });
}

function judge(response: IncomingMessage, now: number) {
  const { statusCode = 0, headers } = response;
  // Nothing of the answer is read. What ends now is no failure of the delivery.
  response.on('error', () => undefined).destroy();
  if (statusCode >= 200 && statusCode < 300) return;
  throw new DeliveryError(`HTTP ${statusCode}`, {
    isFinal: statusCode === 410,
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
  });
}

/** How long the header Retry-After asks to wait: seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = /^[A-Z][a-z]+,? /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(at - now, 0);
}
