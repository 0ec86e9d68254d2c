import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { StoreLocation } from '../../src/config/setting-values.ts';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/open-store.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';

const maxAttempts = 3;
const retryMs = 20;

/** Receives the status of each response, or `undefined` if the request failed. */
type ResponseListener = (server: string, status: number | undefined) => void;

/**
 * Starts `count` loops that send inquiries to the servers at `getUrls()`. Like a browser, each loop
 * retries a failed inquiry on the next server with the same idempotency key. A loop waits for
 * `delayMs` between inquiries. `stop` resolves to the acknowledged messages.
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
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
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

/** Expects every acknowledged inquiry in an intact store, and each once. Resolves to all messages. */
export async function expectStored(location: StoreLocation, acknowledged: Set<string>) {
  const store = await openStore(location);
  const stored = (await listInquiries(store)).map(({ message }) => message);
  await store.close();
  if ('file' in location) {
    const database = new DatabaseSync(location.file, { readOnly: true });
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    database.close();
  }
  expect([...acknowledged].filter((message) => !stored.includes(message))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
  return stored;
}
