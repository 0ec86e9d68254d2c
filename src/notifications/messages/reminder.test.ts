import { expect, it } from 'vitest';
import { compose, declineUrl, due, links, mailed } from '../../../tests/fixtures/composed-mails.ts';
import { storedInquiry as inquiry } from '../../../tests/fixtures/sample-inquiry.ts';

const ann = { name: 'Ann', address: 'ann@firm.example' };
const ben = { name: 'Ben', address: 'ben@firm.example' };
const both = [ann, ben];

it('a reminder names the arrival, the deadline and what to do, with a link', () => {
  const { text, html } = compose('review-late', { ...mailed, due }, { links });
  for (const body of [text, html]) {
    expect(body).toContain('Received: Sat, Nov 21, 2026, 7:00 AM ET');
    expect(body).toMatch(/Review due: (<b[^>]*>)?Sun, Nov 22, 2026, 7:00 AM ET/);
  }
  expect(text).toContain(`\nDeclined\n${declineUrl}\n`);
  expect(html).toContain(`<a href="${declineUrl.replace('&', '&amp;')}"`);
});

it.each([
  ['ann', [ann]],
  ['Grace', both],
  ['', both],
  [undefined, both],
])('reminds the assignee alone, if NOTIFY_TO names them: %s', (assignee, expected) => {
  const assigned = assignee === undefined ? inquiry : { ...inquiry, assignee };
  const reminder = { ...mailed, inquiry: assigned, due };
  expect(compose('review-late', reminder, { to: both }).to).toEqual(expected);
});
