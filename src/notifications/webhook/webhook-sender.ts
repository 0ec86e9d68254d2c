import type { IncomingMessage, RequestOptions } from 'node:http';
import { webhook as destination } from '../../config/destinations.ts';
import { type Connect, DeliveryError, type Sender, toDeliveryError } from '../sender.ts';

export interface WebhookOptions {
  /** May lead to a private network: only the operator sets it. */
  url: URL;
  /** Each secret adds a signature, which allows rotation. */
  secrets: string[];
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  /** For the whole exchange (default: 15 s). */
  timeoutMs?: number;
}

export const connectWebhook: Connect = ({ webhook }) =>
  webhook && {
    destination: destination.name,
    createSender: ({ clock }) => createWebhookSender({ ...webhook, clock }),
    checkName: 'webhook',
    host: webhook.url.host,
    async checkConnection(timeoutMs) {
      // Any response will do.
      await sendRequest(new URL(webhook.url.origin), timeoutMs, { method: 'HEAD' });
      if (!isPublicHttp(webhook.url)) return { detail: 'responds' };
      const advice = 'Set WEBHOOK_URL to its https address.';
      return { detail: 'responds without TLS', advice };
    },
    testMessage: { name: 'test event', accepted: 'accepted by the webhook' },
    getAdvice: () =>
      'Check WEBHOOK_URL, its certificate, and that its receiver has WEBHOOK_SECRET and the time.',
  };

/** Posts events according to Standard Webhooks, with the same `webhook-id` at each attempt. */
export async function createWebhookSender(options: WebhookOptions): Promise<Sender> {
  const { Webhook } = await import('standardwebhooks');
  const { url, secrets, clock, timeoutMs = 15_000 } = options;
  const signers = secrets.map((secret) => new Webhook(secret));

  return async ({ id, message, data }, signal) => {
    const event = message.webhook?.(data);
    if (!event) throw new DeliveryError('Webhooks do not support this kind', { isFinal: true });
    const body = JSON.stringify(event);
    const sentAt = new Date(clock());
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // Receivers deduplicate by it.
      'webhook-id': id,
      'webhook-timestamp': Math.floor(sentAt.getTime() / 1000),
      'webhook-signature': signers.map((signer) => signer.sign(id, sentAt, body)).join(' '),
    };
    const status = await sendRequest(url, timeoutMs, { method: 'POST', headers, signal }, body);
    if (status < 200 || status >= 300) throw new DeliveryError(`HTTP ${status}`);
    return [];
  };
}

/** Tells if inquiries cross the internet unencrypted: a private network has short or special names. */
const isPublicHttp = ({ protocol, hostname }: URL) =>
  protocol === 'http:' &&
  /\.(?!(internal|local|localhost|lan|arpa)$)[a-z][a-z\d-]*$/.test(hostname);

/** Loads TLS, which takes 1.5 MB, only for https. */
async function loadRequest({ protocol }: URL) {
  if (protocol === 'https:') return (await import('node:https')).request;
  return (await import('node:http')).request;
}

/** Resolves to the status of the response, and ignores its body. Throws `DeliveryError`. */
async function sendRequest(url: URL, timeoutMs: number, options: RequestOptions, body = '') {
  const request = await loadRequest(url);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signals = [timeout];
  if (options.signal) signals.push(options.signal);
  const signal = AbortSignal.any(signals);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      // No keep-alive: the receiver may close an idle connection just as it is reused.
      const requestOptions = { ...options, signal, agent: false };
      request(url, requestOptions, resolve).on('error', reject).end(body);
    });
    // Closing causes errors.
    response.on('error', () => undefined);
    response.destroy();
    return response.statusCode ?? 0;
  } catch (error) {
    throw timeout.aborted ? new DeliveryError('ETIMEDOUT') : toDeliveryError(error);
  }
}
