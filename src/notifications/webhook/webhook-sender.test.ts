import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createNotification,
  createReceivedNotifier,
} from '../../../tests/fixtures/notification-fixture.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import {
  resolveNamesToLoopback,
  startWebhookReceiver,
} from '../../../tests/fixtures/webhook-receiver.ts';
import { DeliveryError } from '../sender.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { createWebhookSender, type WebhookOptions } from './webhook-sender.ts';

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;
const secret = secretOf('a');
const inquiry: StoredInquiry = {
  id: '01a1fd11-5a89-78ff-b898-08a7c7dde223',
  receivedAt: '2026-11-21T07:45:35.369Z',
  status: 'new',
  ...sampleInquiry,
  message: 'Two lines\nand 😀 «مرحبا»',
};
const never = new AbortController().signal;

const createSender = (options: WebhookOptions) =>
  createReceivedNotifier(createWebhookSender(options));

async function setUp(
  respond?: (response: ServerResponse) => void,
  changes: Partial<WebhookOptions> = {},
) {
  const receiver = await startWebhookReceiver(respond);
  const options = { url: receiver.url, secrets: [secret], clock: Date.now, ...changes };
  return { ...receiver, send: createSender(options) };
}

async function failureOf(attempt: Promise<unknown>) {
  const error = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(DeliveryError);
  const { message, isFinal } = error as DeliveryError;
  return { message, isFinal };
}

describe('a webhook', () => {
  it('posts every field, with a signature of each secret', async () => {
    const secrets = [secretOf('new'), secret];
    const { send, messages } = await setUp(undefined, { secrets });
    await send(inquiry, never);
    const [message] = messages;
    const { status, ...data } = inquiry;
    expect(status).toBe('new');
    expect(message?.url).toBe('/hook');
    expect(message?.headers['content-type']).toBe('application/json');
    const headers = message?.headers as Record<string, string>;
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(message?.body ?? '', headers)).toEqual({
        type: 'inquiry.received',
        timestamp: '2026-11-21T07:45:35.369Z',
        data,
      });
    }
    expect(() => new Webhook(secretOf('b')).verify(message?.body ?? '', headers)).toThrow();
  });

  it('is verified by the example of the reference', async () => {
    const { send, messages } = await setUp();
    await send(inquiry, never);
    const reference = readFileSync('docs/reference.md', 'utf8');
    const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(reference) ?? [];
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(example)}`);
    const { headers, body } = messages[0] ?? { headers: {}, body: '' };
    expect(isGenuine(headers, body, secret)).toBe(true);
    expect(isGenuine(headers, `${body} `, secret)).toBe(false);
    expect(isGenuine({ ...headers, 'webhook-timestamp': '1' }, body, secret)).toBe(false);
  });

  it('has the same id and a new timestamp at each attempt and redelivery', async () => {
    let now = Date.parse('2026-11-21T12:00:00.600Z');
    const { messages, url } = await startWebhookReceiver();
    const send = await createWebhookSender({ url, secrets: [secret], clock: () => now });
    await send(createNotification('received', { inquiry }), never);
    now += 60_000;
    await send({ ...createNotification('received', { inquiry }), redeliveries: 1 }, never);
    const sent = messages.map(({ headers }) => [
      headers['webhook-id'],
      Number(headers['webhook-timestamp']) * 1000,
    ]);
    expect(sent).toEqual([
      ['received-1', Date.parse('2026-11-21T12:00:00Z')],
      ['received-1', Date.parse('2026-11-21T12:01:00Z')],
    ]);
  });

  it.each<[string, string, (response: ServerResponse) => void]>([
    ['with another status than 2xx', 'HTTP 500', (response) => response.writeHead(500).end('no')],
    [
      'with a redirect, which is not followed',
      'HTTP 307',
      (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
    ],
    ['after the timeout', 'ETIMEDOUT', () => undefined],
    ['if the connection is closed', 'ECONNRESET', (response) => response.destroy()],
  ])('fails %s: %s', async (_, message, respond) => {
    const { send, messages } = await setUp(respond, { timeoutMs: 500 });
    expect(await failureOf(send(inquiry, never))).toEqual({ message, isFinal: false });
    expect(messages).toHaveLength(1);
  });

  it('closes the connection of an endless response without reading it', async () => {
    let endless: ServerResponse | undefined;
    const { send } = await setUp((response) => {
      endless = response;
      response.writeHead(200).write('…');
    });
    expect(await send(inquiry, never)).toEqual([]);
    await expect.poll(() => endless?.closed).toBe(true);
  });

  it('rejects notifications that are sent by e-mail only', async () => {
    const { messages, url } = await startWebhookReceiver();
    const send = await createWebhookSender({ url, secrets: [secret], clock: Date.now });
    const attempt = send(createNotification('acknowledgement', { inquiry }), never);
    expect(await failureOf(attempt)).toMatchObject({ isFinal: true });
    expect(messages).toEqual([]);
  });

  it('fails at once when aborted', async () => {
    const stop = new AbortController();
    const { send } = await setUp(() => stop.abort());
    expect((await failureOf(send(inquiry, stop.signal))).message).toBe('ABORT_ERR');
  });

  it('connects to a name in a private network, and verifies its certificate', async () => {
    resolveNamesToLoopback();
    const read = (name: string) =>
      readFileSync(path.join(import.meta.dirname, '../../../tests/fixtures/certificates', name));
    const cert = read('hooks.internal.pem');
    let received = 0;
    const receiver = createServer({ cert, key: read('hooks.internal.key.pem') }, (_, response) => {
      received += 1;
      response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void receiver.close());
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    const sendTo = (name: string) => {
      const url = new URL(`https://${name}:${port}/`);
      return createSender({ url, secrets: [secret], clock: Date.now })(inquiry, never);
    };
    expect((await failureOf(sendTo('hooks.internal'))).message).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');

    const authorities = getCACertificates();
    setDefaultCACertificates([...authorities, cert.toString()]);
    onTestFinished(() => setDefaultCACertificates(authorities));
    await sendTo('hooks.internal');
    expect(received).toBe(1);
    expect((await failureOf(sendTo('other.internal'))).message).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
    expect(received).toBe(1);
  });
});
