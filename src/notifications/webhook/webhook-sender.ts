import type { IncomingMessage, RequestOptions } from 'node:http';
import { webhook as destination } from '../../config/destinations.ts';
import type { EpochMs } from '../../text/format-time.ts';
import { type CreateChannel, findRemedy, type Remedies } from '../connection-check.ts';
import { accepted, DeliveryError, type Sender, toDeliveryError } from '../sender.ts';

export interface WebhookOptions {
  /** May lead to a private network: only the operator sets it. */
  url: URL;
  /** Each secret adds a signature, which allows rotation. */
  secrets: string[];
  clock: () => EpochMs;
  /** Timeout of the whole exchange (default: 15 s). */
  timeoutMs?: number;
}

export const createWebhookChannel: CreateChannel = ({ webhook }) =>
  webhook && {
    destination: destination.name,
    createSender: ({ clock }) => createWebhookSender({ ...webhook, clock }),
    checkName: 'webhook',
    host: webhook.url.host,
    async checkConnection(timeoutMs) {
      // Any response shows that the host can be reached.
      await sendRequest(new URL(webhook.url.origin), timeoutMs, { method: 'HEAD' });
      if (!isPublicHttp(webhook.url)) return { detail: 'responds' };
      const advice = 'Set WEBHOOK_URL to its https address.';
      return { detail: 'responds without TLS', advice };
    },
    testMessage: { name: 'test event', accepted: 'accepted by the webhook' },
    getAdvice: (error) =>
      findRemedy(remedies, error, 'Check WEBHOOK_URL, and that this machine may connect to it.'),
  };

/** Remedies for the errors of receivers. */
const remedies: Remedies = [
  [/CERT|SIGNATURE|TLS|SSL/, 'The certificate of WEBHOOK_URL is not valid for this machine.'],
  [/^HTTP 3/, 'Set WEBHOOK_URL to the address to which it redirects.'],
  [
    /^HTTP 40[13]/,
    'The receiver does not accept the sender: check its WEBHOOK_SECRET, its clock, and WEBHOOK_URL.',
  ],
  [/^HTTP 4(04|05|10)/, 'Correct WEBHOOK_URL: the receiver has nothing for a POST at its path.'],
  [
    /^HTTP 4/,
    'The receiver wants something else than these events: docs/reference.md has ways to chats and other programs.',
  ],
  [/^HTTP 5/, 'The receiver failed: its log says why.'],
];

/** Maximum length of the beginning of a response's body. */
const maxBodyLength = 200;

/** Posts events according to Standard Webhooks, with the same `webhook-id` at each attempt. */
export async function createWebhookSender(options: WebhookOptions): Promise<Sender> {
  const { Webhook } = await import('standardwebhooks');
  const { url, secrets, clock, timeoutMs = 15_000 } = options;
  const signers = secrets.map((secret) => new Webhook(secret));

  return async ({ id, texts }, signal) => {
    const event = texts.webhook?.();
    if (!event) return { kind: 'no-text' };
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
    const request = { method: 'POST', headers, signal };
    const { status, responseBody } = await sendRequest(url, timeoutMs, request, body);
    if (status < 200 || status >= 300) throw new DeliveryError(`HTTP ${status}`, { responseBody });
    return accepted;
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

interface WebhookResponse {
  status: number;
  /** Beginning of the body of an error; empty for another status. */
  responseBody: string;
}

/** Sends a request, and reads at most the beginning of the response's body. Throws `DeliveryError`. */
async function sendRequest(
  url: URL,
  timeoutMs: number,
  options: RequestOptions,
  body = '',
): Promise<WebhookResponse> {
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
    const status = response.statusCode ?? 0;
    const responseBody = status >= 400 ? await readBeginning(response) : '';
    // A response that is destroyed emits an error.
    response.on('error', () => undefined);
    response.destroy();
    return { status, responseBody };
  } catch (error) {
    throw timeout.aborted ? new DeliveryError('ETIMEDOUT') : toDeliveryError(error);
  }
}

/** Reads the beginning of a body; what has arrived, if the connection fails. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length >= maxBodyLength) break;
    }
  } catch {
    // The status says enough.
  }
  return text.slice(0, maxBodyLength).trim();
}
