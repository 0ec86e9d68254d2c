import { expect, it } from 'vitest';
import { compose, composeReceived, mailed } from '../../../tests/fixtures/composed-mails.ts';
import { email, inquirer } from '../../../tests/fixtures/destinations.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import {
  hour,
  sampleMailOptions,
  setUpNotifications,
} from '../../../tests/fixtures/notification-fixture.ts';
import { storedInquiry as inquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import type { IsoTime } from '../../text/format-time.ts';

/** Stores an inquiry with these changes, and starts the mail server of inquirers. */
async function setUp(changes: Partial<Inquiry> = {}) {
  const { mails, address } = await startMailServer();
  const fixture = await setUpNotifications({ inquirerMailServer: address });
  const id = await fixture.submit(changes, [email, inquirer]);
  return { ...fixture, id, mails };
}

it('is sent only to the inquirer, and replies go to the firm', async () => {
  const { id, tick, mails } = await setUp();
  await tick();
  expect(mails).toHaveLength(1);
  const { from, to, source, read } = mails[0] ?? { read: undefined };
  expect([from, to]).toEqual(['website@firm.example', ['ada@analytical.example']]);
  expect(source).toMatch(/^X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply\r$/m);
  expect(source).toMatch(/^Auto-Submitted: auto-replied\r$/m);
  expect(read).toMatchObject({
    from: { name: 'Firm & Sons', address: 'website@firm.example' },
    to: [{ name: '', address: 'ada@analytical.example' }],
    replyTo: [{ name: 'Firm & Sons', address: 'hello@firm.example' }],
    messageId: `<acknowledgement-${id}@firm.example>`,
    references: `<inquiry-${id}@firm.example>`,
  });
  for (const header of ['cc', 'bcc', 'inReplyTo'] as const)
    expect(read?.[header], header).toBeUndefined();
});

it('has no other characters than ASCII in its header, whatever the address has', async () => {
  const { tick, mails } = await setUp({ email: 'jörg@bücher.example' });
  await tick();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.to).toEqual([expect.stringMatching(/^jörg@(bücher|xn--bcher-kva)\.example$/)]);
  const [header = ''] = mails[0]?.source.split('\r\n\r\n') ?? [];
  expect(header).toMatch(/^\p{ASCII}*$/u);
  expect(header).toMatch(/^To: "?undisclosed-recipients"?:;\r$/m);
});

it.each([
  ['if the inquiry was marked as spam', 'spam', 0],
  ['once the 48 hours have passed', 'new', 48 * hour + 1],
] as const)('is skipped %s', async (_, status, passMs) => {
  const { id, mark, tickAfter, states, mails } = await setUp();
  await mark(id, { status });
  await tickAfter(passMs);
  expect((await states()).sort()).toEqual(['acknowledgement void', 'received delivered']);
  expect(mails).toEqual([]);
});

it('keeps an empty line of the signature', () => {
  const { firm } = sampleMailOptions;
  const signature = ['Kind regards,', '', 'The team'];
  const acknowledgement = { ...firm.mails.acknowledgement, signature };
  const mails = { ...firm.mails, acknowledgement };
  const { text } = compose('acknowledgement', mailed, { firm: { ...firm, mails } });
  expect(text).toContain('Kind regards,\n\nThe team\n');
});

const letter = sampleMailOptions.firm.mails.acknowledgement;
const { review, response, opens, opensLate } = letter;
it.each<[IsoTime, string[]]>([
  [
    '2026-11-23T15:00:00.000Z',
    [
      review.by('Tuesday, November 24, 2026 at 10:00 AM ET'),
      response.by('Wednesday, November 25, 2026 at 10:00 AM ET'),
    ],
  ],
  [
    '2026-11-24T15:00:00.000Z',
    [
      review.by('Wednesday, November 25, 2026 at 10:00 AM ET'),
      response.within,
      opensLate('Friday, November 27, 2026 at 9:00 AM ET'),
    ],
  ],
  [
    '2026-11-28T15:00:00.000Z',
    [
      review.within,
      response.by('Monday, November 30, 2026 at 10:00 AM ET'),
      opensLate('Monday, November 30, 2026 at 9:00 AM ET'),
    ],
  ],
  [
    '2026-11-24T00:30:00.000Z',
    [review.within, response.within, opens('Tuesday, November 24, 2026 at 9:00 AM ET')],
  ],
])('acknowledges without times at which the office is closed: %s', (receivedAt, promise) => {
  const { text } = compose('acknowledgement', { ...mailed, inquiry: { ...inquiry, receivedAt } });
  expect(text).toContain(`\n${promise.join(' ')}\n`);
});

