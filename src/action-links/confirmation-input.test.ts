import { describe, expect, it } from 'vitest';
import { maxUpdateLengths } from '../store/inquiries/update-status.ts';
import { parseConfirmation, toChangedBy } from './confirmation-input.ts';

describe('confirmation input', () => {
  it('is optional', () => {
    const parsed = parseConfirmation({ by: ' ', note: '\r\n' });
    expect(parsed.ok && parsed.input).toEqual({});
  });

  it('is trimmed, and a note keeps its line breaks', () => {
    const fields = { by: ' Grace ', note: 'Good fit.\r\nCall on Monday. ' };
    const parsed = parseConfirmation(fields);
    const expected = { by: 'Grace', note: 'Good fit.\nCall on Monday.' };
    expect(parsed.ok && parsed.input).toEqual(expected);
  });

  it('has a maximum length', () => {
    const longestName = 'x'.repeat(80);
    expect(toChangedBy(longestName)).toHaveLength(maxUpdateLengths.by);
    expect(parseConfirmation({ by: longestName, note: 'x'.repeat(2000) })).toMatchObject({
      ok: true,
    });
    const [first, last] = ['x'.repeat(1000), 'x'.repeat(999)];
    // Browsers submit a line break as two characters.
    expect(parseConfirmation({ by: ` ${longestName} `, note: `${first}\r\n${last}` })).toEqual({
      ok: true,
      input: { by: longestName, note: `${first}\n${last}` },
    });
    expect(parseConfirmation({ by: `${longestName}x`, note: 'x'.repeat(2001) })).toEqual({
      ok: false,
      errors: {
        by: 'Please shorten this to 80 characters',
        note: 'Please shorten this to 2,000 characters',
      },
    });
  });

  it('must be plain text, and a name must be one line', () => {
    expect(parseConfirmation({ by: 'Grace\nHopper', note: '\u0007' })).toEqual({
      ok: false,
      errors: {
        by: 'Please keep this to one line of plain text',
        note: 'Please remove characters that cannot be shown',
      },
    });
  });
});

it('records in the history that a name came from a link', () => {
  expect(toChangedBy(undefined)).toBe('link in an e-mail');
  expect(toChangedBy('Grace')).toBe('Grace (link in an e-mail)');
});
