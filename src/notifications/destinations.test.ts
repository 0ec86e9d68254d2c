import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNotification, start } from '../../tests/fixtures/notification-fixture.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { sampleFirm } from '../../tests/fixtures/sample-firm.ts';
import { temporaryFolder } from '../../tests/fixtures/temporary-store.ts';
import { readSettings } from '../config/settings.ts';
import type { StoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import { createDevelopmentSenders, createSenders } from './destinations.ts';

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
    await senders['email']?.(createNotification('received', { inquiry }), signal);
    await senders['inquirer']?.(
      createNotification('acknowledgement', { inquiry }, 'ack-1'),
      signal,
    );
    expect(readdirSync(folder)).toEqual(['ack-1.json', 'received-1.json']);
    const file = path.join(folder, 'received-1.json');
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const { subject, html } = JSON.parse(readFileSync(file, 'utf8'));
    expect(subject).toMatch(/^Inquiry: Ada Lovelace, Analytical Engines \(/);
    expect(html).toContain('Analytical Engines');
  });

  it('send e-mails if a server is configured', async () => {
    const settings = read({ ...mail, ...webhook });
    const { senders } = await createDevelopmentSenders(settings, options, '/nowhere');
    expect(Object.keys(senders)).toEqual(['email', 'webhook']);
  });
});
