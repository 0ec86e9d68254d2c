import { expect, it } from 'vitest';
import { contact } from './contact.ts';

it.each([
  [18, 'This website deletes it after 18 months; backups and emails are kept separately.'],
  [1, 'This website deletes it after one month; backups and emails are kept separately.'],
  [
    undefined,
    'This website keeps it without a fixed limit; backups and emails are kept separately.',
  ],
])('the privacy notice with a retention of %s months says so', (months, text) => {
  expect(contact.form.privacy(months)).toContain(text);
});
