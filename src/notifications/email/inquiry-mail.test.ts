import { describe, expect, it } from 'vitest';
import {
  composeReceived,
  due,
  dueEntry,
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
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { MailNotification } from '../messages/message.ts';
import { composeMail, type MailOptions } from '../smtp/compose-mail.ts';

const team = sampleMailOptions.to;
const unreachable = { ...mailed, isUnreachable: true };

describe('the button "Write to Ada"', () => {
  const mailtoOf = (changes: Partial<StoredInquiry>) => {
    const { html } = composeReceived(changes);
    const [, href = ''] = /href="(mailto:[^"]*)"[^>]*>Write to/.exec(String(html)) ?? [];
    return new URL(href.replaceAll('&amp;', '&'));
  };

  it.each(['a+b@one.example', '"a?cc=x"@one.example', 'jörg@one.example'])(
    'begins a letter to %s, with a copy to the team, and the first lines quoted',
    (email) => {
      const message = `Two & lines,\n\nand a third?\nA fourth.\n${'x'.repeat(999)}`;
      const quoted = '> Two & lines,\r\n> and a third?\r\n> A fourth.\r\n';
      const { pathname, search, searchParams } = mailtoOf({ email, message });
      expect(decodeURIComponent(pathname)).toBe(email);
      expect([...searchParams].sort()).toEqual([
        ['body', `\r\n\r\nAda Lovelace wrote:\r\n${quoted}`],
        ['cc', 'team@firm.example'],
        ['in-reply-to', `<inquiry-${inquiry.id}@firm.example>`],
        ['subject', `Re: ${sampleMailOptions.firm.mails.subjectOfCompany(inquiry.company)}`],
      ]);
      expect(search).not.toContain('+');
    },
  );

  it('stays short with a long message in another script', () => {
    const message = `${'我們想談一談合作的可能。'.repeat(100)}\n`.repeat(4);
    expect(mailtoOf({ message }).href.length).toBeLessThan(2000);
  });

  it('stands below the note about replies; the text names the address', () => {
    expect(composeReceived({}, { links }).text).toMatch(
      /^A reply to this email goes to your team\.\n\nWrite to Ada\nmailto:ada@analytical\.example$/m,
    );
  });

  it.each(['team', 'inquirer'] as const)(
    'and the others end with a note who can use them: replies to the %s',
    (replyTo) => {
      const note = /work for anybody who has this email, for 30 days, without signing in\.\n$/;
      expect(composeReceived({}, { links, replyTo }).text).toMatch(note);
      expect(composeReceived({}, { replyTo }).text).not.toMatch(note);
    },
  );

  it.each<[string, MailNotification, string]>([
    ['new', createNotification('received', mailed), 'Write to Ada, Declined'],
    ['late', createNotification('review-late', { ...mailed, due }), 'Write to Ada, Declined'],
    ['new, unreachable', createNotification('received', unreachable), 'Declined, Write to Ada'],
    [
      'not acknowledged',
      createNotification('not-acknowledged', unreachable),
      'Declined, Write to Ada',
    ],
  ])('stands first, and last if the address may be wrong: %s', (_, notification, order) => {
    const { html } = composeMail(notification, { ...mailOptions, links });
    const found = [...html.matchAll(/>(Write to Ada|Declined)<\/a>/g)];
    expect(found.map(([, label]) => label).join(', ')).toBe(order);
  });

  it('is not needed for a help desk, where a reply goes to the inquirer', () => {
    const { replyTo, text } = composeReceived({}, { links, replyTo: 'inquirer' });
    expect(replyTo).toEqual({ name: 'Ada Lovelace', address: 'ada@analytical.example' });
    expect(text).toContain('The reply goes to the inquirer. Delete what stands above');
    expect(text).not.toContain('Write to');
  });

  it('is needed for a help desk if a header cannot have the address', () => {
    const email = 'jörg@analytical.example';
    const { replyTo, text } = composeReceived({ email }, { replyTo: 'inquirer' });
    expect(replyTo).toEqual(team);
    expect(text).toContain('goes to your team');
  });
});

