import { describe, expect, it } from 'vitest';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { newYork } from '../../../tests/fixtures/notification-fixture.ts';
import { sampleFirm } from '../../../tests/fixtures/sample-firm.ts';
import type { Notification } from '../notification.ts';
import { createMailSender } from './mail-sender.ts';

const { signal } = new AbortController();
const team = { name: '', address: 'team@firm.example' };
const outage = {
  destination: 'webhook' as const,
  since: '2026-11-21T12:00:00.000Z',
  endedAt: null,
  waiting: 3,
  givenUp: 1200,
  lastError: 'HTTP 500',
};
const reportedAt = '2026-11-21T13:01:02.003Z';

async function mailOf(notification: Notification) {
  const { mails, address } = await startMailServer();
  const options = { from: team, to: [team], timeZone: newYork, clock: Date.now, firm: sampleFirm };
  await (
    await createMailSender(address, options)
  )(notification, signal);
  const [mail] = mails;
  if (!mail) throw new Error('no mail');
  return mail;
}

describe('the e-mail about an outage', () => {
  it('reports what fails, since when, how many wait, why, and what to do', async () => {
    const { to, source, read } = await mailOf({ kind: 'outage-webhook', outage, reportedAt });
    expect(to).toEqual(['team@firm.example']);
    expect(read.subject).toBe('Delivery to the webhook fails');
    expect(read.messageId).toBe('<outage-webhook-20261121130102003@firm.example>');
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    for (const body of [read.text, read.html]) {
      expect(body).toContain('Fails since: Sat, Nov 21, 2026, 7:00 AM EST');
      expect(body).toContain('Last error: HTTP 500');
      expect(body).toContain('sent automatically once it works: 3');
      expect(body).toContain('not sent again automatically: 1,200');
      expect(body).toMatch(/inquiries check\s+inquiries deliveries/);
    }
  });

  it('reports the end and its time', async () => {
    const ended = { ...outage, endedAt: '2026-11-21T13:30:00.000Z' };
    const { read } = await mailOf({ kind: 'recovery-webhook', outage: ended, reportedAt });
    expect(read.subject).toBe('Delivery to the webhook works again');
    expect(read.messageId).toBe('<recovery-webhook-20261121130102003@firm.example>');
    for (const body of [read.text, read.html]) {
      expect(body).toContain('Works again since: Sat, Nov 21, 2026, 8:30 AM EST');
      expect(body).toContain('not sent again automatically: 1,200');
      expect(body).toContain('inquiries redeliver --failed');
    }
  });
});
