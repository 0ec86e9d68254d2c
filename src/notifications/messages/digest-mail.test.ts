import { describe, expect, it } from 'vitest';
import {
  compose,
  composeDigest,
  declineUrl,
  due,
  dueEntry,
  emptyWeek,
  mailed,
  mailOptions,
  sampleDigest,
} from '../../../tests/fixtures/composed-mails.ts';
import {
  createNotification,
  sampleMailOptions,
  signLinks,
} from '../../../tests/fixtures/notification-fixture.ts';
import { storedInquiry as inquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import type { HistoryEntry, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { MailedInquiry } from '../email/describe-inquiry.ts';
import type { FloodDigest } from '../flood/flood-digest-message.ts';
import { composeMail, type MailOptions } from '../smtp/compose-mail.ts';
import type { DigestContents, DueEntry } from './digest-contents.ts';

const nothingDue = { late: { count: 0, first: [] }, upcoming: { count: 0, first: [] } };

it('shows the links of a digest as links, its deadlines in bold, and no last link alone on a line', () => {
  const actions = ['qualify', 'assign', 'spam'] as const;
  const links: MailOptions['links'] = (target) =>
    target.kind === 'inquiry'
      ? actions.map((action) => ({ action, label: action, url: `https://a/${action}` }))
      : [];
  const html = String(compose('digest', sampleDigest, { links }).html);
  const styles = [...html.matchAll(/<a href="(?:https|mailto):[^>]*style="([^"]*)"/g)];
  expect(styles).toHaveLength(8);
  for (const [, style] of styles) expect(style).toContain('text-decoration:underline');
  expect(html.match(/Review due: <b[^>]*>Sun, Nov 22/g)).toHaveLength(2);
  const lastTwo =
    /<span style="white-space:nowrap"><a [^>]*>assign<\/a>\s<a [^>]*>spam<\/a><\/span>/g;
  expect(html.match(lastTwo)).toHaveLength(2);
});

it('lists inquiries and failures in a digest', () => {
  const email = 'ada?cc=x@firm.example';
  const message = '  Second\u202e.\nNot shown';
  const named = { ...inquiry, email, message, assignee: 'Gr\u202eace' };
  const lastWeek = {
    ...emptyWeek,
    received: 1200,
    onTimeShare: 0.759,
    responseOnTimeShare: 1,
    lateWhileClosed: 2,
  };
  const late = { count: 1, first: [{ ...dueEntry, inquiry: named }] };
  const { subject, text, html } = composeDigest({ late, lastWeek });
  expect(subject).toBe(
    'Inquiries on Monday, November 23: 1 late, 1 due by Tuesday morning, 2 not delivered, 3 emails did not reach some of you',
  );
  expect(text).toContain(`
Last week: 1,200 inquiries, 75% reviewed within 24 hours, 100% answered within 48 hours. 2 late ones fell due while the office was closed.

Not delivered

  To the webhook, given up: 2. These are not sent again.
  3 emails did not reach some of you: the mail server refused an address.
  If it goes on, please tell Robin Hale (robin@firm.example).

Late

  Ada Lovelace, Analytical Engines (Nov 21, 7:00 AM)
    ${email}
      Second[U+202E].
  Review due: Sun, Nov 22, 2026, 7:00 AM ET
  Assigned to Gr[U+202E]ace.

  Declined
  ${declineUrl}

Due before the next digest on Tuesday, November 24

  Ada Lovelace, Analytical Engines (Nov 21, 7:00 AM)
`);
  expect(text).toContain('Unassigned.');
  expect(text).toMatch(
    /30 days without signing in\.\n\nThe first digest of a week always comes\. If it does not, please tell Robin Hale \(robin@firm\.example\)\.\n$/,
  );
  // Screen readers use the headings.
  expect(String(html).match(/<h3[^>]*>Ada Lovelace/g)).toHaveLength(2);
  expect(html).toContain('href="mailto:ada%3Fcc%3Dx@firm.example"');
  expect(html).not.toContain('Not shown');
});

it.each([
  [0, '3 not delivered', '.'],
  [2, '1 not delivered, 2 not delivered to some of you', '. 2 of these reached some of you.'],
  [3, '3 not delivered to some of you', '. 3 of these reached some of you.'],
])(
  'a digest tells if what is tried reached some of the team: %i of 3',
  (partlyCount, counts, end) => {
    const { subject, text } = composeDigest({
      notDelivered: [
        { destination: 'email', state: 'waiting', count: 3, partlyCount, waitingSince: due.at },
      ],
      refused: 0,
    });
    expect(subject).toMatch(new RegExp(`morning, ${counts}$`));
    expect(text).toContain(
      `To the email: 3, still tried since Sun, Nov 22, 2026, 7:00 AM ET${end}\n`,
    );
  },
);

it('has no shares of a week without inquiries, and no figures on other days', () => {
  expect(composeDigest({ lastWeek: emptyWeek }).text).toContain('Last week: 0 inquiries.\n');
  expect(composeDigest({ lastWeek: { ...emptyWeek, received: 1 } }).text).toContain(
    'Last week: 1 inquiry.\n',
  );
  expect(composeDigest({}).text).not.toContain('Last week');
});

it('tells those to whom late inquiries are escalated why they get it, without links', () => {
  const { subject, text, html, to } = composeDigest({}, 'escalation');
  // Also for somebody who gets the digest with links.
  expect(subject).toMatch(/^Escalation on Monday, November 23: 1 late, /);
  expect(to).toMatchObject([{ address: 'boss@firm.example' }]);
  expect(text).toMatch(
    /^You get this email because an inquiry is two business days late: Ada Lovelace, Analytical Engines \(Nov 21, 7:00 AM\)\. 1 late, 1 due by/,
  );
  const escalated = { count: 5, first: [dueEntry, dueEntry] };
  const several = composeDigest({ escalated }, 'escalation');
  expect(several.text).toMatch(
    /^You get this email because 5 inquiries are two business days late, the first of them Ada Lovelace, Analytical Engines \(/,
  );
  for (const body of [text, html]) expect(body).not.toMatch(/https:|It works for 30 days/);
});

const quotes = (length: number) => '"'.repeat(length);
const quoted = {
  ...{ ...inquiry, firstName: quotes(100), company: quotes(200), message: quotes(5000) },
  email: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(50)}.example`,
};
const long = { ...inquiry, message: 'x'.repeat(5000), company: 'y'.repeat(100) };
/** Creates a digest whose lists have the maximum number of entries, and more. */
const digestOf = (one: StoredInquiry): DigestContents => {
  const list = { count: 58, first: Array<DueEntry>(18).fill({ ...dueEntry, inquiry: one }) };
  const suspected = { count: 60, first: Array<StoredInquiry>(20).fill(one), until: due.at };
  return { ...sampleDigest, late: list, upcoming: list, suspected };
};
const floodDigestOf = (one: StoredInquiry): FloodDigest => {
  const first = Array<MailedInquiry>(20).fill({ ...mailed, inquiry: one });
  const { day, nextDay, notDelivered, backupAgeDays } = sampleDigest;
  const due = { day, nextDay, late: 58, today: 0, later: 58 };
  return { added: { count: 60, first }, due, suspectedCount: 60, notDelivered, backupAgeDays };
};
/** Signs links, and adds two to each inquiry, as for a firm's own statuses. */
const signMoreLinks: MailOptions['links'] = (target, now) => {
  const links = signLinks(target, now);
  return target.kind === 'inquiry' ? [...links, ...links.slice(0, 2)] : links;
};

/** Inquiries of a digest that have a heading or are counted. Of the 60 suspected ones, 20 have a line. */
const inDigest = 58 + 58 + 60 - 20;

describe.each([
  ['links', signLinks],
  ['two more links for each inquiry', signMoreLinks],
])('with %s', (_, links) => {
  it.each([
    { kind: 'digest', texts: 'long texts', data: digestOf(long), count: inDigest },
    { kind: 'digest', texts: 'quotation marks', data: digestOf(quoted), count: inDigest },
    { kind: 'flood-digest', texts: 'quotation marks', data: floodDigestOf(quoted), count: 60 },
  ] as const)(
    'a $kind of $texts counts what it does not name, below the 80 kB of Gmail',
    ({ kind, data, count }) => {
      const notification = createNotification(kind, data);
      const { text, html } = composeMail(notification, { ...mailOptions, links });
      const named = String(html).match(/<h3/g)?.length ?? 0;
      expect(named).toBeGreaterThan(10);
      for (const body of [text, html]) {
        const unnamed = [...String(body).matchAll(/And (\d+) more\./g)].map(([, more]) =>
          Number(more),
        );
        expect(unnamed.reduce((sum, more) => sum + more, named)).toBe(count);
      }
      expect(Buffer.byteLength(String(html))).toBeLessThan(80_000);
    },
  );
});

it.each([
  ['2026-11-29', 'Sunday morning'],
  ['2026-11-30', 'Monday, November 30'],
])('dates the next digest if it is a week away: %s', (nextDay, name) => {
  expect(composeDigest({ nextDay }).subject).toContain(`: 1 late, 1 due by ${name}, `);
});

it('says in a digest, as urgent, that the last backup is old', () => {
  const { subject, text, html } = composeDigest({ ...nothingDue, backupAgeDays: 3 });
  expect(subject).toMatch(/, no backup for 3 days$/);
  expect(text).toContain('copy of the inquiries is 3 days old: please tell Robin');
  expect(html).toContain('<p class="error"');
  expect(composeDigest(nothingDue).html).not.toContain('class="error"');
});

it('ends a digest with the suspected spam, and one link for all of it', () => {
  const until = '2026-11-23T13:00:00.000Z' as const;
  const one = { ...inquiry, suspectedSpam: 'link in the name' };
  const suspected = { count: 49, first: [one], until };
  const many: MailOptions['links'] = (target) =>
    target.kind === 'suspected' && target.until === until
      ? [{ action: 'spam-many', label: 'Mark as spam', url: 'https://a/m' }]
      : [];
  const digest = { ...sampleDigest, ...nothingDue, suspected };
  const { subject, text } = compose('digest', digest, { links: many });
  expect(subject).toMatch(/, 49 suspected spam$/);
  expect(text).toContain('It works for 30 days without signing in.');
  expect(text).toContain(`
Suspected spam

    Ada Lovelace, Analytical Engines (Nov 21, 7:00 AM): link in the name

  And 48 more.

  Mark as Spam
  https://a/m
`);
});

it('the digest names the spam that links have marked, by whom, and how to take it back', () => {
  const mark: HistoryEntry = { at: due.at, status: 'spam', by: 'Ann (link in an e-mail)' };
  const markedSpam = { count: 2, first: [{ inquiry, mark, changeNumber: 2 }] };
  const reopen: MailOptions['links'] = (target) =>
    target.kind === 'change'
      ? [{ action: 'reopen', label: 'Reopen', url: `https://a/${target.changeNumber}` }]
      : [];
  const { subject, text } = compose('digest', { ...sampleDigest, markedSpam }, { links: reopen });
  expect(subject).toContain('2 marked as spam');
  expect(text).toContain(`Marked as spam

  Ada Lovelace, Analytical Engines (Nov 21, 7:00 AM)
  Marked by Ann (by a link) on Sun, Nov 22, 2026, 7:00 AM ET. It is deleted 30 days later.

  Reopen
  https://a/2

  And 1 more.
`);
});

it('writes dates to the team as its firm does', () => {
  const british = { ...sampleMailOptions.firm, locale: 'en-GB' };
  const { subject, text } = compose('digest', sampleDigest, { firm: british });
  expect(subject).toMatch(/^Inquiries on Monday 23 November: .* due by Tuesday morning/);
  expect(text).toContain('Due before the next digest on Tuesday 24 November\n');
});
