import { describe, expect, it } from 'vitest';
import {
  composeReceived,
  due,
  links,
  mailed,
  mailOptions,
  sampleDigest,
} from '../../../tests/fixtures/composed-mails.ts';
import {
  createNotification,
  sampleMailOptions,
} from '../../../tests/fixtures/notification-fixture.ts';
import { storedInquiry as inquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import type { ChangedData } from '../messages/changed.ts';
import type { MailNotification } from '../messages/message.ts';
import { composeMail } from './compose-mail.ts';

const team = sampleMailOptions.to;

/** The inquiry is assigned to nobody. */
const unassigned: ChangedData = {
  ...mailed,
  change: { status: 'new', at: due.at, assignee: '' },
  number: 1,
  before: { status: 'new' },
  assignee: undefined,
  later: [],
};

describe.each([
  createNotification('received', { ...mailed, earlier: [inquiry] }),
  createNotification('review-late', { ...mailed, due }),
  createNotification('changed', unassigned),
  createNotification('digest', sampleDigest),
  createNotification('escalation', sampleDigest),
  createNotification('flood-digest', {
    added: { count: 52, first: [mailed] },
    due: { day: sampleDigest.day, nextDay: sampleDigest.nextDay, late: 1, today: 0, later: 1 },
    suspectedCount: 0,
    notDelivered: sampleDigest.notDelivered,
    backupAgeDays: undefined,
  }),
])('the e-mail to the team: $message.kind', (notification) => {
  const options = { ...mailOptions, links };
  const { subject, text, html, headers, replyTo } = composeMail(notification, options);

  it('begins with its news, also in the preview, and its heading; replies go to the team', () => {
    const [news = '', heading = ''] = String(text).split('\n\n');
    expect(subject).toContain(heading);
    expect(news).toMatch(/\.$/);
    const [quoted, title] = [news, heading].map((one) => RegExp.escape(one));
    const body = String(html).split(/<body[^>]*>\s*/)[1];
    expect(body).toMatch(new RegExp(`^<div aria-hidden="true" style="display:none[^>]*>${quoted}`));
    expect(body).toMatch(new RegExp(`${quoted}</p>\\s*<h1[^>]*>${title}</h1>`));
    expect(replyTo).toEqual(team);
  });

  it('names its kind and the list in headers, and asks for no automatic reply', () => {
    expect(headers).toEqual({
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
      'X-Inquiries-Event': notification.message.kind,
      'List-Id': 'Inquiries <inquiries.firm.example>',
    });
  });

  it('has the style of each class inline: some clients remove style sheets', () => {
    expect(String(html).match(/ class="(?!gutter)[^"]*"(?! style=)/g)).toBeNull();
  });

  it('loads nothing, and links only to the confirmation of actions', () => {
    expect(html).not.toMatch(/<img|<link|src=|url\(|@import|@font-face|background-image/);
    const addresses = String(html).match(/https?:[^"<\s]*/g) ?? [];
    expect(addresses.filter((one) => !one.startsWith('https://firm.example/'))).toEqual([]);
  });
});

it.each<[MailNotification, string]>([
  [createNotification('received', mailed), 'Website'],
  [createNotification('review-late', { ...mailed, due }), 'Website (reminder)'],
  [
    createNotification('not-acknowledged', { ...mailed, isUnreachable: true }),
    'Website (not acknowledged)',
  ],
  [createNotification('changed', unassigned), 'Website (change)'],
  [createNotification('digest', sampleDigest), 'Website'],
])(
  'of one subject, the sender tells apart the e-mails in a list: $message.kind',
  (notification, name) => {
    const { address } = sampleMailOptions.from;
    expect(composeMail(notification, mailOptions).from).toEqual({ name, address });
    const from = { name: '', address };
    expect(composeMail(notification, { ...mailOptions, from }).from).toEqual(from);
  },
);

it('a reply goes to those of the team whose address a header can have', () => {
  const to = ['büro@firm.example', 'ada@firm.example'].map((address) => ({ name: '', address }));
  expect(composeReceived({}, { to }).replyTo).toEqual(to.slice(1));
  // Without the header, a reply goes to the sender.
  expect(composeReceived({}, { to: to.slice(0, 1) }).replyTo).toEqual([]);
});