it('labels the funding of an investor as an investment, and omits empty fields', () => {
  const { text, html } = composeReceived({ persona: 'investor', fundingStage: 'Growth' });
  expect(text).toContain('\n  Investment: Growth, $5M\n');
  // Each value in the direction of its own script.
  expect(html).toContain('Investment: <span dir="auto">Growth</span>, <span dir="auto">$5M</span>');
  const empty = { fundingStage: '', investmentAmount: '' };
  expect(composeReceived(empty).text).not.toMatch(/Funding|Investment/);
});

it('shows a row of invisible characters or combining marks by its number', () => {
  const tags = '\u{e0041}'.repeat(2490);
  const { text, html } = composeReceived({ message: `Ada${tags}\nx${'\u0301'.repeat(10)}` });
  for (const body of [text, html]) {
    expect(body).toContain('Ada[U+E0041 and 2,489 more hidden characters]');
    expect(body).toContain(`x${'\u0301'.repeat(10)}`);
    expect(body).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
  }
  const marked = composeReceived({ message: `Z${'\u0301\u0316'.repeat(2499)}` });
  const shown = `Z${'\u0301\u0316'.repeat(15)}[4,968 more combining marks]`;
  for (const body of [marked.text, marked.html]) expect(body).toContain(shown);
});

it.each([
  ['2026-11-22T11:59:00.000Z', 'qualify, respond'],
  ['2026-11-24T12:00:00.000Z', 'respond, qualify'],
])('asks first of an inquiry that is late if it was answered: %s', (at, order) => {
  const links: MailOptions['links'] = (target) =>
    target.kind === 'inquiry'
      ? [
          { action: 'qualify', label: 'qualify', url: 'https://a/q' },
          { action: 'respond', label: 'respond', url: 'https://a/r' },
        ]
      : [];
  const clock = () => Date.parse(at);
  const none = { count: 0, first: [] };
  const upcoming = { count: 1, first: [dueEntry] };
  for (const notification of [
    createNotification('digest', { ...sampleDigest, late: none, upcoming }),
    createNotification('review-late', { ...mailed, due }),
  ]) {
    const { text } = composeMail(notification, { ...mailOptions, links, clock });
    const labels = text.match(/^ *(?:qualify|respond)$/gim) ?? [];
    expect(labels.map((label) => label.trim().toLowerCase()).join(', ')).toBe(order);
  }
});

const suspected = { ...inquiry, suspectedSpam: 'link in the name' };
const qualified: StoredInquiry = { ...inquiry, status: 'reviewed', qualified: true };
const spam: StoredInquiry = { ...inquiry, status: 'spam' };
it.each<[string, MailNotification, string]>([
  ['a late one', createNotification('received', mailed), 'WRITE Respond Qualify Decline Spam'],
  [
    'a suspected one',
    createNotification('received', { ...mailed, inquiry: suspected }),
    'NOT-SPAM Spam Qualify Decline Respond Write',
  ],
  [
    'a qualified one',
    createNotification('response-late', {
      ...mailed,
      inquiry: qualified,
      due: { kind: 'response', at: due.at },
    }),
    'WRITE Respond Decline Spam',
  ],
  [
    'one that was judged before the e-mail',
    createNotification('received', { ...mailed, inquiry: spam }),
    'NOT-SPAM',
  ],
])('shows the likeliest action on %s as the filled button', (_, notification, expected) => {
  const actions = ['qualify', 'decline', 'respond', 'spam', 'not-spam'] as const;
  const { html } = composeMail(notification, {
    ...mailOptions,
    links: () => actions.map((action) => ({ action, label: action, url: 'https://a' })),
  });
  const buttons = String(html).matchAll(/class="(primary|outlined)"[^>]*><a[^>]*>([\w-]+)/g);
  const labels = [...buttons].map(([, style, label = '']) =>
    style === 'primary' ? label.toUpperCase() : label,
  );
  expect(labels.join(' ')).toBe(expected);
});
