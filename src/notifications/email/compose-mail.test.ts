import { describe, expect, it } from 'vitest';
import { createNotification, signLinks } from '../../../tests/fixtures/notification-fixture.ts';
import { sampleFirm } from '../../../tests/fixtures/sample-firm.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { firm } from '../../content/firm.ts';
import { office } from '../../content/layout.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { toManyId } from '../../inquiry/link-actions.ts';
import { composeMail, type MailOptions } from './compose-mail.ts';

const inquiry: StoredInquiry = {
  id: '01a1fd11-5a89-78ff-b898-08a7c7dde223',
  receivedAt: '2026-11-21T12:00:00.000Z',
  status: 'new',
  ...sampleInquiry,
};
const due = { kind: 'review', at: '2026-11-22T12:00:00.000Z' } as const;
const oneDue = [{ inquiry, due }];
const links: MailOptions['links'] = (id) => [
  { action: 'decline', label: 'Declined', url: `https://firm.example/${id}` },
];
const options: MailOptions = {
  from: { name: '', address: 'website@firm.example' },
  to: [{ name: '', address: 'team@firm.example' }],
  timeZone: 'America/New_York',
  clock: () => Date.parse('2026-11-23T13:00:00.000Z'),
  firm: sampleFirm,
};

/** Composes the e-mail about an event. */
const compose = (kind: string, data: object, changes: Partial<MailOptions> = {}) =>
  composeMail(createNotification(kind, data), { ...options, ...changes });

const sampleDigest = {
  day: '2026-11-23',
  late: { count: 1, first: oneDue },
  upcoming: { count: 1, first: oneDue },
  suspected: { count: 0, first: [], until: due.at },
  nextDay: '2026-11-24',
  notDelivered: [{ destination: 'webhook', state: 'failed', count: 2, waitingSince: due.at }],
  refused: 3,
  isEscalated: true,
  lastWeek: undefined,
};
const isNew = { status: 'new' } as const;
const sampleSummary = { until: '2026-11-21T12:00:00.000Z', count: 52, first: [inquiry] };

describe.each<[string, object]>([
  ['received', { inquiry, earlier: [inquiry] }],
  ['review-late', { inquiry, due }],
  [
    'changed',
    { inquiry, change: { at: due.at, status: 'new', assignee: '' }, before: isNew, number: 1 },
  ],
  ['digest', sampleDigest],
  ['summary', sampleSummary],
])('the e-mail to the team: %s', (kind, data) => {
  it('begins with its news, also in the preview, and its heading', () => {
    const { subject, text, html } = compose(kind, data);
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
    const { html } = compose(kind, data, { links });
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
  const reminder = { inquiry, due: { kind: 'review', at } };
  expect(compose(kind, reminder, { clock }).text).toMatch(new RegExp(`^${news}\n`));
});

it('names in a reminder the inquirer, the arrival, the deadline and what to do', () => {
  const strange = { ...inquiry, company: 'A <b>& Co\u202e' };
  const mail = compose('review-late', { inquiry: strange, due }, { links });
  expect(mail.replyTo).toEqual(options.to);
  expect(mail.headers).toMatchObject({
    'Auto-Submitted': 'auto-generated',
    'X-Inquiries-Event': 'review-late',
  });
  expect(mail.subject).toBe('Inquiry: Ada Lovelace, A <b>& Co[U+202E] (Nov 21, 7:00 AM)');
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('Received: Sat, Nov 21, 2026, 7:00 AM EST');
    expect(body).toMatch(/Review due: (<b[^>]*>)?Sun, Nov 22, 2026, 7:00 AM EST/);
    expect(body).toContain(`https://firm.example/${inquiry.id}`);
  }
  expect(mail.html).toContain('A &lt;b&gt;&amp; Co[U+202E]');
});

describe('the button "Write to Ada"', () => {
  const mailtoOf = (changes: Partial<StoredInquiry>) => {
    const { html } = compose('received', { inquiry: { ...inquiry, ...changes } });
    const [, url = ''] = /href="(mailto:[^"]*)"[^>]*>Write to/.exec(String(html)) ?? [];
    return new URL(url.replaceAll('&amp;', '&'));
  };

  it('begins a letter with a subject, a copy to the team, and the first lines quoted', () => {
    const url = mailtoOf({
      message: `Two & lines,\n\nand a third?\nA fourth.\n${'x'.repeat(999)}`,
    });
    expect(url.pathname).toBe('ada@analytical.example');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      subject: `Re: Your inquiry to ${firm.name}`,
      cc: 'team@firm.example',
      body: '\r\n\r\nAda Lovelace wrote:\r\n> Two & lines,\r\n> and a third?\r\n> A fourth.\r\n',
    });
    expect(url.search).not.toContain('+');
  });

  it.each(['a+b@one.example', '"a?cc=x"@one.example', 'jörg@one.example'])(
    'writes to %s alone',
    (email) => {
      const { pathname, searchParams } = mailtoOf({ email });
      expect(decodeURIComponent(pathname)).toBe(email);
      expect(searchParams.getAll('cc')).toEqual(['team@firm.example']);
    },
  );

  it('stays short with a long message in another script', () => {
    const message = `${'我們想談一談合作的可能。'.repeat(100)}\n`.repeat(4);
    expect(mailtoOf({ message }).href.length).toBeLessThan(2000);
  });

  it('stands below the note about replies; the text names the address', () => {
    const { text, html } = compose('received', { inquiry }, { links });
    const note = 'A reply to this email goes to your team.';
    for (const body of [text, html]) expect(body).toMatch(new RegExp(`${note}[^]*Write to Ada`));
    expect(text).toContain('\nWrite to Ada\nmailto:ada@analytical.example\n');
  });

  it('is not needed for a help desk, where a reply goes to the inquirer', () => {
    for (const [kind, data] of [
      ['received', { inquiry }],
      ['review-late', { inquiry, due }],
    ] as const) {
      const mail = compose(kind, data, { links, replyTo: 'inquirer' });
      expect(mail.replyTo).toEqual({ name: 'Ada Lovelace', address: 'ada@analytical.example' });
      expect(mail.text).toContain('The reply goes to the inquirer. Delete what stands above');
      expect(mail.text).not.toContain('Write to');
    }
    const strange = { ...inquiry, email: 'jörg@analytical.example' };
    const mail = compose('received', { inquiry: strange }, { replyTo: 'inquirer' });
    expect(mail.replyTo).toEqual(options.to);
    expect(mail.text).toContain('goes to your team');
  });
});

