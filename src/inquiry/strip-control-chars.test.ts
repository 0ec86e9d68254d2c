import { expect, it } from 'vitest';
import { printable } from './strip-control-chars.ts';

it('strips control characters, line breaks and bidi overrides', () => {
  expect(printable('a\u001b[2Jb\u009b31mc')).toBe('a [2Jb 31mc');
  expect(printable('two\r\nlines\tand\u2028more')).toBe('two lines and more');
  expect(printable('in\u202eversed\u2066')).toBe('inversed');
});
