import { describe, expect, it } from 'vitest';
import { sampleFirm } from '../../../tests/fixtures/sample-firm.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { firm } from '../../content/firm.ts';
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
  firm: sampleFirm,
};

const outage = {
  destination: 'webhook',
  since: '2026-11-21T12:00:00.000Z',
  endedAt: null,
  waiting: 3,
  givenUp: 1200,
  lastError: 'HTTP 500',
} as const;

const commands = /inquiries (show|mark|list|deliveries|redeliver|dismiss|check)/;

const toTeam: Notification[] = [
  {
    id: 'received-1',
    kind: 'received',
    inquiry,
    earlier: [inquiry],
  },
  { id: 'review-late-1', kind: 'review-late', inquiry, due },
  {
    id: 'changed-1',
    kind: 'changed',
    inquiry,
    change: { at: due.at, status: 'new', assignee: '' },
    number: 1,
  },
  {
    id: 'digest-2026-11-23',
    kind: 'digest',
    digest: {
      day: '2026-11-23',
      late: oneDue,
      today: oneDue,
      later: oneDue,
      nextDay: '2026-11-24',
      notDelivered: [{ destination: 'webhook', count: 2 }],
      refused: 3,
      lateDays: 2,
      isEscalated: true,
      lastWeek: undefined,
    },
  },
  { id: 'outage-webhook-0', kind: 'outage', outage },
  {
    id: 'recovery-webhook-0',
    kind: 'recovery',
    outage: { ...outage, endedAt: '2026-11-21T14:00:00.000Z' },
  },
];

const isAboutInquiry = (notification: Notification) => 'inquiry' in notification;

