import { expect, it } from 'vitest';
import { contact } from './contact.ts';

it.each([
  [18, 'This website deletes it after 18 months; copies in backups and emails may last longer.'],
  [1, 'This website deletes it after one month; copies in backups and emails may last longer.'],
  [
    undefined,
    'This website keeps it without a fixed limit; copies in backups and emails may last longer.',
  ],
])('the privacy notice with a retention of %s months says so', (months, text) => {
  expect(contact.form.privacy(months)).toContain(text);
});

it.each([
  [0, 'later'],
  [1, 'in a minute'],
  [60, 'in a minute'],
  [61, 'in 2 minutes'],
  [3000, 'in 50 minutes'],
  [3001, 'in an hour'],
  [3600, 'in an hour'],
  [3601, 'in 2 hours'],
  [12 * 3600, 'in 12 hours'],
  [12 * 3600 + 1, 'tomorrow'],
  [24 * 3600, 'tomorrow'],
])('a form that is limited for %d s may be sent again %s', (seconds, wait) => {
  for (const reason of ['tooMany', 'busy'])
    expect(contact.errors.form(reason, seconds).detail).toContain(`try again ${wait}, or write`);
});

it('a form says that values are kept only if they are', () => {
  for (const reason of ['failed', 'tooMany', 'busy']) {
    expect(contact.errors.form(reason, 60).detail).toContain('Everything you typed is still here.');
    const { detail } = contact.errors.form(reason, 60, false);
    expect(detail).toContain('Go back to what you typed.');
    expect(detail).not.toContain('is still here');
  }
});