it('shows characters that hide or reorder text', () => {
  const message = 'Pay\u202e 001$\u200b to\u2066 us\ufeff';
  const names = { firstName: 'A\u200dda', lastName: 'Z\u00adoe', company: '\u061cCo' };
  const mail = compose('received', { inquiry: { ...inquiry, ...names, message } });
  expect(mail.subject).toContain('A[U+200D]da Z[U+00AD]oe, [U+061C]Co (');
  for (const body of [mail.text, mail.html])
    expect(body).toContain('Pay[U+202E] 001$[U+200B] to[U+2066] us[U+FEFF]');
  const emoji = { firstName: '👩\u200d💻', lastName: 'می\u200cخواهم' };
  expect(compose('received', { inquiry: { ...inquiry, ...emoji } }).subject).toContain(
    `${emoji.firstName} ${emoji.lastName}, `,
  );
});

it('tells of a change who made it, with the note, and what is due next', () => {
  const by = 'Grace (link in an e-mail)';
  const change = { at: '2026-11-23T12:30:00.000Z', status: 'reviewed', qualified: true } as const;
  const qualified = { ...inquiry, status: 'reviewed', qualified: true } as const;
  const { text, html, replyTo } = compose('changed', {
    inquiry: { ...qualified, assignee: 'Ada' },
    change: { ...change, by, note: 'Fits.\nCall her.' },
    before: isNew,
    number: 2,
  });
  expect(text).toMatch(/^Reviewed, qualified\. Response was due Mon 7 AM\. Assigned to Ada\.\n/);
  expect(text).toContain(`Changed by: ${by}
Before: New
On Mon, Nov 23, 2026, 7:30 AM EST
Response due: Mon, Nov 23, 2026, 7:00 AM EST

  Fits.
  Call her.
`);
  expect(html).toContain(`Assigned to Ada. By ${by}. Fits.`);
  // Or a reply would quote the note to the inquirer.
  expect(replyTo).toEqual(options.to);
  expect(text).toContain('A reply to this email goes to your team.');
});

