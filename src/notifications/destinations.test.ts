import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestStore, runCommand } from '../../tests/fixtures/command-line.ts';
import { startMailServer } from '../../tests/fixtures/mail-server.ts';
import { start, subjectsOf } from '../../tests/fixtures/notification-fixture.ts';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { sampleFirm } from '../../tests/fixtures/sample-firm.ts';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { temporaryFolder, temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../../tests/fixtures/webhook-receiver.ts';
import { readSettings } from '../config/settings.ts';
import type { StoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import { startDeliveryWorkers } from './deliveries/delivery-workers.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import {
  createDevelopmentSenders,
  createSenders,
  getTeamDestinations,
  teamDestinations,
} from './destinations.ts';
import { notificationId } from './notification.ts';
import { startReminderScheduler } from './schedule/reminder-scheduler.ts';
import { DeliveryError, type TeamDestination } from './sender.ts';

const tenMinutes = 10 * 60 * 1000;
const options = { clock: () => start, timeZone: 'UTC', firm: sampleFirm };
const mail = {
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'website@firm.example',
  NOTIFY_TO: 'team@firm.example',
};
const webhook = {
  WEBHOOK_URL: 'https://hooks.example/',
  WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
};
const inquiry: StoredInquiry = {
  id: '01a1fd11-5a89-78ff-b898-08a7c7dde223',
  receivedAt: '2026-11-21T07:45:35.369Z',
  status: 'new',
  ...sampleInquiry,
};

function read(env: Record<string, string>) {
  const result = readSettings(env);
  if (!result.ok) throw new Error(result.problems.join());
  return result.settings;
}

describe('the senders', () => {
  it('are created for the configured destinations', async () => {
    const destinations = async (env: Record<string, string>) =>
      Object.keys(await createSenders(read(env), options));
    expect(await destinations({ ...mail, ...webhook })).toEqual(['email', 'webhook']);
    expect(await destinations(mail)).toEqual(['email']);
    expect(await destinations({ ...mail, ACKNOWLEDGE: 'on' })).toEqual(['email', 'inquirer']);
    expect(await destinations({})).toEqual([]);
  });
});

describe('the senders for development', () => {
  it('write e-mails to files that only this user can read, and print their paths', async () => {
    const dataDir = temporaryFolder();
    const printed: string[] = [];
    const senders = await createDevelopmentSenders(read({ DATA_DIR: dataDir }), options, (line) =>
      printed.push(line),
    );
    const { signal } = new AbortController();
    await senders.email?.({ kind: 'received', inquiry }, signal);
    await senders.inquirer?.({ kind: 'acknowledgement', inquiry }, signal);

    const file = path.join(dataDir, 'mails', `received-${inquiry.id}.eml`);
    const acknowledgement = path.join(dataDir, 'mails', `acknowledgement-${inquiry.id}.eml`);
    expect(printed).toEqual([`E-mail written to ${file}`, `E-mail written to ${acknowledgement}`]);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const { subject, html } = await PostalMime.parse(readFileSync(file));
    expect(subject).toBe('Inquiry (founder): Ada Lovelace, Analytical Engines');
    expect(html).toContain('Analytical Engines');
  });

  it('send e-mails if a server is configured', async () => {
    const settings = read({ ...mail, ...webhook, DATA_DIR: '/nowhere' });
    const senders = await createDevelopmentSenders(settings, options, () => undefined);
    expect(Object.keys(senders)).toEqual(['email', 'webhook']);
  });
});

describe('a third destination, which is a record in the list', () => {
  const posts: string[] = [];
  let isDown = false;
  const chat: TeamDestination = {
    name: 'chat',
    label: 'to the chat',
    setting: 'CHAT_URL',
    configure: () => ({
      createSender: async () => async (notification) => {
        if (isDown) throw new DeliveryError('HTTP 502');
        posts.push(notificationId(notification));
        return undefined;
      },
      checkName: 'chat',
      host: 'chat.example',
      checkConnection: async () => ({ detail: 'responds' }),
      testMessage: { name: 'test post', accepted: 'accepted by the chat' },
      fixes: [[/./, 'Check CHAT_URL.']],
    }),
  };

  beforeEach(() => {
    posts.length = 0;
    isDown = false;
    teamDestinations.push(chat);
    onTestFinished(() => void teamDestinations.pop());
  });

  it('gets inquiries, is told of outages, and its own outages are reported', async () => {
    const { mails, address } = await startMailServer();
    let webhookStatus = 503;
    const { url } = await startWebhookReceiver((response) =>
      response.writeHead(webhookStatus).end(),
    );
    const SMTP_URL = `smtp://127.0.0.1:${address.port}`;
    const settings = read({ ...mail, ...webhook, SMTP_URL, WEBHOOK_URL: String(url) });
    const { store } = await temporaryStore();
    const { log } = createRecordedLog();
    let now = start;
    const clock = () => now;
    const senders = await createSenders(settings, { ...options, clock });
    const destinations = Object.keys(senders);
    expect(destinations).toEqual(['email', 'webhook', 'chat']);
    const loop = { store, clock, timeZone: 'UTC', holidays: [], log };
    const workers = startDeliveryWorkers({ ...loop, retryMs: 60_000, senders });
    const scheduler = startReminderScheduler({ ...loop, destinations, onEnqueued: workers.wake });
    onTestFinished(async () => {
      await scheduler.stop();
      await workers.stop(0);
    });
    const submit = () => storeInquiry(store, {}, { at: now, destinations });
    const runUntil = async (isDone: () => boolean | Promise<boolean>) => {
      await expect
        .poll(() => {
          now += tenMinutes;
          scheduler.wake();
          workers.wake();
          return isDone();
        })
        .toBe(true);
    };

    const ids = [await submit(), await submit()];
    workers.wake();
    await expect.poll(() => posts).toEqual(ids.map((id) => `received-${id}`));
    await runUntil(() => posts.length > 2);
    expect(posts[2]).toMatch(/^outage-webhook-\d{17}$/);
    await expect.poll(() => subjectsOf(mails)).toContain('Delivery to the webhook fails');

    webhookStatus = 204;
    isDown = true;
    await submit();
    await runUntil(() => subjectsOf(mails).includes('Delivery to the chat fails'));
    isDown = false;
    await runUntil(() => subjectsOf(mails).includes('Delivery to the chat works again'));
    await runUntil(async () => {
      const delivered = await listDeliveries(store, { state: 'delivered' });
      return delivered.filter(({ kind }) => kind === 'received').length === 9;
    });
  });

  it('is checked, and tested with a message', async () => {
    const env = await createTestStore({});
    const { stdout } = await runCommand(['check', '--send'], {
      ...env,
      WEBHOOK_URL: '',
      WEBHOOK_SECRET: '',
    });
    expect(stdout).toMatch(/^ok +settings +complete; the team is notified by chat$/m);
    expect(stdout).toMatch(/^ok +chat +chat\.example responds$/m);
    expect(stdout).toMatch(/^ok +test post +accepted by the chat$/m);
    expect(posts).toEqual([expect.stringMatching(/^test-\d{17}$/)]);
    expect(getTeamDestinations(read(mail)).map(({ name }) => name)).toEqual(['email', 'chat']);
  });
});
