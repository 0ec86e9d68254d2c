import { setTimeout as sleep } from 'node:timers/promises';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';

const attempts = 3;
const retryMs = 20;

/** What one request came to: the status, or `undefined` where the server was gone. */
type ResponseListener = (server: string, status: number | undefined) => void;

/**
 * Sends inquiries to the servers whose addresses `urlsOf` tells, each over and over like a browser:
 * with one key, to another server where the first does not take it. `stop` resolves to the messages
 * that a server acknowledged. Each rests for `restMs` between two inquiries.
 */
export function startSenders(
  count: number,
  getUrls: () => (string | undefined)[],
  onResponse: ResponseListener = () => undefined,
  delayMs = 0,
) {
  const acknowledged = new Set<string>();
  let sent = 0;
  let isStopping = false;

  const sending = Array.from({ length: count }, async () => {
    while (!isStopping) {
      const number = (sent += 1);
      const message = `Inquiry number ${number}`;
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const urls = getUrls().filter((url) => url !== undefined);
        const url = urls[(number + attempt) % (urls.length || 1)];
        if (url && (await send(url, message, String(number))) === 201) {
          acknowledged.add(message);
          break;
        }
        await sleep(retryMs);
      }
      if (delayMs) await sleep(delayMs);
    }
  });

  async function send(url: string, message: string, key: string) {
    const status = await fetch(`${url}/api/contact-form`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...sampleInquiry, message }),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => undefined,
    );
    onResponse(url, status);
    return status;
  }

  return {
    stop: async () => {
      isStopping = true;
      await Promise.all(sending);
      return acknowledged;
    },
  };
}