it.each([
  { status: 'responded', qualified: true },
  { status: 'declined' },
  { status: 'spam' },
  { status: 'reviewed', qualified: false },
] as const)('offers to take back a change that closes the inquiry: %j', (state) => {
  const change = { at: due.at, ...state };
  const closed = { ...inquiry, ...state };
  const update = { inquiry: closed, before: isNew, number: 3 };
  const reopen: MailOptions['links'] = (_, now, number) =>
    number
      ? [{ action: 'reopen', label: 'Reopen', url: `https://firm.example/reopen-${number}` }]
      : links('', now);
  const { text } = compose('changed', { ...update, change }, { links: reopen });
  expect(text).toContain('Nothing is due.');
  expect(text).toMatch(/Reopen\nhttps:\/\/firm\.example\/reopen-3\n/);
  const assignment = { ...update, change: { ...change, assignee: 'Ada' } };
  expect(compose('changed', assignment, { links: reopen }).text).not.toContain('https://');
});

it('tells of an assignment who has the inquiry now', () => {
  const update = (status: 'new' | 'spam', assignee: string) => {
    const change = { at: '2026-11-21T12:30:00.000Z', status, assignee };
    const changed = { ...inquiry, status, ...(assignee && { assignee }) };
    return String(compose('changed', { inquiry: changed, change, before: isNew, number: 1 }).text);
  };
  expect(update('new', 'A\u202eda')).toMatch(/^Assigned to A\[U\+202E\]da\. Review was due Sun/);
  expect(update('new', 'Ada')).toContain('Changed by: command\n');
  expect(update('spam', '')).toMatch(/^Unassigned\. Nothing is due\.\n/);
});

it.each([
  ['declined', 'Declined.'],
  ['new', 'New. Unassigned.'],
] as const)(
  'names the assignee of an earlier inquiry unless nothing is due: %s',
  (status, line) => {
    const earlier = [{ ...inquiry, status }];
    const { text } = compose('received', { inquiry, earlier });
    expect(text).toContain(`  ${line}\n`);
  },
);

it('previews the deadline and the beginning of the message, up to a whole character', () => {
  const previewOf = (message: string) => {
    const { html } = compose('received', { inquiry: { ...inquiry, message } });
    return /<div aria-hidden[^>]*>(.*)<\/div>/.exec(String(html))?.[1];
  };
  const news = 'Review was due Sun 7 AM.';
  expect(previewOf('Sell\u202e us\nships.')).toBe(`${news} Sell[U+202E] us ships.`);
  const long = `${'x'.repeat(139)}\u{1f6a2}`;
  expect(previewOf(`${long}x`)).toBe(`${news} ${long}`);
});

it('begins a redelivery with the status if nothing is due', () => {
  const declined = { ...inquiry, status: 'declined' } as const;
  const { text } = compose('received', { inquiry: declined });
  expect(text).toMatch(/^Declined\.\n/);
});

const composeDigest = (kind: 'digest' | 'escalation', changes: object) => {
  const escalateTo = [{ name: '', address: 'boss@firm.example' }];
  return compose(kind, { ...sampleDigest, ...changes }, { links, escalateTo });
};

it.each([
  ['digest', sampleDigest],
  ['escalation', sampleDigest],
  ['summary', sampleSummary],
])('lets replies to the %s go to the team', (kind, data) => {
  expect(compose(kind, data).replyTo).toEqual(options.to);
});

it('lists inquiries and failures in a digest', () => {
  const email = 'ada?cc=x@firm.example';
  const message = '  Second\u202e.\nNot shown';
  const named = { ...inquiry, email, message, assignee: 'Gr\u202eace' };
  const lastWeek = { received: 1200, onTimeShare: 0.759, responseOnTimeShare: 1, weeks: [] };
  const { subject, text, html } = composeDigest('digest', {
    late: { count: 2, first: [...oneDue, { inquiry: named, due }] },
    lastWeek,
  });
  expect(subject).toBe(
    'Inquiries on Monday, November 23: 2 late, 1 due by Tuesday morning, 2 not delivered, 3 emails did not reach some of you',
  );
  const entry = (lines: string, assignee: string) => `\
  Ada Lovelace, Analytical Engines (Nov 21, 7:00 AM)
${lines}
  Review due: Sun, Nov 22, 2026, 7:00 AM EST
  ${assignee}

  Declined
  https://firm.example/${inquiry.id}
`;
  const first = '    ada@analytical.example\n    We would like to talk about a partnership.';
  expect(String(text).replace(/^[^]*?(?=Last week)/, '')).toBe(`\
Last week: 1,200 inquiries, 75% reviewed within 24 hours, 100% answered within 48 hours.

Not delivered

  To the webhook, given up: 2. These are not sent again.
  3 emails did not reach some of you: the mail server refused an address.
  If it goes on, please tell Robin Hale (robin@firm.example).

Late

${entry(first, 'Unassigned.')}
${entry(`    ${email}\n      Second[U+202E].`, 'Assigned to Gr[U+202E]ace.')}
Due before the next digest on Tuesday, November 24

${entry(first, 'Unassigned.')}
Each link opens a page that asks you to confirm. It works for 30 days without signing in.

The first digest of a week always comes. If it does not, please tell Robin Hale (robin@firm.example).
`);
  // For screen readers.
  expect(String(html).match(/<h3[^>]*>Ada Lovelace/g)).toHaveLength(3);
  expect(html).toContain('href="mailto:ada%3Fcc%3Dx@firm.example"');
  expect(html).toContain('>ada?cc=x@firm.example</a>');
  expect(html).not.toContain('Not shown');
});

