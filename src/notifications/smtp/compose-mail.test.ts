import { describe, expect, it } from 'vitest';
import {
  createNotification,
  sampleMailOptions,
  signLinks,
} from '../../../tests/fixtures/notification-fixture.ts';
import { storedInquiry as inquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import type { HistoryEntry, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { composeMail, type MailOptions } from './compose-mail.ts';

const team = sampleMailOptions.to;
const now = Date.parse('2026-11-23T13:00:00.000Z');
const due = { kind: 'review', at: '2026-11-22T12:00:00.000Z' } as const;
const url = `https://firm.example/${inquiry.id}/${now}?a&b`;
const links: MailOptions['links'] = (target, at) => {
  const id = target.kind === 'suspected' ? target.until : target.inquiryId;
  return [{ action: 'decline', label: 'Declined', url: `https://firm.example/${id}/${at}?a&b` }];
};

/** Composes the e-mail about an event, at `now`. */
const compose = (kind: string, data: object, changes: Partial<MailOptions> = {}) =>
  composeMail(createNotification(kind, data), {
    ...{ ...sampleMailOptions, clock: () => now },
    ...changes,
  });

const composeReceived = (changes: Partial<StoredInquiry> = {}, options?: Partial<MailOptions>) =>
  compose('received', { inquiry: { ...inquiry, ...changes } }, options);

/** Composes the e-mail about a change that led to this state of a new inquiry, before `later` changes. */
function composeChange(
  state: Partial<StoredInquiry>,
  fields: Partial<HistoryEntry>,
  options: Partial<MailOptions> = {},
  later: Partial<HistoryEntry>[] = [],
) {
  const { status = 'new', qualified } = state;
  const change = { status, qualified, at: due.at, ...fields };
  const { assignee } = state;
  const before = { status: 'new' };
  const data = {
    inquiry: { ...inquiry, ...state },
    change,
    number: 3,
    before,
    assignee,
    later,
  };
  return compose('changed', data, options);
}

const oneDue = { count: 1, first: [{ inquiry, due }] };
const sampleDigest = {
  day: '2026-11-23',
  late: oneDue,
  upcoming: oneDue,
  dueToday: 0,
  suspected: { count: 0, first: [], until: due.at },
  nextDay: '2026-11-24',
  markedSpam: { count: 0, first: [] },
  notDelivered: [
    { destination: 'webhook', state: 'failed', count: 2, partlyCount: 0, waitingSince: due.at },
  ],
  unconfigured: [],
  refused: 3,
  escalated: { count: 1, first: [oneDue.first[0]] },
  lastWeek: undefined,
};
const composeDigest = (changes: object, kind = 'digest') => {
  const escalateTo = [{ name: '', address: 'boss@firm.example' }];
  return compose(kind, { ...sampleDigest, ...changes }, { links, escalateTo });
};

describe.each<[string, object]>([
  ['received', { inquiry, earlier: [inquiry] }],
  ['review-late', { inquiry, due }],
  ['changed', { inquiry, change: { at: due.at, assignee: '' }, before: inquiry, later: [] }],
  ['digest', sampleDigest],
  ['escalation', sampleDigest],
  ['flood-digest', { added: { count: 52, first: [{ inquiry }] }, others: sampleDigest }],
])('the e-mail to the team: %s', (kind, data) => {
  const { subject, text, html, replyTo } = compose(kind, data, { links });

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

  it('has the style of each class inline: some clients remove style sheets', () => {
    expect(String(html).match(/ class="(?!gutter)[^"]*"(?! style=)/g)).toBeNull();
  });

  it('loads nothing, and links only to the confirmation of actions', () => {
    expect(html).not.toMatch(/<img|<link|src=|url\(|@import|@font-face|background-image/);
    const addresses = String(html).match(/https?:[^"<\s]*/g) ?? [];
    expect(addresses.filter((one) => !one.startsWith('https://firm.example/'))).toEqual([]);
  });
});

it.each([
  ['received', { inquiry }, 'Website'],
  ['review-late', { inquiry, due }, 'Website (reminder)'],
  ['not-acknowledged', { inquiry, isUnreachable: true }, 'Website (not acknowledged)'],
  ['changed', { inquiry, change: { at: due.at }, before: inquiry, later: [] }, 'Website (change)'],
  ['digest', sampleDigest, 'Website'],
])('of one subject, the sender tells apart the e-mails in a list: %s', (kind, data, name) => {
  expect(compose(kind, data).from).toEqual({ name, address: 'website@firm.example' });
  const from = { name: '', address: 'website@firm.example' };
  expect(compose(kind, data, { from }).from).toEqual(from);
});

it('a reminder names the arrival, the deadline and what to do, with a link', () => {
  const { headers, text, html } = compose('review-late', { inquiry, due }, { links });
  const expected = {
    'Auto-Submitted': 'auto-generated',
    'X-Inquiries-Event': 'review-late',
    'List-Id': 'Inquiries <inquiries.firm.example>',
  };
  expect(headers).toMatchObject(expected);
  for (const body of [text, html]) {
    expect(body).toContain('Received: Sat, Nov 21, 2026, 7:00 AM ET');
    expect(body).toMatch(/Review due: (<b[^>]*>)?Sun, Nov 22, 2026, 7:00 AM ET/);
  }
  expect(text).toContain(`\nDeclined\n${url}\n`);
  expect(html).toContain(`<a href="${url.replace('&', '&amp;')}"`);
});

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
      const note = /work for whoever has this email, for 30 days, without signing in\.\n$/;
      expect(composeReceived({}, { links, replyTo }).text).toMatch(note);
      expect(composeReceived({}, { replyTo }).text).not.toMatch(note);
    },
  );

  it.each([
    ['received', {}, 'Write to Ada, Declined'],
    ['review-late', { due }, 'Write to Ada, Declined'],
    ['received', { isUnreachable: true }, 'Declined, Write to Ada'],
    ['not-acknowledged', { isUnreachable: true }, 'Declined, Write to Ada'],
  ])('stands first, and last if the address may be wrong: %s %j', (kind, data, order) => {
    const html = String(compose(kind, { inquiry, ...data }, { links }).html);
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

it('a reply goes to those of the team whose address a header can have', () => {
  const to = ['büro@firm.example', 'ada@firm.example'].map((address) => ({ name: '', address }));
  expect(composeReceived({}, { to }).replyTo).toEqual(to.slice(1));
  // Without the header, it goes to the sender.
  expect(composeReceived({}, { to: to.slice(0, 1) }).replyTo).toEqual([]);
});

it('labels the funding of an investor as an investment, and omits empty fields', () => {
  const { text, html } = composeReceived({ persona: 'investor', fundingStage: 'Growth' });
  expect(text).toContain('\n  Investment: Growth, $5M\n');
  // Each value in the direction of its own script.
  expect(html).toContain('Investment: <span dir="auto">Growth</span>, <span dir="auto">$5M</span>');
  const empty = { fundingStage: '', investmentAmount: '' };
  expect(composeReceived(empty).text).not.toMatch(/Funding|Investment/);
});

it('previews the deadline and the beginning of the message, up to a whole word or character, and hides none', () => {
  const previewOf = (message: string) =>
    /<div aria-hidden[^>]*>(.*)<\/div>/.exec(String(composeReceived({ message }).html))?.[1];
  const news = 'Review was due Sun 7 AM.';
  expect(previewOf('Sell\u202e us\nships.')).toBe(`${news} Sell[U+202E] us ships.`);
  const long = `${'x'.repeat(139)}\u{1f6a2}`;
  expect(previewOf(long)).toBe(`${news} ${long}`);
  expect(previewOf(`${long}x`)).toBe(`${news} ${'x'.repeat(139)}…`);
  const couple = `${'x'.repeat(138)}👩`;
  expect(previewOf(`${couple}\u200d👩`)).toBe(`${news} ${couple}…`);
  // Below the preview, as text and as HTML, too.
  const { text, html } = composeReceived({ message: 'Pay\u202e 001$' });
  for (const body of [text, html]) expect(body).not.toContain('\u202e');
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

it.each<[string, Partial<StoredInquiry>, string]>([
  ['assigned', { assignee: 'Ada' }, 'New. Review was due Sun 7 AM. Assigned to Ada.'],
  [
    'reviewed',
    { status: 'reviewed', qualified: true },
    'Reviewed, qualified. Response was due Mon 7 AM. Unassigned.',
  ],
  ['closed', { status: 'declined', assignee: 'Ada' }, 'Declined. Nothing is due.'],
])('begins with the state of an inquiry that was %s before it is sent', (_, state, news) => {
  const { text } = composeReceived(state);
  expect(text.split('\n')[0]).toBe(news);
  expect(text.includes('Review it by')).toBe(state.status === undefined);
});

describe('the e-mail about a change', () => {
  it('tells who made it, with the note, and what is due next', () => {
    const by = 'Grace (link in an e-mail)';
    const { text, html, replyTo } = composeChange(
      { status: 'reviewed', qualified: true, assignee: 'Ada' },
      { at: '2026-11-23T12:30:00.000Z', by, note: 'Fits.\nCall her.' },
    );
    expect(text).toMatch(/^Reviewed, qualified\. Response was due Mon 7 AM\. Assigned to Ada\.\n/);
    expect(text).toContain(`Changed by: ${by}
Before: New
On Mon, Nov 23, 2026, 7:30 AM ET
Response due: Mon, Nov 23, 2026, 7:00 AM ET

Note by Grace:

  Fits.
  Call her.
`);
    expect(html).toContain(`Assigned to Ada. By ${by}. Fits.`);
    // Or a reply would quote the note to the inquirer.
    expect(replyTo).toEqual(team);
    expect(text).toContain('A reply to this email goes to your team.');
  });

  it.each<[string, Partial<StoredInquiry>, Partial<HistoryEntry>, boolean]>([
    ['an assignment', { assignee: 'Ada' }, { assignee: 'Ada' }, true],
    ['a review', { status: 'reviewed', qualified: true }, {}, true],
    ['a decline', { status: 'declined' }, {}, false],
  ])('about %s offers a letter only while the inquiry is open', (_, state, change, isOffered) => {
    for (const replyTo of ['team', 'inquirer'] as const) {
      const mail = composeChange(state, change, { replyTo });
      expect(mail.text.includes('Write to Ada'), replyTo).toBe(isOffered);
      expect(mail.replyTo, replyTo).toEqual(team);
    }
  });

  it.each<Partial<StoredInquiry>>([
    { status: 'declined' },
    { status: 'responded', qualified: true },
    { status: 'reviewed', qualified: false },
    { status: 'spam' },
  ])('offers to take it back if it closes the inquiry: %j', (state) => {
    const reopen: MailOptions['links'] = (target, at) =>
      target.kind === 'change'
        ? [{ action: 'reopen', label: 'Reopen', url: `https://a/${target.changeNumber}` }]
        : links(target, at);
    const { text } = composeChange(state, {}, { links: reopen });
    expect(text).toMatch(/Nothing is due\.[^]*\nReopen\nhttps:\/\/a\/3\n/);
    const assignment = { assignee: 'Ada' };
    const { text: assigned } = composeChange(state, assignment, { links: reopen });
    expect(assigned).not.toContain('https://');
  });

  it.each<[string, Partial<HistoryEntry>[], string]>([
    ['a later status', [{ status: 'declined' }], ''],
    ['a later status and assignee', [{ status: 'declined' }, { assignee: '' }], ''],
    ['a later assignee', [{ assignee: '' }], '\nReopen\n'],
  ])('tells the present state after %s, and reopens the last status only', (_, later, label) => {
    const reopen: MailOptions['links'] = () => [{ action: 'reopen', label: 'Reopen', url }];
    const change = { status: 'responded' } as const;
    const { text } = composeChange({ status: 'declined' }, change, { links: reopen }, later);
    expect(text).toMatch(/^Earlier change: Responded\. Now: Declined\. Nothing is due\.\n/);
    expect(/\nReopen\n|$/.exec(text)?.[0]).toBe(label);
  });

  it('tells of an assignment who has the inquiry now', () => {
    const assign = (assignee: string, status: 'new' | 'spam' = 'new') =>
      composeChange({ status, ...(assignee && { assignee }) }, { assignee }).text;
    expect(assign('A\u202eda')).toMatch(/^Assigned to A\[U\+202E\]da\. Review was due Sun/);
    expect(assign('Ada')).toContain('Changed by: command\n');
    expect(assign('', 'spam')).toMatch(/^Unassigned\. Nothing is due\.\n/);
  });
});

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
    received: 1200,
    onTimeShare: 0.759,
    responseOnTimeShare: 1,
    lateWhileClosed: 2,
  };
  const late = { count: 1, first: [{ inquiry: named, due }] };
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
  ${url}

Due before the next digest on Tuesday, November 24

  Ada Lovelace, Analytical Engines (Nov 21, 7:00 AM)
`);
  expect(text).toContain('Unassigned.');
  expect(text).toMatch(
    /30 days without signing in\.\n\nThe first digest of a week always comes\. If it does not, please tell Robin Hale \(robin@firm\.example\)\.\n$/,
  );
  // For screen readers.
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
    const email = { destination: 'email', state: 'waiting', count: 3, partlyCount };
    const notDelivered = [{ ...email, waitingSince: due.at }];
    const { subject, text } = composeDigest({ notDelivered, refused: 0 });
    expect(subject).toMatch(new RegExp(`morning, ${counts}$`));
    expect(text).toContain(
      `To the email: 3, still tried since Sun, Nov 22, 2026, 7:00 AM ET${end}\n`,
    );
  },
);

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
  const oneOf = { count: 1, first: [{ inquiry, due: { kind: 'review', at: due.at } }] };
  for (const [kind, data] of [
    ['digest', { ...sampleDigest, late: { count: 0, first: [] }, upcoming: oneOf }],
    ['review-late', { inquiry, due }],
  ] as const) {
    const { text } = compose(kind, data, { links, clock });
    const labels = text.match(/^ *(?:qualify|respond)$/gim) ?? [];
    expect(labels.map((label) => label.trim().toLowerCase()).join(', ')).toBe(order);
  }
});

it('has no shares of a week without inquiries, and no figures on other days', () => {
  expect(composeDigest({ lastWeek: { received: 0, lateWhileClosed: 0 } }).text).toContain(
    'Last week: 0 inquiries.\n',
  );
  expect(composeDigest({ lastWeek: { received: 1, lateWhileClosed: 0 } }).text).toContain(
    'Last week: 1 inquiry.\n',
  );
  expect(composeDigest({}).text).not.toContain('Last week');
});

it('tells those to whom late inquiries are escalated why they get it, without links', () => {
  const { subject, text, html, to } = composeDigest({}, 'escalation');
  // Of somebody who also gets the digest, with links.
  expect(subject).toMatch(/^Escalation on Monday, November 23: 1 late, /);
  expect(to).toMatchObject([{ address: 'boss@firm.example' }]);
  expect(text).toMatch(
    /^You get this email because an inquiry is two business days late: Ada Lovelace, Analytical Engines \(Nov 21, 7:00 AM\)\. 1 late, 1 due by/,
  );
  const [one] = oneDue.first;
  const several = composeDigest({ escalated: { count: 5, first: [one, one] } }, 'escalation');
  expect(several.text).toMatch(
    /^You get this email because 5 inquiries are two business days late, the first of them Ada Lovelace, Analytical Engines \(/,
  );
  for (const body of [text, html]) expect(body).not.toMatch(/https:|It works for 30 days/);
});

const suspected = { suspectedSpam: 'link in the name' };
it.each<[string, string, Partial<StoredInquiry>, string]>([
  ['a late one', 'received', {}, 'WRITE Respond Qualify Decline Spam'],
  ['a suspected one', 'received', suspected, 'NOT-SPAM Spam Qualify Decline Respond Write'],
  [
    'a qualified one',
    'response-late',
    { status: 'reviewed', qualified: true },
    'WRITE Respond Decline Spam',
  ],
  ['one that was judged before the e-mail', 'received', { status: 'spam' }, 'NOT-SPAM'],
])('shows the likeliest action on %s as the filled button', (_, kind, state, expected) => {
  const actions = ['qualify', 'decline', 'respond', 'spam', 'not-spam'] as const;
  const { html } = compose(
    kind,
    { inquiry: { ...inquiry, ...state }, due: { kind: 'response', at: due.at } },
    { links: () => actions.map((action) => ({ action, label: action, url: 'https://a' })) },
  );
  const buttons = String(html).matchAll(/class="(primary|outlined)"[^>]*><a[^>]*>([\w-]+)/g);
  const labels = [...buttons].map(([, style, label = '']) =>
    style === 'primary' ? label.toUpperCase() : label,
  );
  expect(labels.join(' ')).toBe(expected);
});

const quotes = (length: number) => '"'.repeat(length);
const quoted = {
  ...{ ...inquiry, firstName: quotes(100), company: quotes(200), message: quotes(5000) },
  email: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(50)}.example`,
};
const long = { ...inquiry, message: 'x'.repeat(5000), company: 'y'.repeat(100) };
const twentyOf = (one: object) => ({ count: 60, first: Array(20).fill(one), until: due.at });
const digestOf = (one: object) => {
  const list = { count: 58, first: Array(18).fill({ inquiry: one, due }) };
  return { ...sampleDigest, late: list, upcoming: list, suspected: twentyOf(one) };
};
const floodDigestOf = (one: object) => ({
  added: twentyOf({ inquiry: one }),
  others: digestOf(one),
});
it.each([
  ['digest', 'long texts', digestOf(long), [42, 42, 40]],
  ['digest', 'quotation marks', digestOf(quoted), [51, 51, 40]],
  ['flood-digest', 'quotation marks', floodDigestOf(quoted), [40]],
])('%s of %s counts what it does not name, below the 80 kB of Gmail', (kind, _, data, counts) => {
  const { text, html } = compose(kind, data, { links: signLinks });
  for (const body of [text, html])
    expect(body?.match(/And \d+ more\./g)).toEqual(counts.map((count) => `And ${count} more.`));
  expect(Buffer.byteLength(String(html))).toBeLessThan(80_000);
});

it.each([
  ['2026-11-29', 'Sunday morning'],
  ['2026-11-30', 'Monday, November 30'],
])('dates the next digest if it is a week away: %s', (nextDay, name) => {
  expect(composeDigest({ nextDay }).subject).toContain(`: 1 late, 1 due by ${name}, `);
});

it('says in a digest, as urgent, that the last backup is old', () => {
  const nothingDue = { late: sampleDigest.suspected, upcoming: sampleDigest.suspected };
  const { subject, text, html } = composeDigest({ ...nothingDue, backupAgeDays: 3 });
  expect(subject).toMatch(/, no backup for 3 days$/);
  expect(text).toContain('copy of the inquiries is 3 days old: please tell Robin');
  expect(html).toContain('<p class="error"');
  expect(composeDigest(nothingDue).html).not.toContain('class="error"');
});

it('ends a digest with the suspected spam, and one link for all of it', () => {
  const until = '2026-11-23T13:00:00.000Z';
  const spam = { count: 49, first: [{ ...inquiry, ...suspected }], until };
  const many: MailOptions['links'] = (target) =>
    target.kind === 'suspected' && target.until === until
      ? [{ action: 'spam-many', label: 'Mark as spam', url: 'https://a/m' }]
      : [];
  const digest = { ...sampleDigest, suspected: spam };
  const nothingDue = { late: { count: 0, first: [] }, upcoming: { count: 0, first: [] } };
  const { subject, text } = compose('digest', { ...digest, ...nothingDue }, { links: many });
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
  const mark = { at: due.at, status: 'spam', by: 'Ann (link in an e-mail)' };
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

const ann = { name: 'Ann', address: 'ann@firm.example' };
const ben = { name: 'Ben', address: 'ben@firm.example' };
const both = [ann, ben];

it.each([
  ['ann', [ann]],
  ['Grace', both],
  ['', both],
  [undefined, both],
])('reminds the assignee alone, if NOTIFY_TO names them: %s', (assignee, expected) => {
  const reminder = { inquiry: { ...inquiry, assignee }, due };
  expect(compose('review-late', reminder, { to: both }).to).toEqual(expected);
});

it.each(['Ann', 'Ann (link in an e-mail)', 'Grace (link in an e-mail)'])(
  'tells the whole team of a change, whatever name its author typed: %s',
  (by) => {
    expect(composeChange({ status: 'declined' }, { by }, { to: both }).to).toEqual(both);
  },
);

it('keeps an empty line of the signature', () => {
  const { firm } = sampleMailOptions;
  const signature = ['Kind regards,', '', 'The team'];
  const acknowledgement = { ...firm.mails.acknowledgement, signature };
  const mails = { ...firm.mails, acknowledgement };
  const { text } = compose('acknowledgement', { inquiry }, { firm: { ...firm, mails } });
  expect(text).toContain('Kind regards,\n\nThe team\n');
});

const letter = sampleMailOptions.firm.mails.acknowledgement;
const { review, response, opens } = letter;
it.each([
  [
    '2026-11-23T15:00:00.000Z',
    [review.by('Tue, Nov 24, 2026, 10:00 AM ET'), response.by('Wed, Nov 25, 2026, 10:00 AM ET')],
  ],
  [
    '2026-11-24T15:00:00.000Z',
    [
      review.by('Wed, Nov 25, 2026, 10:00 AM ET'),
      response.within,
      opens('Fri, Nov 27, 2026, 9:00 AM ET'),
    ],
  ],
  [
    '2026-11-28T15:00:00.000Z',
    [
      review.within,
      response.by('Mon, Nov 30, 2026, 10:00 AM ET'),
      opens('Mon, Nov 30, 2026, 9:00 AM ET'),
    ],
  ],
])('acknowledges without times at which the office is closed: %s', (receivedAt, promise) => {
  const { text } = compose('acknowledgement', { inquiry: { ...inquiry, receivedAt } });
  expect(text).toContain(`\n${promise.join(' ')}\n`);
});

it.each([
  ['Northfield Storage', true],
  ['O’Mara & Sons, Inc.', true],
  ['Østergård-Müller', true],
  ['渡辺食品', true],
  // What could be a message to a stranger.
  ['www.win.example', false],
  ['Win.Example', false],
  ['Call 0800 123', false],
  ['3M', false],
  ['Pay €', false],
  ['Ada <a@b.example>', false],
  ['A'.repeat(41), false],
  ['Your mailbox is full, act today', false],
  ['A\u3164B', false],
  [`A${'\u0301'.repeat(35)}`, false],
])('names the company %s in the subject of an acknowledgement: %s', (company, isNamed) => {
  const { subject } = compose('acknowledgement', { inquiry: { ...inquiry, company } });
  const { mails } = sampleMailOptions.firm;
  expect(subject).toBe(isNamed ? mails.subjectOfCompany(company) : mails.subject);
});

it('acknowledges an inquiry by a letter with the next steps, a signature and the legal notice', () => {
  const { subject, text, html } = compose('acknowledgement', { inquiry });
  expect(subject).toBe(sampleMailOptions.firm.mails.subjectOfCompany(inquiry.company));
  expect(html).not.toContain('<h1');
  expect(html).toContain('<html lang="en">');
  const { preview, greeting, thanks, questions, reply, signature, footer } = letter;
  expect(html.replaceAll('&#39;', "'")).toMatch(new RegExp(`>${RegExp.escape(preview)}\\s*</div>`));
  const paragraphs = [
    greeting,
    thanks('Sat, Nov 21, 2026, 7:00 AM ET'),
    `${letter.review.within} ${letter.response.within} ${letter.opens('Mon, Nov 23, 2026, 9:00 AM ET')}`,
    questions,
    reply,
    signature.join('\n'),
    'Firm & Sons, 1 Quay, Boston, MA 02210',
    ...footer,
  ];
  expect(text).toBe(`${paragraphs.join('\n\n')}\n`);
});

it('acknowledges an inquiry in the language of the firm, and tells the team in English', () => {
  const dutch = { ...sampleMailOptions.firm, locale: 'nl-NL', timeZone: 'Europe/Amsterdam' };
  const letterTo = (kind: string) => compose(kind, { inquiry }, { firm: dutch });
  const acknowledgement = letterTo('acknowledgement');
  expect(acknowledgement.html).toContain('<html lang="nl-NL">');
  expect(acknowledgement.text).toContain(letter.thanks('za 21 nov 2026, 13:00 CET'));
  const received = letterTo('received');
  expect(received.html).toContain('<html lang="en">');
  expect(received.text).toContain('Received: Sat, 21 Nov 2026, 13:00 CET');
  expect(received.subject).toContain('(21 Nov, 13:00)');
});

it('writes dates to the team as its firm does', () => {
  const british = { ...sampleMailOptions.firm, locale: 'en-GB' };
  const { subject, text } = compose('digest', sampleDigest, { firm: british });
  expect(subject).toMatch(/^Inquiries on Monday 23 November: .* due by Tuesday morning/);
  expect(text).toContain('Due before the next digest on Tuesday 24 November\n');
});
