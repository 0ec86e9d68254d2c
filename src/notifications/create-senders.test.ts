import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { toEmail, toWebhook } from '../../tests/fixtures/command-line.ts';
import { mailed } from '../../tests/fixtures/composed-mails.ts';
import {
  createNotification,
  never,
  sampleMailOptions,
} from '../../tests/fixtures/notification-fixture.ts';
import { storedInquiry as inquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { modeOf, temporaryFolder } from '../../tests/fixtures/temporary-store.ts';
import { getDestinations } from '../config/destinations.ts';
import { readSettings } from '../config/settings.ts';
import { createDevelopmentSenders, createSenders } from './create-senders.ts';
import { deleted } from './messages/deleted.ts';

const { clock, firm } = sampleMailOptions;
const options = { clock, firm };
function read(env: Record<string, string>) {
  const result = readSettings(env);
  if (!result.ok) throw new Error(result.problems.join());
  return result.settings;
}

it.each([
  [['email', 'webhook'], { ...toEmail, ...toWebhook }],
  [['email'], toEmail],
  [['email', 'inquirer'], { ...toEmail, ACKNOWLEDGE: 'on' }],
  [[], {}],
])('senders are created for the configured destinations: %j', async (names, env) => {
  const settings = read(env);
  expect(Object.keys(await createSenders(settings, options))).toEqual(names);
  expect(getDestinations(settings).map(({ name }) => name)).toEqual(names);
});

it('senders for development write e-mails to files that only this user can read', async () => {
  const folder = temporaryFolder();
  const settings = read({});
  const senders = await createDevelopmentSenders(settings, options, folder);
  const destinations = getDestinations(settings, { isDevelopment: true });
  expect(destinations.map(({ name }) => name)).toEqual(Object.keys(senders));
  await senders['email']?.(createNotification('received', mailed), never);
  await senders['inquirer']?.(createNotification('acknowledgement', mailed), never);
  expect(readdirSync(folder)).toEqual([
    `acknowledgement-${inquiry.id}.json`,
    `received-${inquiry.id}.json`,
  ]);
  const file = path.join(folder, `received-${inquiry.id}.json`);
  expect(modeOf(file)).toBe('600');
  const { subject, html } = JSON.parse(readFileSync(file, 'utf8'));
  expect(subject).toMatch(/^Inquiry: Ada Lovelace, Analytical Engines \(/);
  expect(html).toContain('Analytical Engines');
});

it('senders for development write no e-mail of a message that has no text for e-mails', async () => {
  const folder = temporaryFolder();
  const senders = await createDevelopmentSenders(read({}), options, folder);
  const deletion = { id: 'deleted-1', message: deleted, texts: {} };
  expect(await senders['email']?.(deletion, never)).toEqual({ kind: 'no-text' });
  expect(readdirSync(folder)).toEqual([]);
});

it('senders for development send e-mails if a server is configured', async () => {
  const settings = read({ ...toEmail, ...toWebhook });
  const senders = await createDevelopmentSenders(settings, options, '/nowhere');
  expect(Object.keys(senders)).toEqual(['email', 'webhook']);
});