it.each([
  [{ received: 1, onTimeShare: 1 }, '1 inquiry, 100% reviewed within 24 hours'],
  [{ received: 0 }, '0 inquiries'],
])('begins the first digest of a week with a line of figures: %j', (figures, line) => {
  const digest = composeDigest('digest', { lastWeek: figures });
  expect(digest.text).toContain(`Last week: ${line}.\n`);
  expect(composeDigest('digest', {}).text).not.toContain('Last week');
});

it('tells those to whom late inquiries are escalated why they get it, without links', () => {
  const { text, html, to, subject } = composeDigest('escalation', {});
  expect(to).toMatchObject([{ address: 'boss@firm.example' }]);
  expect(text).toMatch(
    /^You get this email because an inquiry is two business days late\. 1 late, 1 due by/,
  );
  expect(subject).toMatch(/^Inquiries on Monday, November 23: 1 late/);
  for (const body of [text, html]) expect(body).not.toMatch(/https:|It works for 30 days/);
  expect(composeDigest('digest', {}).text).toContain('https://');
});

it('shows the likeliest action as the filled button', () => {
  const actions = ['qualify', 'decline', 'respond', 'spam', 'not-spam'] as const;
  const links = () =>
    actions.map((action) => ({ action, label: action, url: `https://firm.example/${action}` }));
  const buttonsOf = (kind: string, data: object) =>
    [
      ...String(compose(kind, data, { links }).html).matchAll(
        /class="(primary|outlined)"[^>]*><a[^>]*>([\w-]+)/g,
      ),
    ].map(([, style, label]) => `${style} ${label}`);
  expect(buttonsOf('received', { inquiry })).toEqual([
    'primary Write',
    'outlined Qualify',
    'outlined Decline',
    'outlined Respond',
    'outlined Spam',
  ]);
  const suspected = { ...inquiry, suspectedSpam: 'link in the name' };
  expect(buttonsOf('received', { inquiry: suspected })).toEqual([
    'primary Not-Spam',
    'outlined Spam',
    'outlined Qualify',
    'outlined Decline',
    'outlined Respond',
    'outlined Write',
  ]);
  // An assignment does not end the suspicion.
  const change = { at: due.at, status: 'new', assignee: 'Ann' } as const;
  const assigned = { ...suspected, assignee: 'Ann' };
  expect(buttonsOf('changed', { inquiry: assigned, change, before: isNew, number: 1 })[0]).toBe(
    'primary Not-Spam',
  );
  const qualified = { ...inquiry, status: 'reviewed', qualified: true } as const;
  const response = { kind: 'response', at: due.at } as const;
  expect(buttonsOf('response-late', { inquiry: qualified, due: response })).toEqual([
    'primary Write',
    'outlined Respond',
    'outlined Decline',
    'outlined Spam',
  ]);
  // Judged before the mail was sent.
  const spam = { ...inquiry, status: 'spam' } as const;
  expect(buttonsOf('received', { inquiry: spam })).toEqual(['primary Not-Spam']);
});

it('counts the inquiries that a digest does not name, and stays below 80 kB', () => {
  const long = { ...inquiry, message: 'x'.repeat(5000), company: 'y'.repeat(100) };
  const first = Array.from({ length: 18 }, () => ({ inquiry: long, due }));
  const [late, upcoming] = [60, 18].map((count) => ({ count, first }));
  const suspected = { count: 300, first: Array.from({ length: 20 }, () => long), until: due.at };
  const digest = { ...sampleDigest, late, upcoming, suspected };
  const { subject, text, html } = compose('digest', digest, { links: signLinks });
  expect(subject).toContain(': 60 late,');
  for (const body of [text, html]) expect(body).toContain('And 42 more.');
  expect(Buffer.byteLength(String(html))).toBeLessThan(80_000);
});

