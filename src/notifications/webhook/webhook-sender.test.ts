import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createReceivedNotifier } from '../../../tests/fixtures/notification-fixture.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { startWebhookReceiver } from '../../../tests/fixtures/webhook-receiver.ts';
import { DeliveryError } from '../../outbox/delivery-error.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { createWebhookSender, retryAfterMs, type WebhookOptions } from './webhook-sender.ts';

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
  answer?: (response: ServerResponse) => void,
  changes: Partial<WebhookOptions> = {},
) {
  const receiver = await startWebhookReceiver(answer);
  const options = { url: receiver.url, secrets: [secret], clock: Date.now, ...changes };
  return { ...receiver, send: createSender(options) };
}

async function failureOf(attempt: Promise<unknown>) {
  const error = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(DeliveryError);
  const { message, retryAfterMs, isFinal } = error as DeliveryError;
  return { message, retryAfterMs, isFinal };
}

describe('a webhook', () => {
  it('posts every field, signed so that the library accepts it', async () => {
    const { send, messages } = await setUp();
    await send(inquiry, never);
    const [message] = messages;
    const { status, ...data } = inquiry;
    expect(status).toBe('new');
    expect(message?.url).toBe('/hook');
    expect(message?.headers['content-type']).toBe('application/json');
    const headers = message?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(message?.body ?? '', headers)).toEqual({
      type: 'inquiry.received',
      timestamp: '2026-11-21T07:45:35.369Z',
      data,
    });
    expect(() => new Webhook(secretOf('b')).verify(message?.body ?? '', headers)).toThrow();
  });

  it('keeps its id and tells the time of each attempt', async () => {
    const start = Date.now();
    let now = start;
    const { send, messages } = await setUp(undefined, { clock: () => now });
    await send(inquiry, never);
    now += 60_000;
    await send(inquiry, never);
    const ids = messages.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([`received-${inquiry.id}`, `received-${inquiry.id}`]);
    const times = messages.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(times).toEqual([Math.floor(start / 1000), Math.floor(start / 1000) + 60]);
  });

  it('keeps its id when it is redelivered', async () => {
    const { messages, url } = await startWebhookReceiver();
    const send = await createWebhookSender({ url, secrets: [secret], clock: Date.now });
    await send({ kind: 'received', inquiry, redeliveries: 1 }, never);
    expect(messages[0]?.headers['webhook-id']).toBe(`received-${inquiry.id}`);
  });

  it('is signed with every secret', async () => {
    const secrets = [secretOf('new'), secret];
    const { send, messages } = await setUp(undefined, { secrets });
    await send(inquiry, never);
    const { body = '', headers = {} } = messages[0] ?? {};
    for (const known of secrets) {
      expect(new Webhook(known).verify(body, headers as Record<string, string>)).toBeTruthy();
    }
  });

  it('fails by any answer but 2xx, a redirect included, and follows none', async () => {
    const busy = await setUp((response) => response.writeHead(500).end('no'));
    expect(await failureOf(busy.send(inquiry, never))).toEqual({
      message: 'HTTP 500',
      retryAfterMs: undefined,
      isFinal: false,
    });
    const moved = await setUp((response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(),
    );
    expect((await failureOf(moved.send(inquiry, never))).message).toBe('HTTP 307');
    expect(moved.messages).toHaveLength(1);
  });

  it.each(['90', 'Sat, 21 Nov 2026 12:01:30 GMT'])(
    'says how long it is asked to wait (%s)',
    async (time) => {
      const { send } = await setUp(
        (response) => response.writeHead(429, { 'retry-after': time }).end(),
        { clock: () => Date.parse('2026-11-21T12:00:00.000Z') },
      );
      expect(await failureOf(send(inquiry, never))).toEqual({
        message: 'HTTP 429',
        retryAfterMs: 90_000,
        isFinal: false,
      });
    },
  );

  it('is not wanted any more after 410', async () => {
    const { send } = await setUp((response) => response.writeHead(410).end());
    expect(await failureOf(send(inquiry, never))).toMatchObject({ isFinal: true });
  });

  it('waits only so long for an answer', async () => {
    const { send } = await setUp(() => undefined, { timeoutMs: 50 });
    expect((await failureOf(send(inquiry, never))).message).toBe('ETIMEDOUT');
  });

  it('closes the connection of an endless answer without reading it', async () => {
    let answer: ServerResponse | undefined;
    const { send } = await setUp(
      (response) => {
        answer = response;
        response.writeHead(200).write('…');
      },
      { timeoutMs: 60_000 },
    );
    expect(await send(inquiry, never)).toBeUndefined();
    await expect.poll(() => answer?.closed).toBe(true);
  });

  it('takes nothing that only people read', async () => {
    const { messages, url } = await startWebhookReceiver();
    const send = await createWebhookSender({ url, secrets: [secret], clock: Date.now });
    const attempt = send({ kind: 'acknowledgement', inquiry }, never);
    expect(await failureOf(attempt)).toMatchObject({ isFinal: true });
    expect(messages).toEqual([]);
  });

  it('posts when e-mail fails, and when it works again', async () => {
    const { messages, url } = await startWebhookReceiver();
    const send = await createWebhookSender({ url, secrets: [secret], clock: Date.now });
    const outage = {
      destination: 'email' as const,
      beganAt: '2026-11-21T12:00:00.000Z',
      endedAt: null,
      givenUp: 3,
      lastError: 'SMTP 550 (EENVELOPE)',
    };
    const ended = { ...outage, endedAt: '2026-11-21T13:30:00.000Z' };
    await send({ kind: 'email-failed', outage }, never);
    await send({ kind: 'email-recovered', outage: ended }, never);
    const events = messages.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body)]);
    const since = '2026-11-21T12:00:00.000Z';
    expect(events).toEqual([
      [
        'email-failed-20261121120000000',
        {
          type: 'delivery.failed',
          timestamp: since,
          data: { destination: 'email', since, givenUp: 3, error: 'SMTP 550 (EENVELOPE)' },
        },
      ],
      [
        'email-recovered-20261121120000000',
        {
          type: 'delivery.recovered',
          timestamp: '2026-11-21T13:30:00.000Z',
          data: { destination: 'email', since, until: '2026-11-21T13:30:00.000Z', givenUp: 3 },
        },
      ],
    ]);
  });

  it('fails where the connection is cut or refused', async () => {
    const { send } = await setUp((response) => response.destroy());
    expect((await failureOf(send(inquiry, never))).message).toBe('ECONNRESET');
    const nobody = createSender({
      url: new URL('http://127.0.0.1:1/'),
      secrets: [secret],
      clock: Date.now,
    });
    expect((await failureOf(nobody(inquiry, never))).message).toBe('ECONNREFUSED');
  });

  it('ends at once when it is stopped', async () => {
    const stop = new AbortController();
    const { send } = await setUp(() => stop.abort());
    expect((await failureOf(send(inquiry, stop.signal))).message).toBe('ABORT_ERR');
  });

  it('reaches no private address through a name', async () => {
    const receiver = await startWebhookReceiver();
    const send = createSender({
      url: new URL(`http://hooks.example:${receiver.port}/`),
      secrets: [secret],
      clock: Date.now,
      resolve: (_, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    expect((await failureOf(send(inquiry, never))).message).toBe('The host has a private address');
    expect(receiver.messages).toEqual([]);
  });

  it('reaches this machine where its address says so', async () => {
    const receiver = await startWebhookReceiver();
    const url = new URL(`http://localhost:${receiver.port}/`);
    const resolve: WebhookOptions['resolve'] = (_, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    await createSender({ url, secrets: [secret], clock: Date.now, resolve })(inquiry, never);
    expect(receiver.messages).toHaveLength(1);
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');

  it('reads seconds', () => {
    expect(retryAfterMs('120', now)).toBe(120_000);
    expect(retryAfterMs('0', now)).toBe(0);
  });

  it('reads a date, and takes one that has passed for now', () => {
    expect(retryAfterMs('Sat, 21 Nov 2026 12:01:00 GMT', now)).toBe(60_000);
    expect(retryAfterMs('Sat, 21 Nov 2026 11:00:00 GMT', now)).toBe(0);
  });

  it('does not mind what it cannot read', () => {
    expect(retryAfterMs(undefined, now)).toBeUndefined();
    expect(retryAfterMs('', now)).toBeUndefined();
    expect(retryAfterMs('-5', now)).toBeUndefined();
    expect(retryAfterMs('1.5', now)).toBeUndefined();
    expect(retryAfterMs('soon', now)).toBeUndefined();
    expect(retryAfterMs('9'.repeat(400), now)).toBeUndefined();
  });
});
