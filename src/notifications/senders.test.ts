import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryFolder } from '../../tests/fixtures/temporary-store.ts';
import { sampleFirm } from '../../tests/fixtures/sample-firm.ts';
import type { StoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import { createDevelopmentSenders, createSenders } from './senders.ts';

const options = {
  clock: () => Date.parse('2026-11-21T12:00:00.000Z'),
  timeZone: 'UTC',
  firm: sampleFirm,
};
const team = { name: '', address: 'team@firm.example' };
const server = { host: '127.0.0.1', port: 25, isSecure: false, credentials: undefined };
const mail = { server, from: team, to: [team], escalateTo: [] };
const webhook = {
  url: new URL('https://hooks.example/'),
  secrets: [`whsec_${'A'.repeat(32)}`],
};
const inquiry: StoredInquiry = {
  id: '01a1fd11-5a89-78ff-b898-08a7c7dde223',
  receivedAt: '2026-11-21T07:45:35.369Z',
  status: 'new',
  ...sampleInquiry,
};

describe('the senders', () => {
  it('are created for the configured destinations', async () => {
    const destinations = async (settings: Parameters<typeof createSenders>[0]) =>
      Object.keys(await createSenders(settings, options));
    const off = { mail: undefined, webhook: undefined, acknowledge: false };
    expect(await destinations({ ...off, mail, webhook })).toEqual(['email', 'webhook']);
    expect(await destinations({ ...off, mail })).toEqual(['email']);
    expect(await destinations({ ...off, mail, acknowledge: true })).toEqual(['email', 'inquirer']);
    expect(await destinations(off)).toEqual([]);
  });
});

describe('the senders for development', () => {
  it('write e-mails to files that only this user can read, and print their paths', async () => {
    const dataDir = temporaryFolder();
    const printed: string[] = [];
    const settings = { mail: undefined, webhook: undefined, acknowledge: false, dataDir };
    const senders = await createDevelopmentSenders(settings, options, (line) => printed.push(line));
    const { signal } = new AbortController();
    await senders.email?.({ kind: 'received', inquiry }, signal);
    await senders.inquirer?.({ kind: 'acknowledgement', inquiry }, signal);

    const file = path.join(dataDir, 'mails', `received-${inquiry.id}.eml`);
    const acknowledgement = path.join(dataDir, 'mails', `acknowledgement-${inquiry.id}.eml`);
    expect(printed).toEqual([`E-mail written to ${file}`, `E-mail written to ${acknowledgement}`]);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const read = await PostalMime.parse(readFileSync(file));
    expect(read.subject).toBe('Inquiry (founder): Ada Lovelace, Analytical Engines');
    expect(read.html).toContain('Analytical Engines');
  });

  it('send e-mails if a server is configured', async () => {
    const printed: string[] = [];
    const settings = { mail, webhook, acknowledge: false, dataDir: '/nowhere' };
    const senders = await createDevelopmentSenders(settings, options, (line) => printed.push(line));
    expect(Object.keys(senders)).toEqual(['email', 'webhook']);
  });
});