describe.each(toTeam)('the e-mail to the team: $kind', (notification) => {
  it('names commands last, for administrators', () => {
    const { text, html } = composeMail(notification, options);
    const [before, last] = String(text).split('\n\nFor administrators\n\n');
    expect(before).not.toMatch(commands);
    expect(last).toMatch(/^ {2}To [^\n]+, run on the server:\n( {4}inquiries [^\n]+\n)+$/);
    const [htmlBefore, htmlLast] = String(html).split('>For administrators</h2>');
    expect(htmlBefore).not.toMatch(commands);
    expect(htmlLast).toMatch(/^\s*<p[^>]*>To [^<]+, run on the server:<\/p>\s*<p[^>]*>inquiries /);
  });

  it('has no commands about inquiries that its links make unnecessary', () => {
    const { text, html } = composeMail(notification, { ...options, links });
    for (const body of [text, html]) expect(body).not.toMatch(/inquiries (show|mark|list)/);
    expect(String(text).includes('For administrators')).toBe(!isAboutInquiry(notification));
  });

  it('begins with its news, also in the preview, and its heading', () => {
    const { subject, text, html } = composeMail(notification, options);
    const [news = '', heading = ''] = String(text).split('\n\n');
    expect(subject).toContain(heading);
    expect(news).toMatch(/\.$/);
    const body = String(html).split(/<body[^>]*>\s*/)[1];
    expect(body).toMatch(
      new RegExp(`^<div aria-hidden="true" style="display:none[^>]*>${RegExp.escape(news)}`),
    );
    expect(body).toMatch(
      new RegExp(`${RegExp.escape(news)}</p>\\s*<h1[^>]*>${RegExp.escape(heading)}</h1>`),
    );
  });

  it('loads nothing, and links only to the confirmation of actions', () => {
    const { html } = composeMail(notification, { ...options, links });
    expect(html).not.toMatch(/<img|<link|src=|url\(|@import|@font-face|background-image/);
    const addresses = String(html).match(/https?:[^"<\s]*/g) ?? [];
    expect(addresses.filter((url) => !url.startsWith('https://firm.example/'))).toEqual([]);
  });
});

it.each([
  ['review-soon', '2026-11-24T20:59:00.000Z', 'Review due by Tue 3:59 PM. Unassigned.'],
  ['review-late', '2026-11-24T19:00:00.000Z', 'Review was due Tue 2 PM. Unassigned.'],
  ['review-late', '2026-11-10T19:00:00.000Z', 'Review was due Nov 10, 2 PM. Unassigned.'],
] as const)('begins a reminder with its deadline: %s %s', (kind, at, news) => {
  const clock = () => Date.parse('2026-11-24T20:00:00.000Z');
  const reminder = { id: kind, kind, inquiry, due: { kind: 'review', at } } as const;
  expect(composeMail(reminder, { ...options, clock }).text).toMatch(new RegExp(`^${news}\n`));
});

it('tells of a change who made it, with the note, and what is due next', () => {
  const by = 'Grace (link in an e-mail)';
  const change = { at: '2026-11-23T12:30:00.000Z', status: 'reviewed', qualified: true } as const;
  const qualified = { ...inquiry, status: 'reviewed', qualified: true } as const;
  const { text, html, replyTo } = composeMail(
    {
      id: 'updated-2-1',
      kind: 'changed',
      inquiry: { ...qualified, assignee: 'Ada' },
      change: { ...change, by, note: 'Fits.\nCall her.' },
      number: 2,
    },
    options,
  );
  expect(text).toMatch(/^Reviewed, qualified\. Response was due Mon 7 AM\. Assigned to Ada\.\n/);
  expect(text).toContain(`Changed by: ${by}
On Mon, Nov 23, 2026, 7:30 AM EST
Response due: Mon, Nov 23, 2026, 7:00 AM EST

  Fits.
  Call her.
`);
  expect(html).toContain(`Assigned to Ada. By ${by}. Fits.`);
  // Or a reply would quote the note to the inquirer.
  expect(replyTo).toEqual(options.to);
  expect(text).toContain('The reply goes to the team.');
});

it.each([
  { status: 'responded', qualified: true },
  { status: 'declined' },
  { status: 'spam' },
  { status: 'reviewed', qualified: false },
] as const)('offers to take back a change that closes the inquiry: %j', (state) => {
  const change = { at: due.at, ...state };
  const closed = { ...inquiry, ...state };
  const update = { id: 'updated-3-1', kind: 'changed', inquiry: closed, number: 3 } as const;
  const reopen: MailOptions['links'] = (_, now, number) =>
    number
      ? [{ action: 'reopen', label: 'Reopen', url: `https://firm.example/reopen-${number}` }]
      : links('', now);
  const { text } = composeMail({ ...update, change }, { ...options, links: reopen });
  expect(text).toContain('Nothing is due.');
  expect(text).toMatch(/Reopen\nhttps:\/\/firm\.example\/reopen-3\n/);
  expect(text).toContain('The reply goes to the team.');
  const assignment = { ...update, change: { ...change, assignee: 'Ada' } };
  expect(composeMail(assignment, { ...options, links: reopen }).text).not.toContain('https://');
  expect(composeMail({ ...update, change }, options).text).not.toMatch(commands);
});

it('tells of an assignment who has the inquiry now', () => {
  const update = (status: 'new' | 'spam', assignee: string) => {
    const change = { at: '2026-11-21T12:30:00.000Z', status, assignee };
    const changed = { ...inquiry, status, ...(assignee && { assignee }) };
    const mail = { id: 'changed-1', kind: 'changed', inquiry: changed, change, number: 1 } as const;
    return String(composeMail(mail, options).text);
  };
  expect(update('new', 'A\u202eda')).toMatch(/^Assigned to Ada\. Review was due Sun 7 AM\.\n/);
  expect(update('new', 'Ada')).toContain('Changed by: command\n');
  expect(update('spam', '')).toMatch(/^Unassigned\. Nothing is due\.\n/);
  expect(update('spam', '')).not.toMatch(commands);
});

it('begins a redelivery with the status if nothing is due', () => {
  const declined = { ...inquiry, status: 'declined' } as const;
  const { text } = composeMail({ id: 'received-1', kind: 'received', inquiry: declined }, options);
  expect(text).toMatch(/^Declined\.\n/);
});

it('begins the first digest of a week with figures, or says that there are none', () => {
  const digest = toTeam.find(({ kind }) => kind === 'digest');
  if (digest?.kind !== 'digest') throw new Error('no digest');
  const week = { week: '2026-11-16', received: 1200, onTime: 3, late: 1, waiting: 0 };
  const byPersona = { founder: 1199, investor: 1, operator: 0, advisor: 0, other: 0 };
  const lastWeek = {
    ...{
      ...week,
      weeks: [{ ...week, byPersona }],
      onTimeShare: 0.759,
      medianReviewMs: 5.9 * 3.6e6,
    },
    ...{ responseOnTimeShare: undefined, medianResponseMs: undefined },
    open: [
      { assignee: 'Gr\u202eace', count: 2 },
      { assignee: null, count: 1 },
    ],
  };
  const textOf = (changes: object) =>
    composeMail(
      { id: 'digest-1', kind: 'digest', digest: { ...digest.digest, ...changes } },
      options,
    ).text;
  expect(textOf({ lastWeek })).toContain(`

Last week

  Inquiries: 1,200
  1199 Founder / Entrepreneur, 1 Investor / Capital Allocator
  Reviewed within 24 hours: 75%, median 5 h
  Still open: 3
  2 with Grace, 1 unassigned
  Deliveries given up: 2

Late`);
  const idle = { ...lastWeek, received: 0, weeks: [], open: [] };
  const none = { onTimeShare: undefined, medianReviewMs: undefined };
  expect(textOf({ lastWeek: { ...idle, ...none }, notDelivered: [] })).toContain(
    '\n\nLast week brought no inquiry, and nothing is open.\n\n',
  );
  expect(textOf({})).not.toContain('Last week');
});

it('shows the likeliest action as the filled button', () => {
  const actions = ['qualify', 'decline', 'respond', 'spam', 'not-spam'] as const;
  const links = () =>
    actions.map((action) => ({ action, label: action, url: `https://firm.example/${action}` }));
  const buttonsOf = (notification: Notification) =>
    [
      ...String(composeMail(notification, { ...options, links }).html).matchAll(
        /class="(primary|outlined)"[^>]*><a[^>]*>([\w-]+)/g,
      ),
    ].map(([, style, label]) => `${style} ${label}`);
  expect(buttonsOf({ id: 'received-1', kind: 'received', inquiry })).toEqual([
    'primary qualify',
    'outlined decline',
    'outlined respond',
    'outlined spam',
  ]);
  const suspected = { ...inquiry, suspectedSpam: 'link in the name' };
  expect(buttonsOf({ id: 'received-1', kind: 'received', inquiry: suspected })).toEqual([
    'primary not-spam',
    'outlined spam',
    'outlined qualify',
    'outlined decline',
    'outlined respond',
  ]);
  const qualified = { ...inquiry, status: 'reviewed', qualified: true } as const;
  const response = { kind: 'response', at: due.at } as const;
  expect(
    buttonsOf({ id: 'response-late-1', kind: 'response-late', inquiry: qualified, due: response }),
  ).toEqual(['primary respond', 'outlined decline', 'outlined spam']);
  // Judged before the mail was sent.
  const spam = { ...inquiry, status: 'spam' } as const;
  expect(buttonsOf({ id: 'received-1', kind: 'received', inquiry: spam })).toEqual([
    'primary not-spam',
  ]);
});

it.each<[string, string[]]>([
  [
    'Delivery to the webhook fails',
    [
      'Since Sat, Nov 21, 2026, 7:00 AM EST',
      'Last error: HTTP 500',
      'sent automatically once it works: 3',
      'not sent again automatically: 1,200',
      'inquiries deliveries',
    ],
  ],
  [
    'Delivery to the webhook works again',
    [
      'Since Sat, Nov 21, 2026, 9:00 AM EST',
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
  expect(messageId).toMatch(/^<(outage|recovery)-webhook-0@firm\.example>$/);
  expect(headers).toMatchObject({ 'Auto-Submitted': 'auto-generated' });
});

it('counts the inquiries that the digest does not list', () => {
  const digest = toTeam.find(({ kind }) => kind === 'digest') as Notification;
  const { text, html } = composeMail(digest, options);
  for (const body of [text, html]) expect(String(body).match(/And 3 more\./g)).toHaveLength(3);
});

it('acknowledges an inquiry by a letter with the next steps, a signature and the legal notice', () => {
  const { subject, text, html } = composeMail(
    { id: 'acknowledgement-1', kind: 'acknowledgement', inquiry },
    options,
  );
  expect(subject).toBe(`Your inquiry to ${firm.name}`);
  expect(html).not.toContain('<h1');
  expect(html).toMatch(/>We have it, and aim to review it within 24 hours\.\s*<\/div>/);
  expect(text).toBe(`\
Hello,

Thank you for your inquiry to ${firm.name}. It reached us on Sat, Nov 21, 2026, 7:00 AM EST.

We aim to review it within 24 hours. If it is a qualified opportunity, we aim to respond within 48 hours.

We start with three questions: ${Object.values(firm.questions).join(' ')}

To answer them or add something, reply to this message or write to ${firm.email}. ${firm.caution} ${firm.noObligation}

Kind regards,
The team at ${firm.name}

${firm.name}, 120 Seaport Example Wharf, Suite 1400, Boston, MA 02210

If you did not send an inquiry, someone may have entered your address by mistake. Please ignore this message.

Our website's legal notice: ${firm.disclaimer}
`);
});