it.each([
  ['Northfield Storage', true],
  ['O’Mara & Sons, Inc.', true],
  ['Østergård-Müller', true],
  ['渡辺食品', true],
  // Names that could be a message to a stranger.
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
  const { subject } = compose('acknowledgement', { ...mailed, inquiry: { ...inquiry, company } });
  const { mails } = sampleMailOptions.firm;
  expect(subject).toBe(isNamed ? mails.subjectOfCompany(company) : mails.subject);
});

it('acknowledges an inquiry by a letter with the next steps, a signature and the legal notice', () => {
  const { subject, text, html } = compose('acknowledgement', mailed);
  expect(subject).toBe(sampleMailOptions.firm.mails.subjectOfCompany(inquiry.company));
  expect(html).not.toContain('<h1');
  expect(html).toContain('<html lang="en">');
  const { preview, greeting, thanks, questions, reply, signature, footer } = letter;
  expect(html.replaceAll('&#39;', "'")).toMatch(new RegExp(`>${RegExp.escape(preview)}\\s*</div>`));
  const paragraphs = [
    greeting,
    thanks('Saturday, November 21, 2026 at 7:00 AM ET'),
    `${letter.review.within} ${letter.response.within} ${letter.opensLate('Monday, November 23, 2026 at 9:00 AM ET')}`,
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
  const acknowledgement = compose('acknowledgement', mailed, { firm: dutch });
  expect(acknowledgement.html).toContain('<html lang="nl-NL">');
  expect(acknowledgement.text).toContain(letter.thanks('zaterdag 21 november 2026 om 13:00 CET'));
  const received = compose('received', mailed, { firm: dutch });
  expect(received.html).toContain('<html lang="en">');
  expect(received.text).toContain('Received: Sat, 21 Nov 2026, 13:00 CET');
  expect(received.subject).toContain('(21 Nov, 13:00)');
});

it('drops the soft hyphens of the firm, and shows those that somebody typed', () => {
  const { firm } = sampleMailOptions;
  const mails = {
    ...firm.mails,
    subjectOfCompany: (company: string) => `Ihre Anfrage zum Schiff\u00adbau: ${company}`,
    acknowledgement: {
      ...firm.mails.acknowledgement,
      preview: 'Ein\u00adgang',
      thanks: (receivedAt: string) => `Ein\u00adgegangen: ${receivedAt}`,
      footer: ['Haftungs\u00adausschluss'],
    },
  };
  const options = { firm: { ...firm, name: 'Schiff\u00adbau', mails } };
  const letter = compose('acknowledgement', mailed, options);
  expect(letter).toMatchObject({ from: { name: 'Schiffbau' }, replyTo: { name: 'Schiffbau' } });
  expect(letter.subject).toBe('Ihre Anfrage zum Schiffbau: Analytical Engines');
  expect(letter.text).toContain('Eingegangen: ');
  expect(letter.html).toContain('Haftungsausschluss');
  expect(JSON.stringify(letter)).not.toMatch(/\u00ad|U\+00AD/);

  const received = composeReceived({ company: 'Schiff\u00adbau' }, options);
  expect(received.html).toContain('>Schiffbau</td>');
  expect(received.text).toContain('Schiff[U+00AD]bau');
  expect(received.html).toContain('Schiff[U+00AD]bau');
});
