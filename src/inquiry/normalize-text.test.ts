import { expect, it } from 'vitest';
import { stripControlChars } from './normalize-text.ts';

it('strips control characters, line breaks and bidi overrides', () => {
  expect(stripControlChars('a\u001b[2Jb\u009b31mc')).toBe('a [2Jb 31mc');
  expect(stripControlChars('two\r\nlines\tand\u2028more')).toBe('two lines and more');
  expect(stripControlChars('in\u202eversed\u2066')).toBe('inversed');
});
