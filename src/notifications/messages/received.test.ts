import { expect, it } from 'vitest';
import { composeReceived } from '../../../tests/fixtures/composed-mails.ts';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { hour, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { startWebhookReceiver } from '../../../tests/fixtures/webhook-receiver.ts';
import { labels, personas, timelines } from '../../content/fields.ts';
import { fieldRecords, labelFields } from '../../inquiry/inquiry.ts';
import { addedFields, type StoredInquiry } from '../../inquiry/stored-inquiry.ts';

const both = [email, webhook];

it("names earlier inquiries and their outcome in the team's e-mail only", async () => {
  const { messages, url } = await startWebhookReceiver();
  const { mails, submit, mark, assign, tick, pass } = await setUpNotifications({ webhook: url });
  await mark(await submit({}, both), { status: 'responded' });
  pass(24 * hour);
  await assign(await submit({ firstName: 'Grace <b>' }, both), 'Ann');
  pass(1000);
  await submit({}, both);
  await tick();

  const [received, , again] = mails.map(({ read }) => read);
  expect(received?.text).not.toContain('Earlier inquiries');
  expect(again?.text).toContain(`
Earlier inquiries from this address

  Grace <b> Lovelace, Analytical Engines
  Received on Nov 22, 2026
  New. Assigned to Ann.

  Ada Lovelace, Analytical Engines
  Received on Nov 21, 2026
  Responded.
`);
  expect(again?.html).toContain('Earlier inquiries from this address</h2>');
  expect(again?.html).toContain('Grace &lt;b&gt; Lovelace, Analytical Engines');
  const events = messages.map(({ body }) => JSON.parse(body) as { data: object });
  expect(new Set(events.map(({ data }) => Object.keys(data).join())).size).toBe(1);
  expect(JSON.stringify(events)).not.toContain('earlier');
});

it('shows the team who writes, what they want, the message and the deadlines, as text and as HTML', () => {
  const { text, html } = composeReceived({ message: 'Two lines,\n\nand a third.' });
  // Own fields of a firm would follow the industry, or have their own lines.
  const ownLabels = addedFields.map((name) => fieldRecords[name].label);
  const own = labelFields(sampleInquiry).filter(({ label }) => ownLabels.includes(label));
  const lines = text
    .replace(/(?<=Computing), .*/, '')
    .split('\n')
    .filter((line) => !own.some(({ value }) => line.endsWith(value)));
  expect(lines.join('\n')).toContain(`\
Ada Lovelace

  Founder, Analytical Engines
  ada@analytical.example

  ${personas.founder}, 11-50 people, Computing
  Funding: Series A, $5M
  ${labels.timeline}: ${timelines['3-6months']}

  Two lines,

  and a third.

Deadlines

  Review it by: Sun, Nov 22, 2026, 7:00 AM ET
  If qualified, respond by: Mon, Nov 23, 2026, 7:00 AM ET
  Received: Sat, Nov 21, 2026, 7:00 AM ET
`);
  const shown = html.replaceAll(/<style>[^]*?<\/style>|<[^>]+>/g, '');
  const facts = labelFields({ ...sampleInquiry, message: 'and a third.' });
  expect(facts.filter(({ value }) => !shown.includes(value))).toEqual([]);
  expect(html).toMatch(/Two lines,<br>\s*<br>\s*and a third\.<\/p>/);
  expect(shown).toContain('Sun, Nov 22, 2026, 7:00 AM ET');
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
  // Also below the preview, as text and as HTML.
  const { text, html } = composeReceived({ message: 'Pay\u202e 001$' });
  for (const body of [text, html]) expect(body).not.toContain('\u202e');
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
