import { describe, expect, it } from 'vitest';
import { contact } from './contact.ts';
import { firm } from './firm.ts';

describe('the privacy notice', () => {
  it.each([
    [18, 'deletes it after 18 months, backups soon after. To see or delete it sooner, also'],
    [1, 'deletes it after one month, backups soon after. To see or delete it sooner, also'],
    [undefined, 'keeps it without a fixed limit. To see or delete it, also'],
  ])('with a retention of %s months names it and whom to write to', (months, text) => {
    expect(contact.form.privacy(months)).toBe(
      `We use your inquiry to review and answer it. Our website ${text} in our mailboxes, write to ${firm.email}.`,
    );
  });
});
