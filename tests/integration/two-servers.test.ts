import { expect, it } from 'vitest';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { settingsFor, temporaryLocation } from '../fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../fixtures/webhook-receiver.ts';

it('two servers on one store answer the same inquiry alike and send one notification', async () => {
  const { messages, url: hook } = await startWebhookReceiver();
  const settings = {
    ...settingsFor(await temporaryLocation()),
    WEBHOOK_URL: hook.href,
    WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
  };
  const servers = [startTestServer(settings), startTestServer(settings)];
  const urls = await Promise.all(servers.map(({ url }) => url));
  const numbers = Array.from({ length: 20 }, (_, number) => number);

  const responses = await Promise.all(
    numbers.map((number) => {
      const key = { 'idempotency-key': `form-${number}` };
      return Promise.all(urls.map((url) => postInquiry(url, { role: `Number ${number}` }, key)));
    }),
  );
  for (const [one, other] of responses) {
    expect([one?.status, other?.status]).toEqual([201, 201]);
    expect(await one?.json()).toEqual(await other?.json());
  }
  await expect.poll(() => messages.length).toBe(20);
  for (const server of servers) {
    server.kill('SIGINT');
    expect(await server.exited).toBe(0);
  }
  expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
  expect(messages).toHaveLength(20);
});
