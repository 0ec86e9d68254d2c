import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../tests/fixtures/listen.ts';
import {
  createNotification,
  createReceivedNotifier,
  failureOf,
  never,
} from '../../../tests/fixtures/notification-fixture.ts';
import { storedInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import {
  resolveNamesToLoopback,
  startWebhookReceiver,
} from '../../../tests/fixtures/webhook-receiver.ts';
import { accepted } from '../sender.ts';
import { createWebhookSender, type WebhookOptions } from './webhook-sender.ts';

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;
const secret = secretOf('a');
const inquiry = { ...storedInquiry, message: 'Two lines\nand 😀 «مرحبا»' };

const createSender = (url: URL, changes: Partial<WebhookOptions> = {}) =>
  createWebhookSender({ url, secrets: [secret], clock: Date.now, ...changes });

async function setUp(
  respond?: (response: ServerResponse) => void,
  changes: Partial<WebhookOptions> = {},
) {
  const receiver = await startWebhookReceiver(respond);
  const notify = createReceivedNotifier(createSender(receiver.url, changes));
  return { ...receiver, send: (signal = never) => notify(inquiry, signal) };
}

it('posts every field, with a signature of each secret, as the example of the reference verifies', async () => {
  const secrets = [secretOf('new'), secret];
  const { send, messages } = await setUp(undefined, { secrets });
  await send();
  const { url, headers, body } = messages[0] ?? { headers: {}, body: '' };
  expect(url).toBe('/hook');
  expect(headers['content-type']).toBe('application/json');
  const { status, ...data } = inquiry;
  expect(status).toBe('new');
  const event = { type: 'inquiry.received', timestamp: inquiry.receivedAt, data };
  const verify = (one: string) => new Webhook(one).verify(body, headers as Record<string, string>);
  for (const one of secrets) expect(verify(one)).toEqual(event);
  expect(() => verify(secretOf('b'))).toThrow();

  const reference = readFileSync('docs/reference.md', 'utf8');
  const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(reference) ?? [];
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(example)}`);
  expect(isGenuine(headers, body, secret)).toBe(true);
  expect(isGenuine(headers, `${body} `, secret)).toBe(false);
  expect(isGenuine({ ...headers, 'webhook-timestamp': '1' }, body, secret)).toBe(false);
});

it('has the same id and a new timestamp at each attempt', async () => {
  const times = [1_800_000_000_600, 1_800_000_060_600];
  const { messages, url } = await startWebhookReceiver();
  const send = await createSender(url, { clock: () => times.shift() ?? 0 });
  const notification = createNotification('received', { inquiry, isUnreachable: false });
  for (let attempt = 0; attempt < 2; attempt += 1) await send(notification, never);
  expect(messages.map(({ headers }) => headers)).toMatchObject([
    { 'webhook-id': `received-${inquiry.id}`, 'webhook-timestamp': '1800000000' },
    { 'webhook-id': `received-${inquiry.id}`, 'webhook-timestamp': '1800000060' },
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
  expect(await failureOf(send())).toBe(message);
  expect(messages).toHaveLength(1);
});

it('keeps the answer of a refusal out of the message that is stored and logged', async () => {
  const { send } = await setUp((response) => response.writeHead(400).end('No ada@firm.example'));
  const failure = await send().catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: 'HTTP 400', responseBody: 'No ada@firm.example' });
});

it('reads at most the beginning of an endless refusal', async () => {
  let endless: ServerResponse | undefined;
  const { send } = await setUp((response) => {
    endless = response;
    response.writeHead(500);
    response.write('x'.repeat(300));
  });
  expect(await failureOf(send())).toBe('HTTP 500');
  await expect.poll(() => endless?.closed).toBe(true);
});

it('closes the connection of an endless response without reading it', async () => {
  let endless: ServerResponse | undefined;
  const { send } = await setUp((response) => {
    endless = response;
    response.writeHead(200).write('…');
  });
  expect(await send()).toEqual(accepted);
  await expect.poll(() => endless?.closed).toBe(true);
});

it('sends nothing of a message that has no text for it', async () => {
  const { messages, url } = await startWebhookReceiver();
  const send = await createSender(url);
  const acknowledgement = createNotification('acknowledgement', { inquiry, isUnreachable: false });
  expect(await send(acknowledgement, never)).toEqual({ kind: 'no-text' });
  expect(messages).toEqual([]);
});

it('fails at once when aborted', async () => {
  const stop = new AbortController();
  const { send } = await setUp(() => stop.abort());
  expect(await failureOf(send(stop.signal))).toBe('ABORT_ERR');
});

it('connects to a name in a private network, and verifies its certificate', async () => {
  resolveNamesToLoopback();
  const read = (name: string) => readFileSync(`tests/fixtures/certificates/${name}`);
  const tls = { cert: read('hooks.internal.pem'), key: read('hooks.internal.key.pem') };
  const { port } = await listen(createServer(tls, (_, response) => response.writeHead(204).end()));
  const sendTo = (host: string) =>
    createReceivedNotifier(createSender(new URL(`https://${host}:${port}/`)))();
  expect(await failureOf(sendTo('hooks.internal'))).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  const authorities = getCACertificates();
  setDefaultCACertificates([...authorities, String(tls.cert)]);
  onTestFinished(() => setDefaultCACertificates(authorities));
  expect(await sendTo('hooks.internal')).toEqual(accepted);
  expect(await failureOf(sendTo('other.internal'))).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
});
