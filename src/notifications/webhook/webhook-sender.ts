import type { IncomingMessage, RequestOptions } from 'node:http';
import { type ConfigureDestination, DeliveryError, type Sender, toDeliveryError } from '../sender.ts';

const timeoutMs = 15_000;

export interface WebhookOptions {
  /** May lead to a private network: only the operator sets it. */
  url: URL;
  /** Each secret adds a signature, which allows rotation. */
  secrets: string[];
  clock: () => number;
  timeoutMs?: number;
}

export const configureWebhook: ConfigureDestination = ({ webhook }) =>
  webhook && {
    name: 'webhook',
    reaches: 'programs',
    createSender: ({ clock }) => createWebhookSender({ ...webhook, clock }),
    checkName: 'webhook',
    host: webhook.url.host,
    checkConnection: (timeoutMs) => checkWebhookHost(webhook.url, timeoutMs),
    testMessage: { name: 'test event', accepted: 'accepted by the webhook' },
    getAdvice: () =>
      'Check WEBHOOK_URL, its certificate, and that its receiver has WEBHOOK_SECRET and the time.',
  };

/** Posts events according to Standard Webhooks, with the same `webhook-id` at each attempt. */
export async function createWebhookSender(options: WebhookOptions): Promise<Sender> {
  const { Webhook } = await import('standardwebhooks');
  const { url, secrets, clock } = options;
  const signers = secrets.map((secret) => new Webhook(secret));

  return async ({ id, message, data }, stopSignal) => {
    const event = message.webhook?.(data);
    if (!event) throw new DeliveryError('Webhooks do not support this kind', { isFinal: true });
    const body = JSON.stringify(event);
    const sentAt = new Date(clock());
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // Receivers deduplicate by it, redeliveries included.
      'webhook-id': id,
      'webhook-timestamp': Math.floor(sentAt.getTime() / 1000),
      'webhook-signature': signers.map((signer) => signer.sign(id, sentAt, body)).join(' '),
    };
    const timeout = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
    const signal = AbortSignal.any([stopSignal, timeout]);
    try {
      // No keep-alive: the receiver may close an idle connection just as it is reused.
      const requestOptions = { method: 'POST', headers, signal, agent: false };
      assertAccepted(await sendRequest(url, requestOptions, body));
    } catch (error) {
      throw timeout.aborted ? new DeliveryError('ETIMEDOUT') : toDeliveryError(error);
    }
    return [];
  };
}

/** Requests the root page of the webhook's host; any response will do. Throws `DeliveryError`. */
async function checkWebhookHost(url: URL, timeoutMs: number) {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const requestOptions = { method: 'HEAD', signal, agent: false };
    const response = await sendRequest(new URL(url.origin), requestOptions);
    response.on('error', () => undefined).destroy();
    return isPublicHttp(url)
      ? { detail: 'responds without TLS', advice: 'Set WEBHOOK_URL to its https address.' }
      : { detail: 'responds' };
  } catch (error) {
    throw signal.aborted ? new DeliveryError('ETIMEDOUT') : toDeliveryError(error);
  }
}

/** Tells if inquiries cross the internet unencrypted: a private network has short or special names. */
const isPublicHttp = ({ protocol, hostname }: URL) =>
  protocol === 'http:' &&
  /\.(?!(internal|local|localhost|lan|arpa)$)[a-z][a-z\d-]*$/.test(hostname);

async function sendRequest(url: URL, options: RequestOptions, body = '') {
  // Loads TLS, which takes 1.5 MB, only for https.
  const { request } = await (url.protocol === 'https:'
    ? import('node:https')
    : import('node:http'));
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end(body);
  });
}

function assertAccepted(response: IncomingMessage) {
  const { statusCode = 0 } = response;
  // Ignores the body, and errors that closing causes.
  response.on('error', () => undefined).destroy();
  if (statusCode >= 200 && statusCode < 300) return;
  throw new DeliveryError(`HTTP ${statusCode}`);
}
