import { describe, expect, it } from 'vitest';
import { composeChange, links } from '../../../tests/fixtures/composed-mails.ts';
import { sampleMailOptions } from '../../../tests/fixtures/notification-fixture.ts';
import type { HistoryEntry, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { MailOptions } from '../smtp/compose-mail.ts';

const team = sampleMailOptions.to;

const ann = { name: 'Ann', address: 'ann@firm.example' };
const ben = { name: 'Ben', address: 'ben@firm.example' };
const both = [ann, ben];

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
    // A reply must not quote the note to the inquirer.
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
    const reopen: MailOptions['links'] = () => [
      { action: 'reopen', label: 'Reopen', url: 'https://a/r' },
    ];
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

it.each(['Ann', 'Ann (link in an e-mail)', 'Grace (link in an e-mail)'])(
  'tells the whole team of a change, whatever name its author typed: %s',
  (by) => {
    expect(composeChange({ status: 'declined' }, { by }, { to: both }).to).toEqual(both);
  },
);