it.each([
  ['2026-11-29', 'Sunday morning'],
  ['2026-11-30', 'Monday, November 30'],
])('dates the next digest if it is a week away: %s', (nextDay, name) => {
  const { subject } = composeDigest('digest', { nextDay });
  expect(subject).toContain(`: 1 late, 1 due by ${name}, `);
});

it('says in a digest, as urgent, that the last backup is old', () => {
  const empty = { count: 0, first: [] };
  const digest = { ...sampleDigest, late: empty, upcoming: empty, backupAgeDays: 3 };
  const { subject, text, html } = compose('digest', digest);
  expect(subject).toMatch(/, no backup for 3 days$/);
  expect(text).toContain(
    'The last verified copy of the inquiries is 3 days old: please tell Robin',
  );
  expect(html).toContain('<p class="error"');
  expect(compose('digest', { ...digest, backupAgeDays: undefined }).html).not.toContain(
    'class="error"',
  );
});

it('ends a digest with the suspected spam, and one link for all of it', () => {
  const first = [{ ...inquiry, suspectedSpam: 'link in the name' }];
  const suspected = { count: 49, first, until: '2026-11-23T13:00:00.000Z' };
  const many: MailOptions['links'] = (id) =>
    id === toManyId(suspected.until)
      ? [{ action: 'spam-many', label: '', url: 'https://firm.example/m' }]
      : [];
  const { subject, text } = compose('digest', { ...sampleDigest, suspected }, { links: many });
  expect(subject).toMatch(/, 49 suspected spam$/);
  expect(text).toContain(`
Suspected spam

    Ada Lovelace, Analytical Engines (Nov 21, 7:00 AM)

  And 48 more.

  Mark These 49 as Spam
  https://firm.example/m
`);
});

it('reminds the person to whom an inquiry is assigned, if NOTIFY_TO names them', () => {
  const [ann, ben] = ['Ann', 'Ben'].map((name) => ({ name, address: `${name}@firm.example` }));
  const to = [ann, ben].filter((mailbox) => mailbox !== undefined);
  const recipients = (assignee: string | undefined) =>
    compose('review-late', { inquiry: { ...inquiry, assignee }, due }, { to }).to;
  expect(recipients('ann')).toEqual([ann]);
  for (const other of ['Grace', '', undefined]) expect(recipients(other)).toEqual(to);
});

it('tells nobody of their own change', () => {
  const to = ['Ann', 'Ben'].map((name) => ({ name, address: `${name}@firm.example` }));
  const recipients = (by: string, team = to) => {
    const change = { at: due.at, status: 'responded', by } as const;
    return compose('changed', { inquiry, change, before: isNew, number: 1 }, { to: team }).to;
  };
  expect(recipients('Ann (link in an e-mail)')).toEqual(to.slice(1));
  expect(recipients('Ann (link in an e-mail)', to.slice(0, 1))).toEqual([]);
  expect(recipients('Grace (link in an e-mail)')).toEqual(to);
});

it('acknowledges an inquiry by a letter with the next steps, a signature and the legal notice', () => {
  const { subject, text, html } = compose('acknowledgement', { inquiry });
  expect(subject).toBe(`Your inquiry to ${firm.name}`);
  expect(html).not.toContain('<h1');
  expect(html).toMatch(/>We have it, and aim to review it within 24 hours\.\s*<\/div>/);
  expect(text).toBe(`\
Hello,

Thank you for your inquiry to ${firm.name}. It reached us on Sat, Nov 21, 2026, 7:00 AM EST.

We aim to review it within 24 hours, by Sun, Nov 22, 2026, 7:00 AM EST. If it is a qualified opportunity, we aim to respond within 48 hours, by Mon, Nov 23, 2026, 7:00 AM EST.

We start with three questions: ${Object.values(firm.questions).join(' ')}

To answer them or add something, reply to this message or write to ${firm.email}. ${firm.caution} ${firm.noObligation}

Kind regards,
The team at ${firm.name}

${firm.name}, ${office}

If you did not send an inquiry, someone may have entered your address by mistake. Please ignore this message.

Our website’s legal notice: ${firm.disclaimer}
`);
});
