import { webhook as destination } from '../../config/destinations.ts';
import type { EpochMs } from '../../text/format-time.ts';
import { type CreateChannel, findRemedy, type Remedies } from '../connection-check.ts';
import { sendRequest } from '../send-request.ts';
import { accepted, DeliveryError, type Sender } from '../sender.ts';

export interface WebhookOptions {
  /** Address of the webhook. May be in a private network, because only the operator sets it. */
  url: URL;
  /** Secrets, each of which adds a signature: this allows rotation. */
  secrets: string[];
  clock: () => EpochMs;
  /** Timeout of the whole request (default: 15 s). */
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

/** Remedies for errors of receivers. */
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

/**
 * Creates a sender that posts events according to Standard Webhooks, with the same `webhook-id` at
 * each attempt.
 */
export async function createWebhookSender(options: WebhookOptions): Promise<Sender> {
  const { Webhook } = await import('standardwebhooks');
  const { url, secrets, clock, timeoutMs = 15_000 } = options;
  const signers = secrets.map((secret) => new Webhook(secret));

  return async ({ id, texts }, signal) => {
    const event = texts.webhook?.();
    if (!event) return { kind: 'no-text' };
    const body = JSON.stringify(event);
    const timestamp = new Date(clock());
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // Receivers deduplicate events by this id.
      'webhook-id': id,
      'webhook-timestamp': Math.floor(timestamp.getTime() / 1000),
      'webhook-signature': signers.map((signer) => signer.sign(id, timestamp, body)).join(' '),
    };
    const request = { method: 'POST', headers, signal };
    const { status, responseBody } = await sendRequest(url, timeoutMs, request, body);
    if (status < 200 || status >= 300) throw new DeliveryError(`HTTP ${status}`, { responseBody });
    return accepted;
  };
}

/**
 * Tells if inquiries would cross the internet unencrypted. Hosts in private networks have short or
 * special names.
 */
const isPublicHttp = ({ protocol, hostname }: URL) =>
  protocol === 'http:' &&
  /\.(?!(internal|local|localhost|lan|arpa)$)[a-z][a-z\d-]*$/.test(hostname);
