import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestStore, runCommand } from '../../tests/fixtures/command-line.ts';
import { startMailServer } from '../../tests/fixtures/mail-server.ts';
import { start, subjectsOf } from '../../tests/fixtures/notification-fixture.ts';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { sampleFirm } from '../../tests/fixtures/sample-firm.ts';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { temporaryFolder, temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { readSettings } from '../config/settings.ts';
import type { StoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import { attemptDelivery } from './deliveries/attempt-delivery.ts';
import { leaseDelivery } from './deliveries/leases.ts';
import {
  createDevelopmentSenders,
  createSenders,
  destinationTypes,
  getDestinations,
} from './destinations.ts';
import { reportOutages } from './outages.ts';
import { DeliveryError, type DestinationType } from './sender.ts';

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
  it.each([
    [{ ...mail, ...webhook }, ['email', 'webhook']],
    [mail, ['email']],
    [{ ...mail, ACKNOWLEDGE: 'on' }, ['email', 'inquirer']],
    [{}, []],
  ])('are created for the configured destinations', async (env, names) => {
    const { destinations, senders } = await createSenders(read(env), options);
    expect(Object.keys(senders)).toEqual(names);
    expect(destinations.map(({ name }) => name)).toEqual(names);
  });
});

describe('the senders for development', () => {
  it('write e-mails to files that only this user can read', async () => {
    const folder = temporaryFolder();
    const { senders } = await createDevelopmentSenders(read({}), options, folder);
    const { signal } = new AbortController();
    await senders['email']?.({ id: 'received-1', kind: 'received', inquiry }, signal);
    await senders['inquirer']?.({ id: 'ack-1', kind: 'acknowledgement', inquiry }, signal);
    expect(readdirSync(folder)).toEqual(['ack-1.json', 'received-1.json']);
    const file = path.join(folder, 'received-1.json');
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const { subject, html } = JSON.parse(readFileSync(file, 'utf8'));
    expect(subject).toMatch(/^Ada Lovelace, Analytical Engines \(/);
    expect(html).toContain('Analytical Engines');
  });

  it('send e-mails if a server is configured', async () => {
    const settings = read({ ...mail, ...webhook });
    const { senders } = await createDevelopmentSenders(settings, options, '/nowhere');
    expect(Object.keys(senders)).toEqual(['email', 'webhook']);
  });
});

describe('a third destination, which is a record in the list', () => {
  const posts: string[] = [];
  let isDown = false;
  const chat: DestinationType = {
    name: 'chat',
    reaches: 'team',
    setting: 'CHAT_URL',
    configure: () => ({
      createSender: async () => async (notification) => {
        if (isDown) throw new DeliveryError('HTTP 502');
        posts.push(notification.id);
        return [];
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
    destinationTypes.push(chat);
    onTestFinished(() => void destinationTypes.pop());
  });

  it('gets inquiries and is told of outages, and its own outages are reported', async () => {
    const { mails, address } = await startMailServer();
    const SMTP_URL = `smtp://127.0.0.1:${address.port}`;
    const { store } = await temporaryStore();
    const { log } = createRecordedLog();
    let now = start;
    const clock = () => now;
    const settings = read({ ...mail, ...webhook, SMTP_URL });
    const { destinations, senders } = await createSenders(settings, { ...options, clock });
    let isWebhookDown = true;
    senders['webhook'] = async () => {
      if (isWebhookDown) throw new DeliveryError('HTTP 503');
      return [];
    };
    const calendar = { timeZone: 'UTC', holidays: [] };
    const dependencies = { store, clock, ...calendar, random: () => 0, retryMs: 30_000, log };
    const { signal } = new AbortController();
    /** Runs scheduler and workers once in each ten minutes of an hour and a half. */
    const run = async () => {
      for (let step = 0; step < 9; step += 1) {
        await reportOutages(store, destinations, now);
        for (const [destination, send] of Object.entries(senders)) {
          for (;;) {
            const delivery = await leaseDelivery(store, destination, now);
            if (!delivery) break;
            await attemptDelivery(dependencies, delivery, send, signal);
          }
        }
        now += 10 * 60 * 1000;
      }
    };

    const id = await storeInquiry(store, {}, { at: now, destinations });
    await run();
    expect(posts).toEqual([`received-${id}`, 'outage-webhook-0']);
    isWebhookDown = false;
    isDown = true;
    await storeInquiry(store, {}, { at: now, destinations });
    await run();
    expect(subjectsOf(mails)).toContain('Delivery to the chat fails');
  });

  it('is checked, and tested with a message', async () => {
    const env = { ...(await createTestStore({})), WEBHOOK_URL: '', WEBHOOK_SECRET: '' };
    const { stdout } = await runCommand(['check', '--send'], env);
    expect(stdout).toMatch(/^ok +settings +complete; the team is notified by chat$/m);
    expect(stdout).toMatch(/^ok +chat +chat\.example responds$/m);
    expect(stdout).toMatch(/^ok +test post +accepted by the chat$/m);
    expect(posts).toEqual([expect.stringMatching(/^test-\d{17}$/)]);
    expect(getDestinations(read(mail)).map(({ name }) => name)).toEqual(['email', 'chat']);
  });
});
