import path from 'node:path';
import { expect, it } from 'vitest';
import { listInquiries } from '../../inquiries/list-inquiries.ts';
import { openStore } from '../../inquiries/store.ts';
import { sampleInquiry } from '../sample-inquiry.ts';
import { startServer } from '../start-server.ts';
import { temporaryFolder } from '../temporary-store.ts';

const rounds = 50;
const senders = 16;
const longestLifeMs = 400;

it('loses and doubles nothing that was acknowledged, whenever the server is killed', async () => {
  const folder = temporaryFolder();
  const acknowledged = new Set<string>();
  let sent = 0;

  for (let round = 0; round < rounds; round += 1) {
    const server = startServer({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const url = await server.url;
    const sending = Array.from({ length: senders }, () => sendUntilItEnds(url));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longestLifeMs));
    server.kill('SIGKILL');
    await Promise.all([server.exited, ...sending]);
  }

  const store = await openStore({ file: path.join(folder, 'inquiries.sqlite') });
  const messages = (await listInquiries(store)).map(({ message }) => message);
  await store.close();
  expect(acknowledged.size).toBeGreaterThan(rounds);
  expect([...acknowledged].filter((message) => !messages.includes(message))).toEqual([]);
  expect(new Set(messages).size).toBe(messages.length);

  /** One inquiry after another, until the server is gone. */
  async function sendUntilItEnds(url: string) {
    for (;;) {
      const key = String((sent += 1));
      const message = `Inquiry number ${key}`;
      try {
        const response = await fetch(`${url}/api/contact-form`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({ ...sampleInquiry, message }),
        });
        if (response.status === 201) acknowledged.add(message);
      } catch {
        return;
      }
    }
  }
});
