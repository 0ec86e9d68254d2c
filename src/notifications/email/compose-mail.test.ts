import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Notification } from '../notification.ts';
import { composeMail, type MailOptions } from './compose-mail.ts';

const inquiry: StoredInquiry = {
  id: '01a1fd11-5a89-78ff-b898-08a7c7dde223',
  receivedAt: '2026-11-21T12:00:00.000Z',
  status: 'new',
  ...sampleInquiry,
};
const due = { kind: 'review', at: '2026-11-22T12:00:00.000Z' } as const;
const oneDue = { entries: [{ inquiry, due }], more: 3 };
const links: MailOptions['links'] = (id) => [
  { action: 'decline', label: 'Declined', url: `https://firm.example/${id}` },
];
const options: MailOptions = {
  from: { name: '', address: 'website@firm.example' },
  to: [{ name: '', address: 'team@firm.example' }],
  timeZone: 'America/New_York',
  destinationLabels: { webhook: 'to the webhook' },
  clock: () => Date.parse('2026-11-23T13:00:00.000Z'),
  firm: {
    name: 'Firm & Sons',
    email: 'hello@firm.example',
    caution: 'No secrets.',
    disclaimer: 'Not an offer.',
    administrator: { name: 'Robin Hale', email: 'robin@firm.example' },
  },
};

const outage = {
  destination: 'webhook',
  since: '2026-11-21T12:00:00.000Z',
  endedAt: null,
  waiting: 3,
  givenUp: 1200,
  lastError: 'HTTP 500',
} as const;

const refused = [
  { address: 'b@firm.example', since: outage.since, lastError: 'SMTP 550 (EENVELOPE)' },
];

const toTeam: Notification[] = [
  { kind: 'received', inquiry, earlier: [{ from: 'a@b.example', entries: [inquiry], more: 1 }] },
  { kind: 'review-late', inquiry, due },
  {
    kind: 'digest',
    digest: {
      day: '2026-11-23',
      late: oneDue,
      today: oneDue,
      later: oneDue,
      nextDay: '2026-11-24',
      notDelivered: [{ destination: 'webhook', count: 2 }],
      refused,
      lateDays: 2,
      isEscalated: true,
      isFirstOfWeek: true,
      endOfHolidays: '2026',
    },
  },
  { kind: 'address-refused', refused },
  { kind: 'outage-webhook', outage, reportedAt: '2026-11-21T13:00:00.000Z' },
  {
    kind: 'recovery-webhook',
    outage: { ...outage, endedAt: '2026-11-21T14:00:00.000Z' },
    reportedAt: '2026-11-21T14:01:00.000Z',
  },
];

describe.each(toTeam)('the e-mail to the team: $kind', (notification) => {
  it.each([undefined, links])('names commands last, for administrators', (links) => {
    const { text, html } = composeMail(notification, { ...options, links });
    const [before, last] = String(text).split('\n\nFor administrators\n\n');
    expect(before).not.toMatch(/inquiries (show|mark|list|deliveries|redeliver|dismiss)/);
    expect(last).toMatch(/^ {2}To [^\n]+, run on the server:\n( {4}inquiries [^\n]+\n)+$/);
    expect(html).toMatch(
      /For administrators<\/h2>\n<p>[^<]+<\/p>\n<pre style="white-space: pre-wrap">[^<]+<\/pre>\n<\/body>/,
    );
  });

  it('begins with its subject', () => {
    const { subject, text, html } = composeMail(notification, options);
    expect(String(text).split('\n\n')[0]).toBe(subject);
    expect(html).toMatch(/<body[^>]*>\n<h1/);
  });
});

it.each<[string, string[]]>([
  [
    'Delivery to the webhook fails',
    [
      'Fails since: Sat, Nov 21, 2026, 7:00 AM EST',
      'Last error: HTTP 500',
      'sent automatically once it works: 3',
      'not sent again automatically: 1,200',
      'inquiries deliveries',
    ],
  ],
  [
    'Delivery to the webhook works again',
    [
      'Works again since: Sat, Nov 21, 2026, 9:00 AM EST',
      'not sent again automatically: 1,200',
      'inquiries redeliver --failed',
    ],
  ],
])('reports an outage: %s', (subject, facts) => {
  const mails = toTeam.map((notification) => composeMail(notification, options));
  const { text, html, headers, messageId } = mails.find((mail) => mail.subject === subject) ?? {};
  for (const fact of facts) {
    expect(text).toContain(fact);
    expect(html).toContain(fact);
  }
  expect(messageId).toMatch(/^<(outage|recovery)-webhook-202611211[34]0[01]00000@firm\.example>$/);
  expect(headers).toMatchObject({ 'Auto-Submitted': 'auto-generated' });
});

it('counts the inquiries that the digest does not list', () => {
  const [, , digest] = toTeam;
  const { text, html } = composeMail(digest as Notification, options);
  for (const body of [text, html]) expect(String(body).match(/And 3 more\./g)).toHaveLength(3);
});

it('acknowledges an inquiry with a greeting, the next steps, a signature and the legal notice', () => {
  const mail = composeMail({ kind: 'acknowledgement', inquiry }, options);
  const { subject, text, html } = mail;
  expect(subject).toBe('Your inquiry to Firm & Sons');
  expect(html).toContain('inquiry to Firm &amp; Sons');
  expect(html).toMatch(/<body[^>]*>\n<p>Hello,<\/p>/);
  expect(text).toBe(`\
Hello,

Thank you for your inquiry to Firm & Sons, which we received on Sat, Nov 21, 2026, 7:00 AM EST.

We review it within 24 hours. If it is a qualified opportunity, you receive a response within 48 hours.

To add something, reply to this message or write to hello@firm.example. No secrets.

If you did not send an inquiry, somebody entered your address by mistake. Please ignore this message.

Kind regards,
The team at Firm & Sons

Our website's legal notice: Not an offer.
`);
});
