import { createServer, connect, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { firm } from '../../src/content/firm.ts';
import { freePort } from '../../tools/free-port.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { listMigrations, createOlderStore } from '../fixtures/older-store.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { settingsFor, temporaryFile, temporaryFolder } from '../fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../fixtures/webhook-receiver.ts';

describe('starting', () => {
  it('prints the URL of the site, the location of the store and the command to list inquiries', async () => {
    const { file } = temporaryFile();
    const server = startTestServer(settingsFor({ file }));
    const url = await server.url;
    expect((await fetch(url)).status).toBe(200);
    expect(server.output()).toContain(`http://localhost:${new URL(url).port}`);
    expect(server.output()).toContain(`Inquiries are in     ${file}\n`);
    expect(server.output()).toContain('inquiries list');
  });

  it('prints how the team is notified, or warns that nobody is', async () => {
    const withoutNotifications = startTestServer();
    await withoutNotifications.url;
    expect(withoutNotifications.output()).toContain(
      'Nobody is notified   of them: set SMTP_URL or WEBHOOK_URL',
    );

    const withWebhook = startTestServer(webhookTo('https://hooks.example.com/'));
    await withWebhook.url;
    expect(withWebhook.output()).toContain('They are sent by     webhook');
    expect(withWebhook.output()).not.toMatch(/Nobody|Also sent/);
  });

  it('prints which other e-mails are sent', async () => {
    const server = startTestServer({ ...mailTo(25), ACKNOWLEDGE: 'on' });
    await server.url;
    expect(server.output()).toContain(
      'They are sent by     email\nAlso sent by email   reminders, a morning digest, acknowledgements\n',
    );
  });

  it('prints the public and the local URL', async () => {
    const server = startTestServer({ PUBLIC_URL: 'https://www.example.com' });
    await server.url;
    expect(server.output()).toContain('https://www.example.com, served from http://localhost:');
  });

  it('lists every invalid setting and exits', async () => {
    const server = startTestServer({ PORT: 'http', LOG_LEVEL: 'loud', PUBLIC_URL: 'example.com' });
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain('PORT is "http"');
    expect(server.output()).toContain('LOG_LEVEL is "loud"');
    expect(server.output()).toContain('PUBLIC_URL is "example.com"');
  });

  it('reports a missing build and exits', async () => {
    const server = startTestServer({}, temporaryFolder());
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain('npm run build');
  });

  it('reports a port that is in use, and does not migrate the store', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const location = await createOlderStore('0008-search-by-arrival');
    const before = await listMigrations(location);
    const server = startTestServer({ ...settingsFor(location), PORT: String(port) });
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain(`Port ${port}`);
    expect(server.output()).toContain('set PORT');
    expect(await listMigrations(location)).toEqual(before);
  });
});

describe('running', () => {
  it('rejects a malformed request, with the security headers', async () => {
    const server = startTestServer();
    const response = await sendRaw(await server.url, 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response.toLowerCase()).toContain("content-security-policy: default-src 'none'");
  });
});

describe('an inquiry', () => {
  it('is sent by e-mail and webhook, and the log contains no personal data', async () => {
    const { mails, address } = await startMailServer();
    const { messages, url: hook } = await startWebhookReceiver();
    const server = startTestServer({
      ...mailTo(address.port),
      ...webhookTo(hook.href),
    });
    await sendInquiry(await server.url);
    await expect.poll(() => [mails.length, messages.length]).toEqual([1, 1]);
    expect(mails[0]?.read.text).toContain('Analytical Engines');
    server.kill('SIGINT');
    expect(await server.exited).toBe(0);
    expect(server.output()).toContain('An inquiry was delivered');
    expect(server.output()).not.toMatch(/Lovelace|analytical/i);
  });

  it('is updated by an action link in the e-mail, and the link is not logged', async () => {
    const { mails, address } = await startMailServer();
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const server = startTestServer({
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      LINK_SECRET: 's'.repeat(32),
      ...mailTo(address.port),
      LOG_LEVEL: 'trace',
    });
    await sendInquiry(await server.url);
    await expect.poll(() => mails.length).toBe(1);
    const [link = ''] = mails[0]?.read.text?.match(/^http.*\/qualify\/.*$/m) ?? [];
    expect(link).toContain(`${publicUrl}/follow-up/`);
    const page = await (await fetch(link)).text();
    expect(page).toContain('Mark as reviewed and qualified');
    expect(page).toContain('Analytical Engines');
    expect(page).not.toContain('<script');

    const headers = { origin: publicUrl };
    const body = new URLSearchParams({ note: 'Good fit.' });
    const posted = await fetch(link, { method: 'POST', headers, body });
    expect(posted.url).toBe(link);
    expect(await posted.text()).toContain('Marked as reviewed and qualified');
    await expect.poll(() => server.output()).toContain('An action link changed an inquiry');
    expect(server.output()).not.toContain(link.split('/').at(-1));
  });

  it('is acknowledged by e-mail if ACKNOWLEDGE is on', async () => {
    const { mails, address } = await startMailServer();
    const server = startTestServer({ ...mailTo(address.port), ACKNOWLEDGE: 'on' });
    await sendInquiry(await server.url);
    await expect.poll(() => mails).toHaveLength(2);
    const mail = mails.find(({ to }) => to.includes(sampleInquiry.email));
    expect(mail?.read.subject).toBe(`Your inquiry to ${firm.name}`);
    expect(mail?.read.replyTo?.[0]?.address).toBe(firm.email);
  });

  it('that could not be delivered before a shutdown is delivered after the next start', async () => {
    const { mails, address, close } = await startMailServer();
    await close();
    const settings = {
      ...settingsFor(temporaryFile()),
      ...mailTo(address.port),
      DELIVERY_RETRY_MS: '100',
    };
    const first = startTestServer(settings);
    await sendInquiry(await first.url);
    await expect.poll(() => first.output()).toContain('A delivery failed');
    first.kill('SIGINT');
    expect(await first.exited).toBe(0);

    const back = await startMailServer({}, address.port);
    const second = startTestServer(settings);
    await second.url;
    await expect.poll(() => back.mails.length, { timeout: 8000 }).toBe(1);
    expect(mails).toEqual([]);
  });
});

describe('stopping', () => {
  it('finishes active requests, then exits', async () => {
    const server = startTestServer();
    const { port } = new URL(await server.url);
    const body = 'firstName=Mara';
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'POST /contact HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n' +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n` +
        'Expect: 100-continue\r\n\r\n',
    );
    await new Promise((resolve) => socket.once('readable', resolve));
    server.kill('SIGTERM');
    await expect.poll(() => isListening(port)).toBe(false);
    socket.write(body);
    expect((await readAll(socket)).match(/^HTTP\/1\.1 \d+/gm)).toContain('HTTP/1.1 422');
    expect(await server.exited).toBe(0);
  });
});

const mailTo = (port: number) => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'website@firm.example',
  NOTIFY_TO: 'team@firm.example',
});

const webhookTo = (url: string) => ({
  WEBHOOK_URL: url,
  WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
});

async function sendInquiry(url: string) {
  expect((await postInquiry(url)).status).toBe(201);
}

async function sendRaw(url: string, request: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(request);
  return readAll(socket);
}

async function readAll(stream: NodeJS.ReadableStream) {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

const isListening = (port: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.destroy());
  });
