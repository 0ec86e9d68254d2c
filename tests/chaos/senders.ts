import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { StoreLocation } from '../../src/config/setting-values.ts';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/open-store.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';

const maxAttempts = 3;
const retryMs = 20;

interface Options {
  count: number;
  urls: () => (string | undefined)[];
  /** Receives the status of each response, or `undefined` if the request failed. */
  onResponse?: (status: number | undefined) => void;
  /** Pause between inquiries. */
  delayMs?: number;
}

/**
 * Starts loops that send inquiries. Like a browser, each retries a failed inquiry on the next server
 * with the same idempotency key. `stop` resolves to the acknowledged messages.
 */
export function startSenders({ count, urls, onResponse, delayMs = 0 }: Options) {
  const acknowledged = new Set<string>();
  let sent = 0;
  let isStopping = false;

  const sending = Array.from({ length: count }, async () => {
    while (!isStopping) {
      const number = (sent += 1);
      const message = `Inquiry number ${number}`;
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const running = urls().filter((url) => url !== undefined);
        const url = running[(number + attempt) % (running.length || 1)];
        if (url && (await send(url, message, String(number))) === 201) {
          acknowledged.add(message);
          break;
        }
        await sleep(retryMs);
      }
      await sleep(delayMs);
    }
  });

  async function send(url: string, message: string, key: string) {
    const response = await postInquiry(url, { message }, { 'idempotency-key': key }).catch(
      () => undefined,
    );
    await response?.body?.cancel();
    onResponse?.(response?.status);
    return response?.status;
  }

  return {
    stop: async () => {
      isStopping = true;
      await Promise.all(sending);
      return acknowledged;
    },
  };
}

/** Expects every acknowledged inquiry in the store, and each once. Resolves to all messages. */
export async function expectStored(location: StoreLocation, acknowledged: Set<string>) {
  const store = await openStore(location);
  const stored = (await listInquiries(store)).map(({ message }) => message);
  await store.close();
  expect(acknowledged.size).toBeGreaterThan(0);
  expect([...acknowledged].filter((message) => !stored.includes(message))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
  return stored;
}
