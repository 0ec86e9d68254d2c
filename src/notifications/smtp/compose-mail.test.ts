import { describe, expect, it } from 'vitest';
import {
  compose,
  composeReceived,
  due,
  links,
  sampleDigest,
} from '../../../tests/fixtures/composed-mails.ts';
import { sampleMailOptions } from '../../../tests/fixtures/notification-fixture.ts';
import { storedInquiry as inquiry } from '../../../tests/fixtures/sample-inquiry.ts';

const team = sampleMailOptions.to;

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

it('a reply goes to those of the team whose address a header can have', () => {
  const to = ['büro@firm.example', 'ada@firm.example'].map((address) => ({ name: '', address }));
  expect(composeReceived({}, { to }).replyTo).toEqual(to.slice(1));
  // Without the header, it goes to the sender.
  expect(composeReceived({}, { to: to.slice(0, 1) }).replyTo).toEqual([]);
});
